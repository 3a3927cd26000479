// A place to write posts: a rich text field with a toolbar, drafts that save themselves, and "Publish" only for saved drafts.
import { App, takes, template } from './app.mjs';

export const start = () => {
  let draft = {};
  return App.start({
    'GET /': () => template('editor.html'),
    'POST /api/draft': async (request, app) => {
      await takes(200);
      draft = request.json();
      app.did('draft', {});
      return { status: 204 };
    },
    'POST /api/publish': async (_, app) => {
      await takes(300);
      app.did('published', draft);
      return { status: 204 };
    },
  });
};
