// What tests of the acting tools share: pages that note the events they get, and frames of every kind.

// In a page: window.heard is a list of "type id" of each event, in order, with a mark for those that are not trusted.
export const kHearing = (...types) => `<script>
  window.heard = [];
  for (const type of ${JSON.stringify(types)}) addEventListener(type, (event) =>
    heard.push(type + ' ' + (event.composedPath()[0].id || event.composedPath()[0].localName) + (event.isTrusted ? '' : ' UNTRUSTED')), true);
  </script>`;

export const kMouse = ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'auxclick'];

export const otherOrigin = ({ headers }) => `http://localhost:${headers.host.split(':')[1]}`;

// "/framed" holds "/inner" of the same origin, "/apart" the same page of another one.
export const framePages = (inner) => ({
  '/framed': `<title>Framed</title><body style="margin:0"><div style="height:900px">Above</div>
    <iframe style="width:500px;height:300px;border:5px solid" src="/inner"></iframe><div style="height:900px"></div>`,
  '/apart': (request) => `<title>Apart</title><body style="margin:0"><div style="height:900px">Above</div>
    <iframe style="width:500px;height:300px;border:5px solid" src="${otherOrigin(request)}/inner"></iframe><div style="height:900px"></div>`,
  '/inner': inner,
});

// A page whose content stands in a closed shadow root.
export const closedPage = (html, script = '') => `<title>Closed</title><div id="host"></div><script>
  const root = document.getElementById('host').attachShadow({ mode: 'closed' });
  root.innerHTML = ${JSON.stringify(html)};
  ${script}</script>`;

export async function openSettled(b, path) {
  const tabId = await b.open(path);
  await b.data('wait_for', { tabId, load_state: 'networkidle' });
  return tabId;
}

export async function refOf(b, tabId, query) {
  const text = await b.text('find', { tabId, query });
  return text.match(/\[(ref_\d+)\]/)[1];
}

export const linesOf = (text) => text.split('\n');
