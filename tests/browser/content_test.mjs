// Proves page_content, validate_page and extract_data: markup, health and values of a page.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowsing } from '../lib/browsing.mjs';

const kProduct = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Rain shoe',
  sku: 'RS-42',
  offers: { '@type': 'Offer', price: '59.90', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
};
const kPages = {
  '/': '<!doctype html><title>Home</title><!-- remark --><div id="box" data-x="1"><p>Text &amp; more</p></div>',
  '/big': `<!doctype html><title>Big</title><body>${'<p>ä filler paragraph</p>'.repeat(3000)}`,
  '/product': `<title>Rain shoe – Shop</title><meta property="og:description" content="Dry feet">
    <script type="application/ld+json">${JSON.stringify(kProduct)}</script><h1>Rain shoe</h1>
    <dl><dt>Colour</dt><dd>Blue</dd><dt>Weight</dt><dd>420 g</dd></dl>`,
  '/list': `<title>List</title><div id="shoes">${[
    ['Rain', '59.90'],
    ['Sun', '39.00'],
    ['Snow', '99.50'],
  ]
    .map(
      ([name, price]) =>
        `<div class="item"><h3>${name} shoe</h3><span class="price">€ ${price}</span><a href="/${name}">Details</a></div>`,
    )
    .join('')}</div>`,
  '/table': `<title>Table</title><table><tr><th>City</th><th>People</th></tr><tr><td>Bern</td><td>134,000</td></tr>
    <tr><td>Basel</td><td>178,000</td></tr></table>`,
  '/ok':
    '<!doctype html><html lang="en"><title>Fine</title><meta name="description" content="All well"><h1>Fine</h1><p>Text</p></html>',
  '/sick': `<title>Sick</title><script>console.warn('careful'); console.error('bad thing'); missing();</script>
    <img src="/none.png"><p id="there">x</p>`,
  '/broken': { status: 500, body: '<title>Broken</title><h1>500</h1>' },
  '/private': { redirect: '/login' },
  '/login': '<title>Log in</title><form><input type="password" aria-label="Password"><button>Log in</button></form>',
  '/favicon.ico': { body: '', type: 'image/png' },
  '/late': '<title>Late</title><script>onload = () => setTimeout(() => console.error("late error"), 100)</script>',
};

