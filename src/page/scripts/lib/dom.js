// Reading a DOM that may be hostile. A form's fields shadow its properties (form.children, form.id), and
// named images shadow those of the document; so everything is read through the accessors of the prototypes,
// which the page cannot reach. `childNodesOf` and `parentOf` speak of the flattened tree: shadow content in
// place of its host's children, slots with what is assigned to them.
function readerOf(prototype, name) {
  return Function.prototype.call.bind(Object.getOwnPropertyDescriptor(prototype, name).get);
}

function methodOf(prototype, name) {
  return Function.prototype.call.bind(prototype[name]);
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const DOCUMENT_FRAGMENT_NODE = 11;
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const MATHML_NAMESPACE = "http://www.w3.org/1998/Math/MathML";

const nodeTypeOf = readerOf(Node.prototype, "nodeType");
const parentNodeOf = readerOf(Node.prototype, "parentNode");
const firstChildOf = readerOf(Node.prototype, "firstChild");
const nextSiblingOf = readerOf(Node.prototype, "nextSibling");
const previousElementOf = readerOf(Element.prototype, "previousElementSibling");
const nextElementOf = readerOf(Element.prototype, "nextElementSibling");
const firstElementOf = readerOf(Element.prototype, "firstElementChild");
const lastElementOf = readerOf(Element.prototype, "lastElementChild");
const textContentOf = readerOf(Node.prototype, "textContent");
const isConnected = readerOf(Node.prototype, "isConnected");
const rootNodeOf = methodOf(Node.prototype, "getRootNode");
const containsNode = methodOf(Node.prototype, "contains");
const textOf = readerOf(CharacterData.prototype, "data");
const localNameOf = readerOf(Element.prototype, "localName");
const namespaceOf = readerOf(Element.prototype, "namespaceURI");
const assignedSlotOf = readerOf(Element.prototype, "assignedSlot");
const textAssignedSlotOf = readerOf(Text.prototype, "assignedSlot");
const assignedNodesOf = methodOf(HTMLSlotElement.prototype, "assignedNodes");
const hasAttributes = methodOf(Element.prototype, "hasAttributes");
const attributeNamesOf = methodOf(Element.prototype, "getAttributeNames");
const hasAttr = methodOf(Element.prototype, "hasAttribute");
const matchesSelector = methodOf(Element.prototype, "matches");
const closestTo = methodOf(Element.prototype, "closest");
const rectOf = methodOf(Element.prototype, "getBoundingClientRect");
const hostOf = readerOf(ShadowRoot.prototype, "host");
const bodyOf = readerOf(Document.prototype, "body");
const activeElementOf = readerOf(Document.prototype, "activeElement");
const elementInDocument = methodOf(Document.prototype, "getElementById");
const elementInFragment = methodOf(DocumentFragment.prototype, "getElementById");
const allInFragment = methodOf(DocumentFragment.prototype, "querySelectorAll");
// The value of an attribute, or null.
const attr = methodOf(Element.prototype, "getAttribute");

// Lower-case local name: "div", "foreignobject".
function tagOf(element) {
  return localNameOf(element).toLowerCase();
}

function isElement(node) {
  return nodeTypeOf(node) === ELEMENT_NODE;
}

function isInert(element) {
  return hasAttr(element, "inert") && element instanceof HTMLElement;
}

function isSvg(element) {
  return namespaceOf(element) === SVG_NAMESPACE;
}

// A property of a known interface, read past any clobbering: property(HTMLInputElement, "value", element).
// Undefined for an element of another kind.
const propertyReaders = new Map();
function property(type, name, element) {
  const key = `${type.name}.${name}`;
  let reader = propertyReaders.get(key);
  if (reader === undefined) {
    let prototype = type.prototype;
    while (!Object.hasOwn(prototype, name)) prototype = Object.getPrototypeOf(prototype);
    reader = readerOf(prototype, name);
    propertyReaders.set(key, reader);
  }
  try {
    return reader(element);
  } catch {
    return undefined;
  }
}

// The built-in elements that may have a shadow root; custom elements may, too.
const HOST_TAGS = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);

