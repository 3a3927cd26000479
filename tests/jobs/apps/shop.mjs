// An outdoor shop: filters that fetch and render the list again, a cart, and a checkout with an autocomplete, a calendar and
// errors that only the server knows.
import { App, takes, template } from './app.mjs';

const kProducts = [
  ['t1', 'Fjell 3', 'tents', 3, 349], ['t2', 'Lumen 2', 'tents', 2, 239], ['t3', 'Solo Trek', 'tents', 1, 149], ['t4', 'Sarek 2', 'tents', 2, 189],
  ['t5', 'Basecamp 4', 'tents', 4, 429], ['t6', 'Nomad 2 Pro', 'tents', 2, 419], ['b1', 'Ridge 45', 'backpacks', 0, 129],
  ['b2', 'Ridge 65', 'backpacks', 0, 169], ['b3', 'Daypack 22', 'backpacks', 0, 59], ['b4', 'Kids 12', 'backpacks', 0, 39],
  ['s1', 'Pocket stove', 'stoves', 0, 35], ['s2', 'Twin burner', 'stoves', 0, 99],
].map(([id, name, category, sleeps, price]) => ({ id, name, category, sleeps, price }));

const kCities = ['Freiberg', 'Freiburg im Breisgau', 'Freilassing', 'Freising', 'Frankfurt am Main', 'Fulda', 'Flensburg', 'Hamburg', 'Marburg'];

const orders = {
  relevance: () => 0,
  cheapest: (a, b) => a.price - b.price,
  dearest: (a, b) => b.price - a.price,
};

// What a person sees when the order cannot be taken.
function problemsOf({ name, street, postcode, city, phone, date, terms }) {
  const problems = {};
  if (!name) problems.name = 'Enter your name';
  if (!street) problems.street = 'Enter a street and number';
  if (!/^\d{5}$/.test(postcode ?? '')) problems.postcode = 'Enter a postcode of five digits';
  if (!kCities.includes(city)) problems.city = 'Choose a town from the list';
  if (!phone) problems.phone = 'The carrier needs a phone number for deliveries of this size';
  if (!date) problems.date = 'Choose a delivery date';
  if (!terms) problems.terms = 'Accept the terms to continue';
  return problems;
}

export const start = () => {
  const cart = [];
  return App.start({
    'GET /': () => template('shop.html'),
    'GET /api/products': async ({ query }) => {
      await takes(150);
      const categories = query.get('categories').split(',').filter(Boolean);
      const sleeps = Number(query.get('sleeps'));
      const found = kProducts.filter((one) => (!categories.length || categories.includes(one.category)) && (!sleeps || one.sleeps === sleeps));
      return { json: found.sort(orders[query.get('order')]) };
    },
    'POST /api/cart': async (request, app) => {
      await takes(200);
      const product = kProducts.find(({ id }) => id === request.json().id);
      cart.push(product);
      app.did('added', { product: product.name });
      return { json: { count: cart.length } };
    },
    'GET /checkout': () => template('checkout.html', { items: cart.map(({ name, price }) => `<li>${name} <b>€ ${price}.00</b></li>`).join('') }),
    'GET /api/towns': async ({ query }) => {
      await takes(100);
      const start = query.get('q').toLowerCase();
      return { json: kCities.filter((town) => town.toLowerCase().startsWith(start)) };
    },
    'POST /api/order': async (request, app) => {
      await takes(300);
      const order = request.json();
      const problems = problemsOf(order);
      if (Object.keys(problems).length) {
        app.did('refused', { fields: Object.keys(problems) });
        return { status: 422, json: { problems } };
      }
      app.did('ordered', { products: cart.map(({ name }) => name), ...order });
      return { json: { number: 'N-20418' } };
    },
    'GET /thanks': ({ query }) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Order ${query.get('order')} – Nordpack</title>
      <h1>Thank you for your order</h1><p role="status">Order ${query.get('order')} is confirmed. A mail is on its way.</p>`,
  });
};
