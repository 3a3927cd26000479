// A ticket shop whose card fields and bank confirmation are frames of another origin, as payment services do it.
import { App, takes, template } from './app.mjs';

export const start = () => {
  let confirmed = false;
  let app;
  const routes = {
    'GET /': () => template('payment.html', { cards: app.otherUrl() }),
    'GET /card': () => template('card.html', { shop: app.url() }),
    'GET /bank': async () => {
      await takes(400);
      return template('bank.html', { shop: app.url() });
    },
    'POST /card/token': async (request) => {
      await takes(200);
      const { number, expiry, code } = request.json();
      app.did('card', { number, expiry, code });
      return { json: { token: `tok_${number.slice(-4)}` } };
    },
    'POST /bank/confirm': async (request) => {
      await takes(200);
      confirmed = request.json().code === '4711';
      app.did('bank', { confirmed });
      return { json: { confirmed } };
    },
    'POST /api/pay': async (request) => {
      await takes(200);
      const { token, name } = request.json();
      if (!confirmed) return { status: 402, json: { bank: true } };
      app.did('paid', { token, name });
      return { json: { booking: 'RX-88' } };
    },
  };
  return App.start(routes).then((started) => (app = started));
};
