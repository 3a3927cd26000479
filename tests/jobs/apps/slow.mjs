// A reporting tool on a slow machine: the page itself takes two and a half seconds, its figures come later by a fetch, and a
// recalculation is polled for.
import { App, takes, template } from './app.mjs';

export const start = () => {
  let asked = 0;
  return App.start({
    'GET /': () => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Reports – Granite</title><h1>Reports</h1>
      <ul><li><a href="/report">Annual report 2026</a></li><li><a href="/report-2025">Annual report 2025</a></li></ul>`,
    'GET /report': async () => {
      await takes(2500);
      return template('slow.html');
    },
    'GET /api/figures': async () => {
      await takes(2000);
      return { json: { rows: [['Subscriptions', '31,900.00'], ['Services', '12,115.70'], ['Hardware', '4,200.00']], total: '48,215.70' } };
    },
    'POST /api/recalculate': () => ({ status: 204 }),
    'GET /api/recalculation': async () => {
      await takes(150);
      asked += 1;
      return { json: asked < 5 ? { percent: asked * 20 } : { percent: 100, total: '48,306.20' } };
    },
    'POST /api/approve': async (request, app) => {
      await takes(1800);
      app.did('approved', request.json());
      return { status: 204 };
    },
  });
};
