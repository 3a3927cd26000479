// A site of recipes whose list grows as one scrolls: 20 at a time, each with the same "Save" button.
import { App, takes, template } from './app.mjs';

const kSize = 240;
const kPage = 20;
const kFirst = ['Roasted', 'Creamy', 'Spicy', 'Quick', 'Grilled', 'Baked', 'Cold', 'Smoky', 'Green', 'Golden'];
const kSecond = ['carrot', 'lentil', 'chickpea', 'leek', 'beetroot', 'spinach', 'pumpkin', 'cauliflower'];
const kThird = ['soup', 'salad', 'curry'];

const recipes = Array.from({ length: kSize }, (_, i) => ({
  id: i + 1,
  name: i === 146 ? 'Walnut and fennel soup' : `${kFirst[i % 10]} ${kSecond[Math.floor(i / 10) % 8]} ${kThird[Math.floor(i / 80)]}`,
  minutes: 15 + ((i * 7) % 50),
}));

export const start = () =>
  App.start({
    'GET /': () => template('feed.html'),
    'GET /api/recipes': async ({ query }) => {
      await takes(150);
      const from = Number(query.get('from'));
      return { json: recipes.slice(from, from + kPage) };
    },
    'POST /api/save': (request, app) => {
      app.did('saved', { name: recipes.find(({ id }) => id === request.json().id).name });
      return { status: 204 };
    },
  });
