// @use lib/dom.js
// Where the page is and how large: the facts in the first line of every way to read it.
function pageStats() {
  const page = property(Document, "documentElement", document);
  return {
    url: property(Document, "URL", document),
    title: property(Document, "title", document),
    scrollX: Math.round(window.scrollX),
    scrollY: Math.round(window.scrollY),
    viewportWidth: window.innerWidth,
    viewportHeight: window.innerHeight,
    docWidth: page ? page.scrollWidth : 0,
    docHeight: page ? page.scrollHeight : 0,
  };
}
