// Proves cookies and storage: what is set is what servers and pages see, secrets stay masked, workspaces stay apart, and
// neither reaches where the domain policy does not.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing } from '../lib/browsing.mjs';

const kPages = {
  '/': '<title>Home</title>',
  '/sub/page': '<title>Sub</title>',
  '/login': {
    body: '<title>In</title>',
    headers: {
      'set-cookie': [
        'sid=s3cr3t; HttpOnly; Path=/',
        'theme=dark; Path=/',
        'deep=1; Path=/sub',
      ],
    },
  },
  '/partitioned': {
    body: '<title>Partitioned</title>',
    headers: { 'set-cookie': ['part=p; Secure; SameSite=None; Partitioned; Path=/', 'plain=1; Path=/'] },
  },
  '/sandboxed': { body: '<title>Sandbox</title>', headers: { 'content-security-policy': 'sandbox allow-scripts' } },
};

const named = (list, name) => list.find((cookie) => cookie.name === name);
const names = ({ cookies }) => cookies.map(({ name }) => name).sort();
const inAYear = () => Math.floor(Date.now() / 1000) + 365 * 86400;

describe('cookies', () => {
  const b = sharedBrowsing({ pages: kPages });
  // A tab at the page in a workspace that nobody has used.
  let count = 0;
  const fresh = async (path = '/', host = 'url') => {
    const workspace = `w${++count}`;
    return { workspace, tabId: await b.open(b.site[host](path), { workspace }) };
  };
  // What the server is sent.
  const sent = async (tabId, path = '/') => {
    const asked = b.site.asked(path);
    await b.good('navigate', { tabId, url: b.site.url(path) });
    return (await asked).headers.cookie ?? '';
  };

  test('those of the page, HttpOnly ones masked unless asked for', async () => {
    const { tabId } = await fresh('/login');
    const { cookies } = await b.data('cookies', { tabId, action: 'get' });
    assert.equal(named(cookies, 'theme').value, 'dark');
    const sid = named(cookies, 'sid');
    assert.equal(sid.value, '(masked, 6 characters)');
    assert.equal(sid.http_only, true);
    assert.equal(sid.expires, undefined, 'as long as the browser runs');
    assert.equal(named(cookies, 'deep'), undefined, 'is not sent to this path');
    const shown = await b.data('cookies', { tabId, action: 'get', name: 'sid', reveal: true });
    assert.deepEqual(
      shown.cookies.map(({ name, value }) => [name, value]),
      [['sid', 's3cr3t']],
    );
  });

  test('filters: url, domain, path, the whole workspace', async () => {
    const { tabId } = await fresh('/login');
    await b.good('cookies', { tabId, action: 'set', name: 'other', value: '1', url: b.site.otherUrl('/') });
    const get = async (args) => names(await b.data('cookies', { tabId, action: 'get', ...args }));
    assert.deepEqual(await get({ url: b.site.url('/sub/page') }), ['deep', 'sid', 'theme']);
    assert.deepEqual(await get({ domain: 'localhost' }), ['other']);
    assert.deepEqual(await get({ path: '/sub', all: true }), ['deep']);
    assert.deepEqual(await get({ all: true }), ['deep', 'other', 'sid', 'theme']);
    assert.deepEqual(await get({ domain: 'nowhere.example' }), []);
  });

  test('partitioned ones are listed with their partition, and go', async () => {
    const { tabId } = await fresh('/partitioned', 'otherUrl');
    const { cookies } = await b.data('cookies', { tabId, action: 'get', all: true });
    const part = named(cookies, 'part');
    assert.ok(part?.partition, JSON.stringify(cookies));
    assert.equal(part.secure, true);
    assert.equal(part.same_site, 'none');
    assert.equal((await b.data('cookies', { tabId, action: 'delete', name: 'part', all: true })).deleted, 1);
    assert.deepEqual(names(await b.data('cookies', { tabId, action: 'get', all: true })), ['plain']);
  });

  test('what is set is sent to the server, and seen by the page unless HttpOnly', async () => {
    const { tabId } = await fresh();
    const { set } = await b.data('cookies', { tabId, action: 'set', name: 'a', value: 'x=1 %3B' });
    assert.deepEqual([set.name, set.value, set.domain, set.path], ['a', 'x=1 %3B', '127.0.0.1', '/']);
    await b.good('cookies', { tabId, action: 'set', name: 'h', value: '2', http_only: true, same_site: 'strict' });
    assert.equal(await sent(tabId), 'a=x=1 %3B; h=2');
    assert.equal(await b.run(tabId, 'document.cookie'), 'a=x=1 %3B');
    await b.good('cookies', { tabId, action: 'set', name: 's', value: '3', path: '/sub', domain: '127.0.0.1' });
    assert.equal(await sent(tabId), 'a=x=1 %3B; h=2');
    assert.match(await sent(tabId, '/sub/page'), /s=3/);
  });

  test('expiry as seconds or as a time; the past is refused and changes nothing', async () => {
    const { tabId } = await fresh();
    const at = inAYear();
    for (const expires of [at, new Date(at * 1000).toISOString()]) {
      const { set } = await b.data('cookies', { tabId, action: 'set', name: 'e', value: '1', expires });
      assert.equal(set.expires, new Date(at * 1000).toISOString());
    }
    for (const expires of [1, '2001-01-01', 'tomorrow', at * 1000, true])
      await b.fails('invalid_arguments', 'cookies', { tabId, action: 'set', name: 'e', value: '2', expires });
    assert.equal(await sent(tabId), 'e=1');
  });

  test('an expired cookie is not there any more', async () => {
    const { tabId } = await fresh();
    await b.run(tabId, 'document.cookie = "gone=1; max-age=1"; document.cookie = "stays=1"');
    await b.run(tabId, 'await new Promise((done) => setTimeout(done, 1100)); 1'); // nothing tells of an expiry
    assert.deepEqual(names(await b.data('cookies', { tabId, action: 'get' })), ['stays']);
  });

  test('delete by name, clear by filter, all only when said', async () => {
    const { tabId } = await fresh('/login');
    assert.equal((await b.data('cookies', { tabId, action: 'delete', name: 'nothing' })).deleted, 0);
    assert.deepEqual((await b.data('cookies', { tabId, action: 'delete', name: 'theme' })).names, ['theme']);
    assert.equal(await sent(tabId), 'sid=s3cr3t');
    await b.fails('invalid_arguments', 'cookies', { tabId, action: 'clear' });
    assert.equal(await sent(tabId), 'sid=s3cr3t');
    assert.equal((await b.data('cookies', { tabId, action: 'clear', url: b.site.url('/') })).deleted, 1);
    assert.equal(await sent(tabId), '');
    assert.match(await sent(tabId, '/sub/page'), /deep=1/);
    assert.equal((await b.data('cookies', { tabId, action: 'clear', all: true })).deleted, 1);
    assert.deepEqual(names(await b.data('cookies', { tabId, action: 'get', all: true })), []);
  });

  test('workspaces do not see each other', async () => {
    const one = await fresh('/login');
    const two = await fresh();
    assert.deepEqual(names(await b.data('cookies', { tabId: two.tabId, action: 'get', all: true })), []);
    await b.good('cookies', { tabId: two.tabId, action: 'clear', all: true });
    assert.ok(names(await b.data('cookies', { tabId: one.tabId, action: 'get', all: true })).includes('sid'));
  });

  test('combinations that make no sense are refused with words', async () => {
    const { tabId } = await fresh();
    for (const [args, words] of [
      [{ action: 'set', name: 'a' }, /name and value/],
      [{ action: 'set', value: 'a' }, /name and value/],
      [{ action: 'set', name: 'a', value: 'b', url: b.site.url('/'), domain: 'x.org' }, /not both/],
      [{ action: 'set', name: 'a', value: 'b', all: true }, /neither all/],
      [{ action: 'set', name: 'a;b', value: 'b' }, /name of a cookie/],
      [{ action: 'set', name: '', value: 'b' }, /empty/],
      [{ action: 'set', name: 'a', value: 'b;c' }, /value of a cookie/],
      [{ action: 'set', name: 'a', value: 'b\nc' }, /value of a cookie/],
      [{ action: 'set', name: 'a', value: 'b', path: 'x' }, /begins with/],
      [{ action: 'set', name: 'a', value: 'b', same_site: 'none' }, /secure/],
      [{ action: 'set', name: 'a', value: 'b', domain: 'a b' }, /not a domain/],
      [{ action: 'set', name: '__Host-a', value: 'b', path: '/sub', secure: true }, /./],
      [{ action: 'get', value: 'x' }, /action set/],
      [{ action: 'get', expires: 5 }, /action set/],
      [{ action: 'get', all: true, url: b.site.url('/') }, /not both/],
      [{ action: 'get', url: 'about:blank' }, /has no cookies/],
      [{ action: 'get', url: 'nonsense' }, /has no cookies/],
      [{ action: 'delete' }, /needs a name/],
      [{ action: 'frobnicate' }, /one of/],
    ])
      assert.match((await b.fails('invalid_arguments', 'cookies', { tabId, ...args })).message, words, JSON.stringify(args));
    const blank = await b.open('about:blank');
    assert.match((await b.fails('invalid_arguments', 'cookies', { tabId: blank, action: 'get' })).hint, /url/);
    assert.deepEqual(names(await b.data('cookies', { tabId, action: 'get', all: true })), []);
  });

  test('values are not written to the journal', async () => {
    const { tabId } = await fresh();
    await b.good('cookies', { tabId, action: 'set', name: 'plain', value: 'hunter2hunter2' });
    await b.good('storage', { tabId, action: 'set', key: 'plain', value: 'hunter2hunter2' });
    const { text } = (await b.good('oc_journal', { count: 50 })).content[0];
    assert.match(text, /storage/);
    const folder = join(b.home, 'journal');
    const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    assert.doesNotMatch(text + written.join(''), /hunter2/);
  });
});

