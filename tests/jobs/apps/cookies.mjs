// A newspaper whose consent dialog slides over the page when it has loaded; refusing takes a second step.
import { App, takes, template } from './app.mjs';

export const start = () =>
  App.start({
    'GET /': () => template('cookies.html'),
    'POST /api/consent': (request, app) => {
      app.did('consent', request.json());
      return { json: {} };
    },
    'POST /api/newsletter': async (request, app) => {
      await takes(250);
      app.did('subscribed', request.json());
      return { json: {} };
    },
  });
