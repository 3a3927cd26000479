// Expense claims with receipts: a drop zone whose file field is hidden behind a button, uploads with progress, and a claim that
// can be sent only when every receipt has arrived.
import { createHash } from 'node:crypto';
import { App, takes, template } from './app.mjs';

export const start = () => {
  const files = new Map();
  return App.start({
    'GET /': () => template('upload.html'),
    'PUT /upload': async ({ query, body }, app) => {
      await takes(300);
      const name = query.get('name');
      files.set(name, createHash('sha256').update(body).digest('hex'));
      app.did('uploaded', { name, bytes: body.length });
      return { status: 204 };
    },
    'POST /api/claim': async (request, app) => {
      await takes(200);
      const { purpose, amount, kind, receipts } = request.json();
      app.did('claimed', { purpose, amount, kind, receipts: Object.fromEntries(receipts.map((name) => [name, files.get(name)])) });
      return { json: { number: 'EX-311' } };
    },
  });
};
