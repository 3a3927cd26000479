// A planner that never loads another page: routes in the client, changes shown before the server agrees, and taken back with a
// toast when it does not. The server refuses the first change.
import { App, takes, template } from './app.mjs';

export const start = () => {
  const projects = {
    relaunch: {
      name: 'Website relaunch',
      tasks: [['Choose a typeface', true], ['Write the copy', false], ['Test on phones', false], ['Tell the newsletter', false]],
    },
    office: { name: 'New office', tasks: [['Measure the rooms', true], ['Write the copy', false], ['Order desks', false]] },
  };
  let changes = 0;
  const shell = () => template('spa.html');
  return App.start({
    'GET /': shell,
    'GET /projects/relaunch': shell,
    'GET /projects/office': shell,
    'GET /api/projects': async () => {
      await takes(200);
      return { json: Object.entries(projects).map(([id, { name, tasks }]) => ({ id, name, open: tasks.filter(([, done]) => !done).length })) };
    },
    'GET /api/project': async ({ query }) => {
      await takes(250);
      return { json: projects[query.get('id')] };
    },
    'POST /api/task': async (request, app) => {
      await takes(700);
      const { project, index, done } = request.json();
      const [name] = projects[project].tasks[index];
      changes += 1;
      if (changes === 1) {
        app.did('failed', { project, name });
        return { status: 503, json: { reason: 'could not be saved' } };
      }
      projects[project].tasks[index][1] = done;
      app.did('changed', { project, name, done });
      return { json: { saved: true } };
    },
  });
};
