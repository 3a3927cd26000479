// Proves page_screenshot and page_pdf: formats, sizes, parts, labels that leave nothing behind, files only where allowed.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sharedBrowsing, startBrowsing } from '../lib/browsing.mjs';
import { bytesOf, pixelsOf, sizeOf } from '../lib/pictures.mjs';
import { atEnd } from '../lib/processes.mjs';

const kPages = {
  '/': `<!doctype html><title>Colours</title><style>html,body { margin: 0; background: #fff } div { position: absolute }</style>
    <div id="red" style="left:0;top:0;width:100px;height:50px;background:#f00"></div>
    <div id="blue" style="left:200px;top:1500px;width:60px;height:40px;background:#00f"></div>
    <button style="position:absolute;left:300px;top:100px">One</button><a href="/x" style="position:absolute;left:300px;top:200px">Two</a>
    <div style="left:0;top:2000px;width:1px;height:100px"></div><span id="none" style="display:none">x</span>`,
  '/print': `<!doctype html><title>Print</title>${'<p style="break-after:page">A page of text</p>'.repeat(3)}`,
};

describe('page_screenshot', () => {
  const b = sharedBrowsing({ pages: kPages });
  const shot = async (args) => (await b.good('page_screenshot', args)).content[0];
  const measure = async (args) => sizeOf(bytesOf(await shot(args)));

  test('the viewport, webp unless told otherwise', async () => {
    const tabId = await b.open('/');
    assert.deepEqual(await measure({ tabId }), { format: 'webp', width: 1280, height: 720 });
    assert.deepEqual(await measure({ tabId, format: 'png' }), { format: 'png', width: 1280, height: 720 });
    assert.deepEqual(await measure({ tabId, format: 'jpeg' }), { format: 'jpeg', width: 1280, height: 720 });
    const result = await b.good('page_screenshot', { tabId });
    assert.deepEqual(
      result.content.map(({ type }) => type),
      ['image'],
      'the picture and nothing else',
    );
  });

  test('what it shows', async () => {
    const tabId = await b.open('/');
    const pixels = pixelsOf(await shot({ tabId, format: 'png' }));
    assert.deepEqual(pixels.at(50, 25), [255, 0, 0]);
    assert.deepEqual(pixels.at(150, 25), [255, 255, 255]);
  });

  test('quality', async () => {
    const tabId = await b.open('/');
    for (const format of ['jpeg', 'webp']) {
      const [poor, fine] = [await shot({ tabId, format, quality: 1 }), await shot({ tabId, format, quality: 100 })];
      assert.ok(poor.data.length < fine.data.length, format);
    }
    for (const quality of [0, 101, 'high']) await b.fails('invalid_arguments', 'page_screenshot', { tabId, quality });
  });

  test('all of the page, and the view stays where it was', async () => {
    const tabId = await b.open('/');
    const pixels = pixelsOf(await shot({ tabId, full_page: true, format: 'png' }));
    assert.deepEqual([pixels.width, pixels.height], [1280, 2100]);
    assert.deepEqual(pixels.at(230, 1520), [0, 0, 255]);
    assert.equal(await b.run(tabId, 'scrollY'), 0);
    assert.deepEqual(await b.run(tabId, '[innerWidth, innerHeight]'), [1280, 720]);
  });

  test('an area, also out of view', async () => {
    const tabId = await b.open('/');
    const pixels = pixelsOf(await shot({ tabId, clip: { x: 190, y: 1490, width: 40, height: 30 }, format: 'png' }));
    assert.deepEqual([pixels.width, pixels.height], [40, 30]);
    assert.deepEqual(pixels.at(5, 5), [255, 255, 255]);
    assert.deepEqual(pixels.at(20, 20), [0, 0, 255]);
    await b.fails('invalid_arguments', 'page_screenshot', { tabId, clip: { x: 0, y: 0, width: 0, height: 5 } });
    await b.fails('invalid_arguments', 'page_screenshot', { tabId, clip: { x: 0, y: 0, width: 5 } });
  });

  test('one element, by selector and by ref', async () => {
    const tabId = await b.open('/');
    const { ref } = (await b.data('query_dom', { tabId, css: '#blue' })).elements[0];
    for (const target of [{ selector: '#blue' }, { ref }]) {
      const pixels = pixelsOf(await shot({ tabId, ...target, format: 'png' }));
      assert.deepEqual([pixels.width, pixels.height], [60, 40]);
      assert.deepEqual(pixels.at(1, 1), [0, 0, 255]);
      assert.deepEqual(pixels.at(58, 38), [0, 0, 255]);
    }
    const none = await b.fails('element_not_found', 'page_screenshot', { tabId, selector: '#none' });
    assert.match(none.message, /no size/);
    await b.fails('element_not_found', 'page_screenshot', { tabId, selector: '#missing' });
    await b.fails('invalid_arguments', 'page_screenshot', { tabId, selector: '#red', full_page: true });
    await b.fails('invalid_arguments', 'page_screenshot', { tabId, format: 'gif' });
  });

  test('labels: drawn on the picture, refs told, and the page is as it was', async () => {
    const tabId = await b.open('/');
    const before = await b.run(tabId, 'document.documentElement.outerHTML');
    const plain = pixelsOf(await shot({ tabId, format: 'png' }));
    const result = await b.good('page_screenshot', { tabId, labels: true, format: 'png' });
    const drawn = pixelsOf(result.content[0]);
    const refs = result.content[1].text.match(/^labelled: (ref_\d+) (ref_\d+)$/).slice(1);
    for (const ref of refs) assert.match(await b.text('inspect', { tabId, ref }), /button: "One"|link: "Two"/);
    const differs = (left, top) => {
      for (let y = top; y < top + 40; ++y)
        for (let x = left; x < left + 60; ++x) if (`${plain.at(x, y)}` !== `${drawn.at(x, y)}`) return true;
      return false;
    };
    assert.ok(differs(280, 85), 'something is drawn at the button');
    assert.equal(await b.run(tabId, 'document.documentElement.outerHTML'), before);
    const after = pixelsOf(await shot({ tabId, format: 'png' }));
    for (let x = 280; x < 360; ++x)
      assert.deepEqual(after.at(x, 110), plain.at(x, 110), 'nothing is left on the picture');
  });
});

