// Twelve jobs, each as a person would give it to an agent, and how a good agent does it with each server: with the fewest
// sensible calls, reading only when the last answer does not show what the next step needs. A job ends when an answer shows that
// it succeeded; whether it did is for the app's log to say.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Does the last answer show the shop's list with all of the filters and the order in effect? One that came too early does not.
function filtered(agent) {
  const prices = [...agent.calls.at(-1).answer.matchAll(/€ (\d+)\.00/g)].map(([, price]) => Number(price));
  return agent.shows('Sleeps 2') && !agent.shows(/Sleeps [134]|In stock/) && prices.every((price, i) => i === 0 || prices[i - 1] <= price);
}

// ---- openchrome
const act = (agent, instruction) => agent.call('act', { instruction });
const click = (agent, query) => agent.call('interact', { query });

// Clicks one of several of the same name; if the server asks which one, the one that it offers with `part`.
async function clickOne(agent, query, part) {
  if (!(await agent.attempt('interact', { query }))) await agent.call('interact', { ref: agent.offered(part) });
}

// Reads until the page shows it; nothing is called when the last answer does. An answer that says what is pending is followed by
// a wait, one that does not by a look.
async function see(agent, what, args = {}) {
  for (let looks = 0; !agent.shows(what); ++looks) {
    if (looks === 5) throw new Error(`the page never shows ${what}`);
    if (agent.shows('still pending')) await agent.attempt('wait_for', { load_state: 'networkidle', ...args });
    else if (looks > 0) await agent.call('computer', { action: 'wait', seconds: 1, ...args });
    await agent.call('read_page', args);
  }
}

// ---- Playwright MCP
const snapshot = (agent) => agent.call('browser_snapshot');

// A ref that the page has replaced meanwhile is looked up again.
async function press(agent, ...where) {
  if (await agent.attempt('browser_click', { target: agent.ref(...where) })) return;
  await snapshot(agent);
  await agent.call('browser_click', { target: agent.ref(...where) });
}

async function look(agent, what) {
  for (let looks = 0; !agent.shows(what); ++looks) {
    if (looks === 5) throw new Error(`the page never shows ${what}`);
    if (looks > 0) await agent.call('browser_wait_for', { time: 1 });
    await snapshot(agent);
  }
}

const field = (agent, name, value, type = 'textbox') => ({ target: agent.ref(`${type} "${name}`), name, type, value });

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const kReceipts = { 'hotel-receipt.pdf': '%PDF-1.7 three nights in Ghent\n', 'train-ticket.png': 'Brussels to Ghent and back\n' };
const receiptPaths = (folder) => Object.keys(kReceipts).map((name) => join(folder, name));

