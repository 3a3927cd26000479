// A board of cards that are dragged in two ways: those of "Backlog" by the browser's own drag and drop, those of the other
// columns by pointer events, as the common libraries do it.
import { App, takes, template } from './app.mjs';

export const start = () => {
  const columns = {
    Backlog: ['Fix invoice rounding', 'Rename the export button', 'Support dark mode', 'Archive old projects'],
    'In progress': ['Update the terms page', 'Speed up search'],
    Review: ['Retry failed webhooks'],
    Done: ['Add a status page'],
  };
  return App.start({
    'GET /': () => template('kanban.html'),
    'GET /api/board': () => ({ json: columns }),
    'POST /api/move': async (request, app) => {
      await takes(150);
      const { card, to } = request.json();
      const from = Object.keys(columns).find((name) => columns[name].includes(card));
      columns[from] = columns[from].filter((one) => one !== card);
      columns[to].push(card);
      app.did('moved', { card, from, to });
      return { json: columns };
    },
  });
};