describe('cookies under a domain policy', () => {
  test('those of hosts that are not allowed are neither shown nor set', async (t) => {
    const b = await startBrowsing(t, { pages: kPages, flags: ['--blocked-domains', 'blocked.example'] });
    const tabId = await b.open('/login');
    for (const args of [
      { action: 'set', name: 'a', value: 'b', domain: 'blocked.example' },
      { action: 'set', name: 'a', value: 'b', url: 'https://blocked.example/' },
      { action: 'get', domain: 'blocked.example' },
      { action: 'get', url: 'https://blocked.example/' },
      { action: 'clear', url: 'https://blocked.example/' },
    ])
      await b.fails('domain_blocked', 'cookies', { tabId, ...args });
    await b.good('cookies', { tabId, action: 'set', name: 'a', value: 'b', domain: 'fine.example' });
    const { cookies } = await b.data('cookies', { tabId, action: 'get', all: true });
    assert.deepEqual([...new Set(cookies.map(({ domain }) => domain))].sort(), ['.fine.example', '127.0.0.1']);
  });

  test('a host that is allowed at one port has its cookies', async (t) => {
    const b = await startBrowsing(t, { pages: kPages, site: undefined, flags: [] });
    const c = await startBrowsing(t, { site: b.site, flags: ['--allow-host', `127.0.0.1:${b.site.port}`] });
    const tabId = await c.open('/login');
    assert.ok(names(await c.data('cookies', { tabId, action: 'get' })).includes('theme'));
    assert.ok(names(await c.data('cookies', { tabId, action: 'get', all: true })).includes('theme'));
    await c.fails('domain_blocked', 'cookies', { tabId, action: 'get', domain: 'localhost' });
  });
});

