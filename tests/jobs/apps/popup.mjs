// A forum that lets people sign in through a window of an identity service at another origin, which tells its opener and closes.
import { App, takes, template } from './app.mjs';

export const start = () => {
  let app;
  const routes = {
    'GET /': () => template('popup.html', { service: app.otherUrl() }),
    'GET /authorize': async () => {
      await takes(300);
      return template('orbit.html', { forum: app.url() });
    },
    'POST /authorize': async (request) => {
      await takes(300);
      const { email, pin } = request.json();
      const right = email === 'ada@orbit.test' && pin === '2468';
      app.did('identified', { email, right });
      return right ? { json: { name: 'Ada Cruz' } } : { status: 401, json: {} };
    },
    'POST /api/reply': async (request) => {
      await takes(150);
      app.did('replied', request.json());
      return { json: {} };
    },
  };
  return App.start(routes).then((started) => (app = started));
};