describe('page_content', () => {
  const b = sharedBrowsing({ pages: kPages });

  test('the whole page, its state first', async () => {
    const tabId = await b.open('/');
    const result = await b.good('page_content', { tabId });
    assert.match(result.content[0].text, /^\{"state":\{"url":/);
    const { content, content_length: length, state } = result.structuredContent;
    assert.match(content, /^<!DOCTYPE html>\n?<html><head><title>Home<\/title>/);
    assert.match(content, /<p>Text &amp; more<\/p>/);
    assert.doesNotMatch(content, /remark/);
    assert.ok(length >= Buffer.byteLength(content));
    assert.equal(state.mode, 'html');
    assert.equal(state.tabId, tabId);
  });

  test('one element, with and without its tag', async () => {
    const tabId = await b.open('/');
    const outer = await b.data('page_content', { tabId, selector: '#box' });
    assert.equal(outer.selector, '#box');
    assert.equal(outer.content, '<div id="box" data-x="1"><p>Text &amp; more</p></div>');
    assert.equal(outer.content_length, outer.content.length);
    const inner = await b.data('page_content', { tabId, selector: '#box', outer_html: false });
    assert.equal(inner.content, '<p>Text &amp; more</p>');
    assert.equal((await b.data('page_content', { tabId, selector: '#box', outerHtml: false })).content, inner.content);
  });

  test('a missing element: an error that says which page lacks it', async () => {
    const tabId = await b.open('/');
    const result = await b.call('page_content', { tabId, selector: '#none' });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /^\{"state":\{"url":/);
    const { state, error } = JSON.parse(result.content[0].text);
    assert.equal(error.code, 'element_not_found');
    assert.deepEqual([state.url, state.title, state.mode, state.tabId], [b.site.url('/'), 'Home', 'html', tabId]);
  });

  test('a long one is cut, whole characters only, and says so', async () => {
    const tabId = await b.open('/big');
    const cut = await b.data('page_content', { tabId, max_bytes: 5000 });
    assert.equal(cut.truncated, true);
    assert.ok(Buffer.byteLength(cut.content) <= 5000 && Buffer.byteLength(cut.content) > 4900);
    assert.doesNotMatch(cut.content, /\ufffd/);
    assert.ok(cut.content_length > 70_000);
    const whole = await b.data('page_content', { tabId, max_bytes: 1_000_000 });
    assert.equal(whole.truncated, undefined);
    assert.equal(Buffer.byteLength(whole.content), whole.content_length);
  });
});

describe('validate_page', () => {
  const b = sharedBrowsing({ pages: kPages });
  const validate = (path, args) => b.data('validate_page', { url: b.site.url(path), console_ms: 0, ...args });

  test('a good page', async () => {
    const report = await validate('/ok');
    assert.equal(report.ok, true);
    assert.deepEqual([report.status, report.title, report.lang], [200, 'Fine', 'en']);
    assert.deepEqual([report.console.errors, report.network.failed, report.auth_redirect], [0, 0, false]);
    assert.equal(report.counts.headings, 1);
    assert.match(report.textSample, /Text/);
    assert.deepEqual([report.state.mode, report.state.url], ['validate', b.site.url('/ok')]);
  });

  test('a sick one: console, exceptions, requests', async () => {
    const report = await validate('/sick');
    assert.equal(report.ok, false);
    assert.equal(report.console.warnings, 1);
    assert.match(report.console.warning_entries[0].text, /careful/);
    const errors = report.console.error_entries.map(({ text }) => text).join('\n');
    assert.match(errors, /bad thing/);
    assert.match(errors, /missing is not defined/);
    assert.equal(report.network.failed, 1);
    assert.match(report.network.failed_entries[0].url, /none\.png/);
    assert.equal(report.network.failed_entries[0].status, 404);
  });

  test('only what this load brought counts', async () => {
    await validate('/sick');
    const report = await validate('/ok');
    assert.deepEqual([report.ok, report.console.errors], [true, 0]);
  });

  test('it listens as long as it is told', async () => {
    assert.equal((await validate('/late', { console_ms: 3000 })).console.errors, 1);
  });

  test('statuses and logins', async () => {
    const broken = await validate('/broken');
    assert.deepEqual([broken.status, broken.ok], [500, false]);
    const login = await validate('/private');
    assert.deepEqual([login.auth_redirect, login.ok, login.url], [true, false, b.site.url('/login')]);
    assert.equal(login.hasLoginForm, true);
  });

  test('an element that a good page has', async () => {
    const there = await validate('/sick', { wait_for_selector: '#there' });
    assert.equal(there.wait_for_selector.found, true);
    const missing = await validate('/ok', { wait_for_selector: '#there', console_ms: 100, timeout_ms: 6000 });
    assert.equal(missing.wait_for_selector.found, false, 'a report, not a timeout');
    assert.equal(missing.ok, false);
    await b.fails('invalid_arguments', 'validate_page', { url: b.site.url('/ok'), wait_for_selector: 'a[' });
  });

  test('a page that cannot be loaded', async () => {
    const error = await b.fails('navigation_failed', 'validate_page', { url: 'http://nobody.invalid/' });
    assert.equal(error.details.net_error, 'net::ERR_NAME_NOT_RESOLVED');
    await b.fails('invalid_arguments', 'validate_page', {});
  });
});

describe('extract_data', () => {
  const b = sharedBrowsing({ pages: kPages });
  const object = (properties, required) => ({ type: 'object', properties, ...(required && { required }) });

  test('a product: from its structured data, with where each value came from', async () => {
    const tabId = await b.open('/product');
    const schema = object({
      name: { type: 'string' },
      price: { type: 'number' },
      priceCurrency: { type: 'string' },
      sku: { type: 'string' },
      colour: { type: 'string' },
      description: { type: 'string' },
      warranty: { type: 'string' },
    });
    const { data, sources, missing } = await b.data('extract_data', { tabId, schema });
    assert.equal(data.name, 'Rain shoe');
    assert.equal(data.price, 59.9);
    assert.equal(data.priceCurrency, 'EUR');
    assert.equal(data.sku, 'RS-42');
    assert.equal(data.colour, 'Blue');
    assert.equal(data.description, 'Dry feet');
    assert.match(sources.price, /json-?ld/i);
    assert.ok(sources.colour && sources.description, JSON.stringify(sources));
    assert.deepEqual(missing, ['warranty']);
  });

  test('a list: one record per item, in their order', async () => {
    const tabId = await b.open('/list');
    const item = object({ name: { type: 'string' }, price: { type: 'number' }, url: { type: 'string' } });
    const { data } = await b.data('extract_data', { tabId, schema: { type: 'array', items: item } });
    assert.deepEqual(
      data.map(({ name, price }) => [name, price]),
      [
        ['Rain shoe', 59.9],
        ['Sun shoe', 39],
        ['Snow shoe', 99.5],
      ],
    );
    assert.match(data[0].url, /\/Rain$/);
    const several = await b.data('extract_data', { tabId, schema: item, multiple: true, max_items: 2 });
    assert.equal(several.data.length, 2);
    const part = await b.data('extract_data', { tabId, schema: item, selector: '.item:nth-child(2)' });
    assert.equal(part.data.name, 'Sun shoe');
  });

  test('a table: rows by their headings', async () => {
    const tabId = await b.open('/table');
    const item = object({ city: { type: 'string' }, people: { type: 'integer' } });
    const { data } = await b.data('extract_data', { tabId, schema: { type: 'array', items: item } });
    assert.deepEqual(data, [
      { city: 'Bern', people: 134000 },
      { city: 'Basel', people: 178000 },
    ]);
  });

  test('refused: what is no schema of records, and parts that are not there', async () => {
    const tabId = await b.open('/product');
    await b.fails('invalid_arguments', 'extract_data', { tabId });
    await b.fails('invalid_arguments', 'extract_data', { tabId, schema: 'name' });
    await b.fails('invalid_arguments', 'extract_data', { tabId, schema: {} });
    await b.fails('element_not_found', 'extract_data', {
      tabId,
      schema: object({ a: { type: 'string' } }),
      selector: '#no',
    });
  });
});