describe('storage', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('both areas: set, get, delete, clear, as the page sees them', async () => {
    const tabId = await b.open('/');
    for (const area of ['local', 'session']) {
      await b.good('storage', { tabId, area, action: 'set', key: 'k', value: 'wört' });
      assert.equal(await b.run(tabId, `${area}Storage.getItem('k')`), 'wört');
      await b.run(tabId, `${area}Storage.setItem('j', '${area}'); 1`);
      const all = await b.data('storage', { tabId, area, action: 'get' });
      assert.deepEqual(all, {
        area,
        origin: b.site.url('').replace(/\/$/, ''),
        entries: [
          { key: 'j', value: area, bytes: area.length },
          { key: 'k', value: 'wört', bytes: 5 },
        ],
        count: 2,
      });
      const one = await b.data('storage', { tabId, area, action: 'get', key: 'k', max_bytes: 2 });
      assert.deepEqual(one.entries, [{ key: 'k', value: 'w', bytes: 5, truncated: true }]);
      assert.equal((await b.data('storage', { tabId, area, action: 'delete', key: 'k' })).deleted, 1);
      assert.equal((await b.data('storage', { tabId, area, action: 'clear' })).deleted, 1);
      assert.equal(await b.run(tabId, `${area}Storage.length`), 0);
    }
  });

  test('the page hears of a change as from another page', async () => {
    const tabId = await b.open('/');
    const other = await b.open('/');
    await b.run(other, 'window.heard = new Promise((done) => addEventListener("storage", ({ key, newValue }) => done([key, newValue]))); 1');
    await b.good('storage', { tabId, action: 'set', key: 'news', value: '1' });
    assert.deepEqual(await b.run(other, 'heard'), ['news', '1']);
  });

  test('workspaces do not share it', async () => {
    const tabId = await b.open('/');
    await b.good('storage', { tabId, action: 'set', key: 'mine', value: '1' });
    const apart = await b.open('/', { workspace: 'apart' });
    assert.equal((await b.data('storage', { tabId: apart, action: 'get', key: 'mine' })).count, 0);
  });

  test('pages without storage, and values that do not fit', async () => {
    for (const path of ['about:blank', '/sandboxed']) {
      const tabId = await b.open(path);
      for (const action of ['get', 'clear'])
        assert.match((await b.fails('unsupported', 'storage', { tabId, action })).message, /no localStorage/);
    }
    const tabId = await b.open('/');
    const value = 'x'.repeat(6_000_000);
    const error = await b.fails('invalid_arguments', 'storage', { tabId, action: 'set', key: 'big', value });
    assert.match(error.message, /does not fit/);
  });

  test('combinations that make no sense are refused with words', async () => {
    const tabId = await b.open('/');
    for (const [args, words] of [
      [{ action: 'set', key: 'k' }, /key and value/],
      [{ action: 'set', value: 'v' }, /key and value/],
      [{ action: 'get', value: 'v' }, /action set/],
      [{ action: 'delete' }, /needs a key/],
      [{ action: 'clear', key: 'k' }, /takes no key/],
      [{ action: 'get', area: 'cookies' }, /one of/],
    ])
      assert.match((await b.fails('invalid_arguments', 'storage', { tabId, ...args })).message, words, JSON.stringify(args));
  });
});