function mayHost(element, tag = localNameOf(element)) {
  return tag.includes("-") || HOST_TAGS.has(tag);
}

// The element's shadow root, open or closed, as far as it is known; or null.
function shadowRootOf(element, tag = localNameOf(element)) {
  return mayHost(element, tag) ? openchrome.rootOf(element) : null;
}

function plainChildrenOf(node) {
  const children = [];
  for (let child = firstChildOf(node); child; child = nextSiblingOf(child)) children.push(child);
  return children;
}

// The children in the flattened tree, elements and texts (and comments), of an element, a root or the
// document.
function childNodesOf(node) {
  if (nodeTypeOf(node) === ELEMENT_NODE) {
    const tag = localNameOf(node);
    if (tag === "slot" && node instanceof HTMLSlotElement) {
      const assigned = assignedNodesOf(node);
      return assigned.length > 0 ? assigned : plainChildrenOf(node);
    }
    const root = shadowRootOf(node, tag);
    if (root) return plainChildrenOf(root);
  }
  return plainChildrenOf(node);
}

// The slot that a child of a host stands in, closed roots included; null when it is in none, and so not
// rendered.
function slotOf(node, root) {
  const slot = nodeTypeOf(node) === TEXT_NODE ? textAssignedSlotOf(node) : assignedSlotOf(node);
  if (slot) return slot;
  for (const candidate of allInFragment(root, "slot")) {
    if (assignedNodesOf(candidate).includes(node)) return candidate;
  }
  return null;
}

// The element above in the flattened tree, or null: at the top, or outside of that tree.
function parentOf(node) {
  const parent = parentNodeOf(node);
  if (!parent) return null;
  const type = nodeTypeOf(parent);
  if (type === DOCUMENT_FRAGMENT_NODE) return parent instanceof ShadowRoot ? hostOf(parent) : null;
  if (type !== ELEMENT_NODE) return null;
  const root = shadowRootOf(parent);
  return root ? slotOf(node, root) : parent;
}

// The first ancestor in the flattened tree that satisfies the condition, the element itself included; or
// null.
function ancestorOf(element, holds) {
  for (let one = element, steps = 0; one && steps < 2000; one = parentOf(one), steps++) {
    if (holds(one)) return one;
  }
  return null;
}

function elementById(root, id) {
  if (root instanceof Document) return elementInDocument(root, id);
  return root instanceof DocumentFragment ? elementInFragment(root, id) : null;
}

// Elements that scripts set as ARIA relations, with no ids, stand in these properties; the attribute is then
// empty.
const REFLECTED = {
  "aria-labelledby": "ariaLabelledByElements",
  "aria-describedby": "ariaDescribedByElements",
  "aria-owns": "ariaOwnsElements",
  "aria-controls": "ariaControlsElements",
};
const MAX_ID_REFS = 100;

// The elements that an attribute names by id, within the same root, in the attribute's order.
function idRefs(element, attribute) {
  const value = attr(element, attribute);
  if (value === null) return [];
  if (value.trim() === "") {
    const reflected = REFLECTED[attribute] && property(Element, REFLECTED[attribute], element);
    return reflected ? Array.from(reflected).slice(0, MAX_ID_REFS) : [];
  }
  const root = rootNodeOf(element);
  const found = [];
  for (const id of value.trim().split(/\s+/, MAX_ID_REFS)) {
    const target = elementById(root, id);
    if (target) found.push(target);
  }
  return found;
}

// The focused element, inside shadow roots as far as they are known; or null.
function focusedElement() {
  let focused = activeElementOf(document);
  for (let depth = 0; focused && depth < 100; depth++) {
    const root = shadowRootOf(focused);
    const inner = root && property(ShadowRoot, "activeElement", root);
    if (!inner) break;
    focused = inner;
  }
  return focused === bodyOf(document) ? null : focused;
}

// Runs of white space become one space; none at the ends.
function squeezed(text) {
  if (!/[\t\n\f\r]|^\s| {2}|\s$/.test(text)) return text;
  return text.replace(/[\t\n\f\r ]+/g, " ").trim();
}
