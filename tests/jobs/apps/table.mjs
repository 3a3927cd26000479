// An accountant's list of invoices: filter, sortable columns, an export of what is shown, and a menu in every row.
import { App, takes, template } from './app.mjs';

const kCustomers = ['Abel & Sons', 'Birch Studio', 'Corner Café', 'Delta Print', 'Elm Dental', 'Fox Logistics', 'Gray Optics', 'Hart Legal'];
const kStates = ['paid', 'open', 'overdue'];

const invoices = Array.from({ length: 48 }, (_, i) => ({
  number: `2026-${String(101 + i)}`,
  customer: kCustomers[(i * 5) % 8],
  amount: ((i * 7919) % 4900) + 100 + (i % 4) * 0.25,
  due: `2026-${String(8 + (i % 4)).padStart(2, '0')}-${String(1 + ((i * 3) % 28)).padStart(2, '0')}`,
  state: kStates[(i * 2 + Math.floor(i / 5)) % 3],
}));

function listed(query) {
  const column = query.get('sort') ?? 'number';
  const sign = query.get('dir') === 'desc' ? -1 : 1;
  return invoices
    .filter(({ state }) => !query.get('state') || state === query.get('state'))
    .sort((a, b) => (a[column] < b[column] ? -sign : a[column] > b[column] ? sign : 0));
}

export const start = () =>
  App.start({
    'GET /': () => template('table.html'),
    'GET /api/invoices': async ({ query }) => {
      await takes(120);
      return { json: listed(query) };
    },
    'GET /invoices.csv': ({ query }, app) => {
      const rows = listed(query);
      app.did('exported', { state: query.get('state'), sort: query.get('sort'), dir: query.get('dir'), rows: rows.length });
      const lines = rows.map(({ number, customer, amount, due, state }) => `${number},${customer},${amount.toFixed(2)},${due},${state}`);
      const body = ['number,customer,amount,due,state', ...lines].join('\r\n');
      return { type: 'text/csv', body, headers: { 'content-disposition': 'attachment; filename="invoices.csv"' } };
    },
    'POST /api/remind': async (request, app) => {
      await takes(250);
      const { number } = request.json();
      const overdue = invoices.filter(({ state }) => state === 'overdue');
      const largest = overdue.reduce((a, b) => (b.amount > a.amount ? b : a));
      app.did('reminded', { number, largest: number === largest.number });
      return { status: 204 };
    },
  });
