// Put at the end of the bundle of read_ax by agreement_test.mjs, in place of its `return readAx;`: the same
// walk, but answering every element that we say is in the accessibility tree, with its role and name.
function axRecords() {
  const reading = newReading();
  const start = modalDialog() ?? property(Document, "documentElement", document);
  const listed = [];
  axTree(start, reading, {
    dropHidden: false,
    maxNodes: 1e6,
    onElement: (element, role) => listed.push({ element, role, name: nameOf(element, reading) }),
  });
  return { elements: listed.map((one) => one.element), facts: listed.map(({ role, name }) => ({ role, name })) };
}
return axRecords;
