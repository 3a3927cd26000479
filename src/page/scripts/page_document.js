// The document itself, for whoever needs it as an object.
function pageDocument() {
  return document;
}
