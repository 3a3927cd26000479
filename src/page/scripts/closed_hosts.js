// Elements that may have a closed shadow root of which nobody has asked the browser yet: custom ones, and empty boxes
// that take space. → {hosts: [ref]}
// @use lib/dom.js
// @use lib/target.js
const hostLimits = { elements: 200000, hosts: 200 };

function closedHosts() {
  const hosts = [];
  const roots = [document];
  let left = hostLimits.elements;
  for (let root = roots.pop(); root; root = roots.pop()) {
    const all = root === document ? everyInDocument(document, "*") : allInFragment(root, "*");
    for (let i = 0; i < all.length && left-- > 0; i++) {
      const tag = localNameOf(all[i]);
      if (!mayHost(all[i], tag)) continue;
      const inner = openchrome.rootOf(all[i]);
      if (inner) roots.push(inner);
      else if (hosts.length < hostLimits.hosts && mayHideARoot(all[i], tag)) hosts.push(openchrome.refOf(all[i]));
    }
  }
  return { hosts };
}

function mayHideARoot(element, tag) {
  if (openchrome.isKnownHost(element)) return false;
  if (tag.includes("-")) return true;
  if (firstChildOf(element)) return false;
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
}
