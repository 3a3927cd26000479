// A page from a seed: parts put together at random, some of them in frames, shadow roots, scroll containers, or in motion.
// makePage(seed) gives { html, documents, controls, texts, features }; the text "{host:N}" stands for a host of the test's site.
import { readFileSync } from 'node:fs';
import { cookieBar, dialog, footer, hiddenCopies, navigation, pager, prose, section, tabs, toolbar } from './blocks.mjs';
import { Random } from './random.mjs';
import { recordsBlock } from './records.mjs';
import { Model, Scope } from './scope.mjs';

const kPageSide = readFileSync(new URL('page_side.js', import.meta.url), 'utf8');
const kStyle = `
*{box-sizing:border-box} body{margin:0;padding:16px;font:15px/1.4 sans-serif;color:#222;background:#fff}
.btn,app-button{display:inline-block;border:1px solid #888;border-radius:4px;padding:4px 10px;background:#eee;color:#222;text-decoration:none;margin:2px}
.pointer{cursor:pointer} .link{color:#06c;text-decoration:underline}
.icon{display:inline-block;vertical-align:top;border:1px solid #aaa;padding:3px;margin:2px;min-width:26px;min-height:26px}
.fa,.glyph{display:inline-block;width:18px;height:18px;background:#666;border-radius:3px}
.dot{display:inline-block;width:8px;height:8px;background:#69c}
.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.indented{display:inline-block;width:60px;height:24px;background:#9bd;text-indent:-9999px;overflow:hidden}
.hidden-box{position:absolute;opacity:0;width:1px;height:1px}
.box{display:inline-block;width:14px;height:14px;border:1px solid #555;margin-right:6px}
.row{display:block;margin:6px 0} .field{border:1px solid #999;min-width:160px;min-height:26px;display:inline-block;padding:3px}
.cards{display:flex;flex-wrap:wrap;gap:12px} .card{border:1px solid #bbb;border-radius:6px;padding:10px;width:230px;background:#fafafa}
.card h2,.card h3,.card h4{margin:0 0 6px}
.line{display:flex;gap:10px;align-items:center;padding:5px;border-bottom:1px solid #ddd} .grow{flex:1} .lines{list-style:none;padding:0}
.rows{max-width:820px}
table.records{border-collapse:collapse} .records td,.records th{border:1px solid #ccc;padding:5px 9px;text-align:left}
.board{display:flex;gap:16px} .lane{width:270px;background:#f0f0f0;padding:8px}
.title,.card-name,.name,.caption,.panel-title{font-weight:bold}
.panel,.box-outline,fieldset{border:1px solid #bbb;padding:10px;margin:10px 0;max-width:640px}
.top{background:#eef;padding:8px 14px} .top .bar{display:inline-flex;gap:14px;list-style:none;margin:0;padding:0;align-items:flex-start}
.brand{margin-right:20px}
.sticky{position:sticky;top:0;z-index:50;box-shadow:0 1px 4px #999} .bottom{background:#f4f4f4;padding:12px;margin-top:20px}
.hovers{position:relative} .hovers>ul{display:none;list-style:none;padding:8px;background:#fff;border:1px solid #aaa}
.hovers:hover>ul{display:block} .hovers>ul.over{position:absolute;z-index:60;width:190px;left:0;top:100%}
.unfolds{display:none;list-style:none;padding:8px} .unfolds.is-open{display:block}
.grows>*:hover{padding-bottom:48px} .slides{max-height:0;overflow:hidden;background:#ffd;transition:max-height .3s}
.slides.is-open{max-height:64px} .slides p{margin:0;padding:20px}
.cookies{position:fixed;left:0;right:0;bottom:0;background:#333;color:#fff;padding:14px;z-index:70}
.overlay{position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:100}
.modal{background:#fff;border:1px solid #555;padding:18px;width:480px;margin:60px auto;max-height:80vh;overflow:auto}
.aside{position:fixed;right:16px;bottom:16px;width:320px;margin:0;z-index:40;max-height:50vh}
.scroller{height:240px;overflow:auto;border:1px solid #999;padding:6px;max-width:860px}
.scroller thead th{position:sticky;top:-6px;background:#ddd;height:40px} .tall{height:1400px}
.sideways{overflow-x:auto;max-width:900px;border:1px solid #999} .sideways>div{width:2300px;padding-left:1300px}
.switch{width:40px;height:20px}
.combo{display:inline-block;position:relative}
.combo ul{position:absolute;z-index:30;background:#fff;border:1px solid #777;margin:0;padding:4px;list-style:none;min-width:160px}
.combo li{padding:3px 8px;cursor:pointer} iframe{border:2px solid #ccc;width:90%;height:320px}
@keyframes from-right{from{transform:translateX(400px);opacity:0}} @keyframes from-below{from{transform:translateY(160px)}}
@keyframes unroll{from{margin-top:140px}}
@keyframes turn{to{transform:rotate(1turn)}}
.spinner{display:inline-block;width:16px;height:16px;border:2px dashed #555;border-radius:50%;animation:turn 1s linear infinite}
`;

