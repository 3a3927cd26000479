// Tells the document's world which elements the page listens at; called with the elements themselves.
function noteListeners(...found) {
  globalThis.openchrome?.noteListeners(found);
}