describe('--viewport', () => {
  test('is the size of pages and pictures', async (t) => {
    const b = await startBrowsing(t, { pages: kPages, flags: ['--viewport', '800x600'] });
    const tabId = await b.open('/');
    assert.deepEqual(await b.run(tabId, '[innerWidth, innerHeight, devicePixelRatio]'), [800, 600, 1]);
    assert.match(await b.text('read_page', { tabId }), /viewport: 800x600/);
    const { content } = await b.good('page_screenshot', { tabId });
    assert.deepEqual(sizeOf(bytesOf(content[0])), { format: 'webp', width: 800, height: 600 });
  });
});

describe('files', () => {
  test('a picture in a file: inside the roots only', async (t) => {
    const b = await startBrowsing(t, { pages: kPages });
    const tabId = await b.open('/');
    const written = await b.data('page_screenshot', { tabId, path: 'shots/a.png', format: 'png' });
    assert.ok(written.path.startsWith(b.home), written.path);
    const bytes = readFileSync(written.path);
    assert.deepEqual(sizeOf(bytes), { format: 'png', width: 1280, height: 720 });
    assert.deepEqual([written.size_bytes, written.mime_type], [bytes.length, 'image/png']);
    for (const path of ['/etc/shot.png', '../../shot.png', '/tmp/shot.png', 'a/../../../shot.png']) {
      const error = await b.fails('path_not_allowed', 'page_screenshot', { tabId, path });
      assert.ok(error.details.roots.length > 0);
      assert.ok(!existsSync('/tmp/shot.png'));
    }
    symlinkSync('/tmp', join(written.path, '../out'));
    await b.fails('path_not_allowed', 'page_screenshot', { tabId, path: 'shots/out/shot.png' });
    assert.ok(!existsSync('/tmp/shot.png'));
  });

  test('--file-root: a directory of the user', async (t) => {
    const root = mkdtempSync(join(tmpdir(), 'openchrome-test-'));
    atEnd(t, () => rmSync(root, { recursive: true, force: true }));
    const b = await startBrowsing(t, { pages: kPages, flags: ['--file-root', root] });
    const tabId = await b.open('/');
    const { path } = await b.data('page_pdf', { tabId, path: join(root, 'x.pdf') });
    assert.equal(readFileSync(path).toString('latin1', 0, 5), '%PDF-');
    assert.equal(path, join(root, 'x.pdf'));
  });
});

describe('page_pdf', () => {
  const b = sharedBrowsing({ pages: kPages });
  const print = async (args) => {
    const { path, size_bytes: size, mime_type: type } = await b.data('page_pdf', args);
    const bytes = readFileSync(path);
    assert.deepEqual([size, type], [bytes.length, 'application/pdf']);
    const text = bytes.toString('latin1');
    assert.ok(text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF'));
    const [, width, height] = text.match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/);
    return {
      path,
      pages: text.match(/\/Type \/Page\b(?!s)/g).length,
      width: Math.round(width),
      height: Math.round(height),
    };
  };

  test('a whole PDF, in a file of its own each time', async () => {
    const tabId = await b.open('/print');
    const [one, two] = [await print({ tabId }), await print({ tabId })];
    assert.notEqual(one.path, two.path);
    assert.ok(one.path.startsWith(b.home));
    assert.ok(one.pages >= 3, `${one.pages} pages`);
    assert.deepEqual([one.width, one.height], [596, 842], 'A4');
  });

  test('paper, direction and ranges', async () => {
    const tabId = await b.open('/print');
    const letter = await print({ tabId, paper: 'Letter', landscape: true, ranges: '2', margin_inches: 0, scale: 0.5 });
    assert.deepEqual([letter.width, letter.height, letter.pages], [792, 612, 1]);
  });

  test('refused: papers, scales, ranges and places that are none', async () => {
    const tabId = await b.open('/print');
    for (const args of [
      { paper: 'b9' },
      { scale: 9 },
      { scale: 0 },
      { ranges: 'all' },
      { margin_inches: -1 },
      { landscape: 'yes' },
    ])
      await b.fails('invalid_arguments', 'page_pdf', { tabId, ...args });
    await b.fails('path_not_allowed', 'page_pdf', { tabId, path: '/etc/x.pdf' });
  });
});