export const kJobs = [
  {
    name: 'login, wrong password first',
    app: 'login',
    calls: 7,
    task: ({ url }) => `Open ${url} and sign in as ada@bakery.test with the password winter-2025; if it is refused, use spring-2026.
      Then switch on the weekly summary in the settings.`,
    done: (app) => {
      const logins = app.events('login').map(({ right }) => right);
      return logins.join() === 'false,true' && app.log.at(-1).name === 'weekly' && app.log.at(-1).on;
    },
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      await see(agent, 'Password');
      await agent.call('fill_form', { fields: { 'Email address': 'ada@bakery.test', Password: 'winter-2025' }, submit: true });
      await see(agent, /wrong|Welcome/);
      await agent.call('fill_form', { fields: { Password: 'spring-2026' }, submit: true });
      await click(agent, 'Settings');
      await see(agent, /switch: "Weekly/);
      await agent.call('form_input', { query: 'Weekly summary by email', value: true });
      await see(agent, /Weekly.*checked/);
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await snapshot(agent);
      await agent.call('browser_fill_form', { fields: [field(agent, 'Email address', 'ada@bakery.test'), field(agent, 'Password', 'winter-2025')] });
      await press(agent, 'button "Sign in"');
      await look(agent, /wrong|Welcome/);
      await agent.call('browser_type', { target: agent.ref('textbox "Password"'), text: 'spring-2026', submit: true });
      await look(agent, 'link "Settings"');
      await press(agent, 'link "Settings"');
      await look(agent, 'switch "Weekly');
      await press(agent, 'switch "Weekly');
      await look(agent, /Weekly.*\[checked\]/);
    },
  },
  {
    name: 'shop: filter, autocomplete, date picker, errors',
    app: 'shop',
    calls: 11,
    task: ({ url }) => `Buy the cheapest tent for 2 people at ${url}. Deliver it to Ada Cruz, Rosenweg 5, D-79098 Freiburg im Breisgau, on
      Thursday 3 December 2026, and accept the terms. Give the phone number 0761 555 0134 only if the shop insists.`,
    done: (app) => {
      const [order] = app.events('ordered');
      return order?.products.join() === 'Sarek 2' && order.city === 'Freiburg im Breisgau' && order.date === 'Thursday 3 December 2026'
        && order.name === 'Ada Cruz' && order.street === 'Rosenweg 5' && order.postcode === '79098' && order.phone === '0761 555 0134';
    },
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      await see(agent, 'Sort by');
      await act(agent, 'check Tents, check "2 people", select "Price: low to high" in Sort by');
      await agent.call('read_page');
      while (!filtered(agent)) {
        await agent.call('computer', { action: 'wait', seconds: 1 });
        await agent.call('read_page');
      }
      const cheapest = agent.line(/heading: ".*level 3/).match(/"(.+)"/)[1];
      await clickOne(agent, `Add to cart button in "${cheapest}"`, `in "${cheapest}"`);
      await click(agent, 'Cart (1)');
      await see(agent, 'Postcode');
      await act(agent, `fill "Full name" with "Ada Cruz", fill "Street and number" with "Rosenweg 5", fill Postcode with "D-79098",
        check "I accept the terms of sale", type "Freiburg" into Town`);
      await see(agent, /option: "Freiburg im Breisgau"/);
      if (!(await agent.attempt('act', { instruction: 'click the option "Freiburg im Breisgau", click Delivery date' }))) {
        await agent.call('read_page');
        await click(agent, 'Delivery date');
      }
      await see(agent, 'Next month');
      await act(agent, 'click Next month, click "Thursday 3 December 2026", click Place order');
      await see(agent, /problem/);
      await agent.call('fill_form', { fields: { Postcode: '79098', 'Phone (optional)': '0761 555 0134' }, submit: 'Place order' });
      await see(agent, /Thank you|confirmed|Order N-/);
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await look(agent, 'checkbox "Tents');
      await agent.call('browser_fill_form', {
        fields: [field(agent, 'Tents', 'true', 'checkbox'), field(agent, '2 people', 'true', 'radio'),
          { target: agent.ref('combobox'), name: 'Sort by', type: 'combobox', value: 'Price: low to high' }],
      });
      await snapshot(agent);
      while (!filtered(agent)) {
        await agent.call('browser_wait_for', { time: 1 });
        await snapshot(agent);
      }
      await press(agent, 'button "Add to cart"', agent.line(/heading ".*level=3/));
      await press(agent, 'link "Cart (');
      await look(agent, 'Postcode');
      await agent.call('browser_fill_form', {
        fields: [field(agent, 'Full name', 'Ada Cruz'), field(agent, 'Street and number', 'Rosenweg 5'), field(agent, 'Postcode', 'D-79098'),
          field(agent, 'I accept the terms', 'true', 'checkbox')],
      });
      await agent.call('browser_type', { target: agent.ref('combobox "Town"'), text: 'Freiburg', slowly: true });
      await look(agent, 'option "Freiburg im Breisgau"');
      await press(agent, 'option "Freiburg im Breisgau"');
      await press(agent, 'textbox "Delivery date"');
      await look(agent, 'button "Next month"');
      await press(agent, 'button "Next month"');
      await agent.call('browser_find', { text: 'Thursday 3 December 2026' });
      await press(agent, 'button "Thursday 3 December 2026"');
      await press(agent, 'button "Place order"');
      await look(agent, 'problem');
      await agent.call('browser_fill_form', { fields: [field(agent, 'Postcode', '79098'), field(agent, 'Phone', '0761 555 0134')] });
      await press(agent, 'button "Place order"');
      await look(agent, /Thank you|confirmed|Order N-/);
    },
  },
  {
    name: 'infinite scroll',
    app: 'feed',
    calls: 6,
    task: ({ url }) => `Save the recipe "Walnut and fennel soup" at ${url}. It is far down in a list that grows as you scroll.`,
    done: (app) => app.log.length === 1 && app.log[0].name === 'Walnut and fennel soup',
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      do {
        await act(agent, Array(5).fill('scroll to the bottom').join(', '));
        await agent.attempt('find', { query: 'Walnut and fennel soup' });
      } while (!agent.shows(/^\[ref_\d+\].*"Walnut and fennel soup"/m));
      await clickOne(agent, 'Save button in "Walnut and fennel soup"', 'in "Walnut and fennel soup"');
      await see(agent, /Saved ✓/);
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await agent.call('browser_evaluate', {
        function: `async () => { for (let i = 0; i < 50 && !document.body.innerText.includes('Walnut and fennel soup'); i++) {
          window.scrollTo(0, document.body.scrollHeight); await new Promise((resolve) => setTimeout(resolve, 300)); } }`,
      });
      await agent.call('browser_find', { text: 'Walnut and fennel soup' });
      await press(agent, 'button "Save"', 'heading "Walnut');
      await agent.call('browser_find', { text: 'Walnut and fennel soup' });
    },
  },
  {
    name: 'sortable table and CSV',
    app: 'table',
    calls: 6,
    task: ({ url }) => `At ${url}, show only the overdue invoices, the largest amount first, and export them as CSV. Then send a reminder for
      the largest of them.`,
    done: (app) => {
      const [file] = app.events('exported');
      const reminders = app.events('reminded');
      return file?.state === 'overdue' && file.sort === 'amount' && file.dir === 'desc' && reminders.length === 1 && reminders[0].largest;
    },
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      await see(agent, 'Status');
      await act(agent, 'select Overdue in Status, click Amount, click Amount');
      await agent.call('read_page');
      await act(agent, `click Export CSV, click ${agent.ref('button: "', '€')}`);
      await see(agent, 'Send reminder');
      await click(agent, 'Send reminder');
      await see(agent, /Reminder for/);
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await look(agent, 'combobox "Status"');
      await agent.call('browser_select_option', { target: agent.ref('combobox "Status"'), values: ['Overdue'] });
      await press(agent, 'button "Amount"');
      await press(agent, 'button "Amount"');
      await snapshot(agent);
      await press(agent, 'link "Export CSV"');
      await press(agent, 'button "⋮"', '€');
      await look(agent, 'menuitem "Send reminder"');
      await press(agent, 'menuitem "Send reminder"');
      await look(agent, 'Reminder for');
    },
  },
  {
    name: 'upload',
    app: 'upload',
    calls: 5,
    task: ({ url, folder }) => `Make an expense claim at ${url}: "Fair in Ghent", 318.40 euro, travel, with the receipts
      ${receiptPaths(folder).join(' and ')}.`,
    prepare: (folder) => Object.entries(kReceipts).forEach(([name, text]) => writeFileSync(join(folder, name), text)),
    done: (app) => {
      const [claim] = app.events('claimed');
      return claim?.purpose === 'Fair in Ghent' && claim.amount === '318.40' && claim.kind === 'Travel'
        && Object.entries(kReceipts).every(([name, text]) => claim.receipts[name] === sha256(text));
    },
    async openchrome(agent, { url, folder }) {
      await agent.call('navigate', { url });
      await see(agent, 'Purpose');
      await agent.call('fill_form', { fields: { Purpose: 'Fair in Ghent', 'Amount in euro': '318.40', Kind: 'Travel' } });
      await agent.call('file_upload', { query: 'browse your computer', paths: receiptPaths(folder) });
      await click(agent, 'Submit claim');
      await see(agent, 'Claim sent');
    },
    async playwright(agent, { url, folder }) {
      await agent.call('browser_navigate', { url });
      await snapshot(agent);
      await agent.call('browser_fill_form', {
        fields: [field(agent, 'Purpose', 'Fair in Ghent'), field(agent, 'Amount in euro', '318.40'), field(agent, 'Kind', 'Travel', 'combobox')],
      });
      await agent.call('browser_drop', { target: agent.ref('browse your computer'), paths: receiptPaths(folder) });
      await press(agent, 'button "Submit claim"');
      await look(agent, 'Claim sent');
    },
  },
  {
    name: 'payment in frames of another origin',
    app: 'payment',
    calls: 5,
    task: ({ url }) => `Pay for the seats at ${url} with the card of Ada Cruz: 4242 4242 4242 4242, valid until 12/28, CVC 123. If the bank asks
      for a code, it is 4711.`,
    done: (app) => {
      const [card] = app.events('card');
      const paid = app.events('paid');
      return card?.number === '4242424242424242' && card.code === '123' && paid.length === 1 && paid[0].name === 'Ada Cruz';
    },
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      await see(agent, 'Card number');
      await agent.call('fill_form', {
        fields: { 'Name on card': 'Ada Cruz', 'Card number': '4242 4242 4242 4242', 'Expiry date': '12/28', CVC: '123' }, submit: 'Pay € 58.00',
      });
      await see(agent, 'Code from your app');
      await agent.call('fill_form', { fields: { 'Code from your app': '4711' }, submit: 'Approve payment' });
      await see(agent, 'Enjoy the show');
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await look(agent, 'Card number');
      await agent.call('browser_fill_form', {
        fields: [field(agent, 'Name on card', 'Ada Cruz'), field(agent, 'Card number', '4242 4242 4242 4242'), field(agent, 'Expiry date', '12/28'),
          field(agent, 'CVC', '123')],
      });
      await press(agent, 'button "Pay');
      await look(agent, 'Code from your app');
      await agent.call('browser_type', { target: agent.ref('textbox "Code from your app"'), text: '4711' });
      await press(agent, 'Approve payment');
      await look(agent, 'Enjoy the show');
    },
  },
  {
    name: 'single-page app with toasts',
    app: 'spa',
    calls: 6,
    task: ({ url }) => `In the planner at ${url}, mark "Write the copy" of the project "Website relaunch" as done. If it cannot be saved, try
      again.`,
    done: (app) => {
      const tries = app.log.map(({ event, project, name, done }) => `${event} ${project} ${name} ${done}`);
      return tries.join() === 'failed relaunch Write the copy undefined,changed relaunch Write the copy true';
    },
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      await see(agent, 'Website relaunch');
      await click(agent, 'Website relaunch');
      await see(agent, 'Write the copy');
      await click(agent, 'Write the copy checkbox');
      await see(agent, /could not be saved|Saved/);
      await click(agent, 'Write the copy checkbox');
      await see(agent, 'Saved');
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await look(agent, 'link "Website relaunch"');
      await press(agent, 'link "Website relaunch"');
      await look(agent, 'checkbox "Write the copy"');
      await press(agent, 'checkbox "Write the copy"');
      await look(agent, /could not be saved|Saved/);
      await press(agent, 'checkbox "Write the copy"');
      await look(agent, 'Saved');
    },
  },
  {
    name: 'cookie banner',
    app: 'cookies',
    calls: 5,
    task: ({ url }) => `Subscribe ada@harbour.test to "Science on Saturday" at ${url}. Allow neither analytics nor advertising cookies.`,
    done: (app) => {
      const [consent] = app.events('consent');
      const letters = app.events('subscribed');
      return consent?.analytics === false && consent.advertising === false
        && letters.length === 1 && letters[0].email === 'ada@harbour.test' && letters[0].letters.join() === 'science';
    },
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      await see(agent, 'Manage choices');
      await click(agent, 'Manage choices');
      await see(agent, 'Save my choices');
      await act(agent, 'uncheck Analytics, uncheck Advertising, click Save my choices');
      await act(agent, 'check "Science on Saturday", fill "Your email address" with "ada@harbour.test", click Subscribe');
      await see(agent, /Almost done|Please/);
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await look(agent, 'button "Manage choices"');
      await press(agent, 'button "Manage choices"');
      await look(agent, 'button "Save my choices"');
      await agent.call('browser_fill_form', {
        fields: [field(agent, 'Analytics', 'false', 'checkbox'), field(agent, 'Advertising', 'false', 'checkbox')],
      });
      await press(agent, 'button "Save my choices"');
      await agent.call('browser_fill_form', {
        fields: [field(agent, 'Science on Saturday', 'true', 'checkbox'), field(agent, 'Your email address', 'ada@harbour.test')],
      });
      await press(agent, 'button "Subscribe"');
      await look(agent, /Almost done|Please/);
    },
  },
  {
    name: 'kanban',
    app: 'kanban',
    calls: 3,
    task: ({ url }) => `On the board at ${url}, move "Fix invoice rounding" to "In progress" and "Update the terms page" to "Done".`,
    done: (app) => {
      const moves = app.events('moved').map(({ card, to }) => `${card} → ${to}`);
      return moves.join() === 'Fix invoice rounding → In progress,Update the terms page → Done';
    },
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      await see(agent, 'Fix invoice rounding');
      const moves = [['Fix invoice rounding', 'In progress'], ['Update the terms page', 'Done']];
      const drags = moves.map(([card, column]) => `drag "${card}" to "${column}"`);
      if (!(await agent.attempt('act', { instruction: drags.join(', ') }))) {
        for (const [index, [card, column]] of moves.entries()) {
          if (!(await agent.attempt('act', { instruction: drags[index] }))) await act(agent, `drag "${card}" to ${agent.offered(`"${column}"`)}`);
        }
      }
      await see(agent, 'Update the terms page was moved');
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await look(agent, 'Fix invoice rounding');
      await agent.call('browser_drag', { startTarget: agent.ref('Fix invoice rounding'), endTarget: agent.ref('heading "In progress"') });
      await snapshot(agent);
      await agent.call('browser_drag', { startTarget: agent.ref('Update the terms page'), endTarget: agent.ref('heading "Done"') });
      await look(agent, 'Update the terms page was moved');
    },
  },
  {
    name: 'rich text editor',
    app: 'editor',
    calls: 3,
    task: ({ url }) => `Write a post at ${url} with the title "Release 4.2". Its first line is "Imports are faster now." with "faster" in bold, then
      comes a bulleted list of "CSV import" and "Dark mode". Publish it.`,
    done: (app) => {
      const [post] = app.events('published');
      const html = (post?.html ?? '').replaceAll('&nbsp;', ' ');
      return post?.title === 'Release 4.2' && /Imports are <b>faster<\/b> now\./.test(html)
        && /<ul><li>CSV import<\/li><li>Dark mode<\/li><\/ul>/.test(html);
    },
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      await see(agent, 'Post title');
      const editor = agent.ref(/textbox(?!: "Post title")/);
      const list = agent.ref('button: "•"');
      await act(agent, `fill "Post title" with "Release 4.2", click ${editor}, type "Imports are ", click Bold, type "faster", click Bold,
        type " now.", press Enter, click ${list}, type "CSV import", press Enter, type "Dark mode", click Publish`);
      await see(agent, 'Your post is online');
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await snapshot(agent);
      await agent.call('browser_type', { target: agent.ref('textbox "Post title"'), text: 'Release 4.2' });
      const editor = agent.ref(/Write something|textbox \[|generic \[ref=\w+\]$/);
      const write = (text, enter) => agent.call('browser_type', { target: editor, text, slowly: true, ...(enter && { submit: true }) });
      await write('Imports are ');
      await press(agent, 'button "Bold"');
      await write('faster');
      await press(agent, 'button "Bold"');
      await write(' now.', true);
      await press(agent, 'button "•"');
      await write('CSV import', true);
      await write('Dark mode');
      await press(agent, 'button "Publish"');
      await look(agent, 'Your post is online');
    },
  },
  {
    name: 'popup sign-in',
    app: 'popup',
    calls: 8,
    task: ({ url }) => `Reply "Flatten the back first." to the question at ${url}. Sign in with Orbit as ada@orbit.test, PIN 2468.`,
    done: (app) => {
      const [reply] = app.events('replied');
      return app.events('identified').every(({ right }) => right) && reply?.name === 'Ada Cruz' && reply.text === 'Flatten the back first.';
    },
    async openchrome(agent, { url }) {
      const { tabId: forum } = JSON.parse(await agent.call('navigate', { url }));
      await see(agent, 'Continue with Orbit');
      await click(agent, 'Continue with Orbit');
      const tabId = agent.line(/opened tab (t\d+)/).match(/opened tab (t\d+)/)[1];
      await see(agent, 'Orbit email', { tabId });
      await agent.call('fill_form', { tabId, fields: { 'Orbit email': 'ada@orbit.test' }, submit: 'Next' });
      await see(agent, 'PIN', { tabId });
      await agent.call('fill_form', { tabId, fields: { PIN: '2468' }, submit: 'Allow and continue' });
      await see(agent, 'Your reply', { tabId: forum });
      await agent.call('fill_form', { tabId: forum, fields: { 'Your reply': 'Flatten the back first.' }, submit: 'Post reply' });
      await see(agent, 'Your reply was posted', { tabId: forum });
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await snapshot(agent);
      await press(agent, 'button "Continue with Orbit"');
      if (!agent.shows('- 1:')) await agent.call('browser_tabs', { action: 'list' });
      if (!agent.shows(/- 1: \(current\)/)) await agent.call('browser_tabs', { action: 'select', index: 1 });
      await look(agent, 'textbox "Orbit email"');
      await agent.call('browser_type', { target: agent.ref('textbox "Orbit email"'), text: 'ada@orbit.test' });
      await press(agent, 'button "Next"');
      await look(agent, 'textbox "PIN"');
      await agent.call('browser_type', { target: agent.ref('textbox "PIN"'), text: '2468', submit: true });
      await look(agent, 'textbox "Your reply"');
      await agent.call('browser_type', { target: agent.ref('textbox "Your reply"'), text: 'Flatten the back first.' });
      await press(agent, 'button "Post reply"');
      await look(agent, 'Your reply was posted');
    },
  },
  {
    name: 'slow page',
    app: 'slow',
    calls: 10,
    task: ({ url }) => `Open the "Annual report 2026" at ${url}, have it recalculated, and approve it with the new total.`,
    done: (app) => app.log.length === 1 && app.log[0].total === '48,306.20',
    async openchrome(agent, { url }) {
      await agent.call('navigate', { url });
      await click(agent, 'Annual report 2026');
      if (!agent.shows('still pending')) await agent.call('read_page');
      if (agent.shows('Loading figures')) await agent.call('wait_for', { text_gone: 'Loading figures…' });
      await see(agent, 'button: "Recalculate"');
      await click(agent, 'Recalculate');
      if (agent.shows('Recalculating')) await agent.call('wait_for', { text_gone: 'Recalculating' });
      await see(agent, 'Total to approve');
      const total = agent.line(/"Total".*\d\d\.\d\d/).match(/[\d,]+\.\d\d/)[0];
      await agent.call('fill_form', { fields: { 'Total to approve': total }, submit: 'Approve report' });
      await see(agent, /heading: "Approved"/);
    },
    async playwright(agent, { url }) {
      await agent.call('browser_navigate', { url });
      await snapshot(agent);
      await press(agent, 'link "Annual report 2026"');
      await snapshot(agent);
      if (agent.shows('Loading figures')) await agent.call('browser_wait_for', { textGone: 'Loading figures…' });
      await look(agent, 'button "Recalculate"');
      await press(agent, 'button "Recalculate"');
      await snapshot(agent);
      if (agent.shows('Recalculating')) await agent.call('browser_wait_for', { textGone: 'Recalculating' });
      await look(agent, 'textbox "Total to approve"');
      const total = agent.line(/"?Total"? [\d,]+\.\d\d|cell "[\d,]+\.\d\d"/, 'Total').match(/[\d,]+\.\d\d/)[0];
      await agent.call('browser_type', { target: agent.ref('textbox "Total to approve"'), text: total });
      await press(agent, 'button "Approve report"');
      await look(agent, 'heading "Approved"');
    },
  },
];
