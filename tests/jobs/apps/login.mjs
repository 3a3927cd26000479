// A customer account behind a classic login form: the server renders every page, a wrong password comes back with an alert.
import { App, escaped, template } from './app.mjs';

const kEmail = 'ada@bakery.test';
const kPassword = 'spring-2026';

const loginPage = (email = '', message = '') =>
  template('login.html', { email: escaped(email), alert: message && `<div class="flash" role="alert"><b>Sign-in failed.</b> ${message}</div>` });

const signedIn = ({ cookies }) => cookies.bakery_session === 'open';

const accountPage = (title, content) => template('account.html', { title, content });

export const start = () => {
  let attemptsLeft = 3;
  let weekly = false;
  return App.start({
    'GET /': () => ({ redirect: '/account' }),
    'GET /login': () => loginPage(),
    'POST /login': (request, app) => {
      const { email, password } = request.form();
      const right = email === kEmail && password === kPassword;
      app.did('login', { email, right });
      if (right) return { redirect: '/account', headers: { 'set-cookie': 'bakery_session=open; Path=/; HttpOnly' } };
      attemptsLeft -= 1;
      return { status: 401, body: loginPage(email, `Email or password is wrong. ${attemptsLeft} attempts left.`) };
    },
    'GET /account': (request) => {
      if (!signedIn(request)) return { redirect: '/login' };
      return accountPage('Your account', `<h1>Welcome back, Ada</h1><p>Balance due: <b>€ 84.20</b></p>
        <h2>Recent orders</h2><ul><li>12 November: 40 rye loaves, € 61.00</li><li>9 November: 20 seed rolls, € 23.20</li></ul>`);
    },
    'GET /settings': (request) => {
      if (!signedIn(request)) return { redirect: '/login' };
      return accountPage('Settings', `<h1>Settings</h1><h2>Notifications</h2>
        <div class="row"><span id="w">Weekly summary by email</span>
          <button class="switch" role="switch" aria-labelledby="w" aria-checked="${weekly}"><i></i></button></div>
        <div class="row"><span id="p">Price changes</span>
          <button class="switch" role="switch" aria-labelledby="p" aria-checked="true"><i></i></button></div>
        <p class="saved" role="status"></p><script>
        for (const one of document.querySelectorAll('.switch')) one.addEventListener('click', async () => {
          const on = one.getAttribute('aria-checked') !== 'true';
          one.disabled = true;
          await fetch('/settings', { method: 'POST', body: JSON.stringify({ name: one.getAttribute('aria-labelledby'), on }) });
          one.setAttribute('aria-checked', on);
          one.disabled = false;
          document.querySelector('.saved').textContent = 'Your settings were saved.';
        });</script>`);
    },
    'POST /settings': (request, app) => {
      if (!signedIn(request)) return { status: 403, body: '' };
      const { name, on } = request.json();
      if (name === 'w') weekly = on;
      app.did('setting', { name: { w: 'weekly', p: 'prices' }[name], on });
      return { status: 204 };
    },
  });
};