export function makePage(seed) {
  const random = new Random(seed);
  const model = new Model(random);
  const isModal = random.chance(0.1);
  const scope = new Scope(model, { operable: !isModal });
  const parts = [];
  const banner = random.chance(0.08);
  if (banner) {
    model.features.add('banner that slides');
    parts.push(`<div class="slides" data-do="banner"><p>${scope.say('Your changes were stored.')}</p></div>`);
  }
  if (random.chance(0.75)) parts.push(navigation(scope));
  const title = scope.say(random.pick(['Dashboard', 'Shop', 'My account', 'Back office', 'Inbox', 'Checkout']));
  parts.push(`<h1>${title}</h1><p><output data-do="status">0 changes so far</output></p>`);
  for (let count = random.int(2, 5); count > 0; --count) parts.push(placed(scope, partOf));
  if (random.chance(0.6)) parts.push(prose(scope));
  if (random.chance(0.45)) parts.splice(random.int(1, parts.length), 0, hiddenCopies(scope));
  if (random.chance(0.6)) parts.push(footer(scope));
  const isBarred = random.chance(0.15);
  if (isBarred) parts.push(`<div style="height:120px"></div>${cookieBar(scope)}`);
  if (isModal) parts.push(dialog(new Scope(model), { isModal }));
  else if (!isBarred && random.chance(0.08)) parts.push(`<div style="height:50vh"></div>${dialog(scope, { isModal: false })}`);
  return {
    seed,
    html: documentOf('Page', parts.join('\n')),
    documents: model.documents,
    controls: model.controls,
    texts: model.texts,
    features: [...model.features],
    isModal,
  };
}

function documentOf(title, body, { isLeft = false } = {}) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><script>${kPageSide}</script><style>${kStyle}</style></head>
<body${isLeft ? ' style="padding:6px"' : ''}>
${body}
<script>wild.adopt(document)</script></body></html>`;
}

function partOf(scope) {
  return {
    records: () => recordsBlock(scope),
    section: () => section(scope),
    prose: () => prose(scope),
    toolbar: () => toolbar(scope),
    tabs: () => tabs(scope),
    pager: () => pager(scope),
  }[scope.random.weighted({ records: 45, section: 30, prose: 10, toolbar: 10, tabs: 4, pager: 5 })]();
}

// --- places ---

const kPlaces = {
  plain: (scope, part) => part(scope),
  scroller: (scope, part) => `<div class="scroller">${part(scope.inside({ features: ['scroll container'] }))}</div>`,
  // A long way to the right.
  sideways: (scope, part) =>
    `<div class="sideways"><div>${part(scope.inside({ features: ['scroll container sideways'] }))}</div></div>`,
  // A long way down.
  far: (scope, part) => `<div class="tall"></div>${part(scope.inside({ features: ['far below the fold'] }))}`,
  entering: (scope, part) => {
    const { random } = scope;
    const motion = `${random.pick(['from-right', 'from-below', 'unroll'])} ${random.int(200, 800)}ms ease-out ${random.int(0, 300)}ms backwards`;
    return `<div style="animation:${motion}">${part(scope.inside({ features: ['entering animation'] }))}</div><i class="spinner"></i>`;
  },
  rerender: (scope) =>
    `<div data-do="rerender:${scope.random.int(100, 300)}">${recordsBlock(scope.inside({ features: ['re-rendered'] }), {
      shape: scope.random.pick(['cellTable', 'cards', 'list', 'soup', 'headerTable', 'looseCards']),
      count: scope.random.int(3, 12),
    })}</div>`,
  // Each record grows under the pointer and pushes down those below.
  growing: (scope) =>
    recordsBlock(scope.inside({ features: ['grows under the pointer'] }), {
      shape: scope.random.pick(['list', 'soup', 'delegated']),
      count: scope.random.int(4, 14),
    }).replace(/class="(lines|rows)/, 'class="grows $1'),
  openShadow: (scope, part) => shadow(scope, part, 'open'),
  closedShadow: (scope, part) => shadow(scope, part, 'closed'),
  nestedShadow: (scope, part) => shadow(scope, (inner) => shadow(inner, part, inner.random.pick(['open', 'closed'])), scope.random.pick(['open', 'closed'])),
  frame: (scope, part) => frame(scope, part, { host: 0 }),
  foreignFrame: (scope, part) => frame(scope, part, { host: scope.random.int(1, 2) }),
  nestedFrame: (scope, part) => frame(scope, (inner) => frame(inner, part, { host: inner.random.int(0, 2) }), { host: scope.random.int(0, 2) }),
  slowFrame: (scope, part) => frame(scope, part, { host: scope.random.int(1, 2), busyMs: scope.random.int(10, 40) * 100 }),
};

function placed(scope, part) {
  const place = scope.random.weighted({
    plain: 54, scroller: 6, sideways: 2, far: 4, entering: 5, rerender: 4, growing: 4, openShadow: 5, closedShadow: 4, nestedShadow: 2,
    frame: 4, foreignFrame: 5, nestedFrame: 2, slowFrame: 1.5,
  });
  return kPlaces[place](scope, part);
}

function shadow(scope, part, mode) {
  const inner = scope.inside({ features: [`${mode} shadow root`] });
  return `<div data-do="${mode}"><template><style>${kStyle}</style>${part(inner)}</template></div>`;
}

function frame(scope, part, { host, busyMs }) {
  const { model } = scope;
  const feature = busyMs ? 'slow frame' : host === 0 ? 'frame of the same site' : 'frame of another site';
  if (busyMs) model.features.add('has a slow frame');
  const inner = scope.inside({ features: [feature] });
  const path = `/frame/${model.newId()}`;
  const busy = busyMs ? `<i data-do="busy:${busyMs}"></i>` : '';
  const title = inner.random.chance(0.5) ? `<h2>${inner.say('Partner offers')}</h2>` : '';
  model.documents.set(path, documentOf('Frame', `${title}<p><output data-do="status">0 changes so far</output></p>${part(inner)}${busy}`, { isLeft: true }));
  return `<iframe src="{host:${host}}${path}"${inner.random.chance(0.3) ? ' title="Offers"' : ''}></iframe>`;
}
