// The elements that a CSS selector (in shadow roots, too) or an XPath expression finds, with refs and facts.
// @use lib/dom.js
// @use lib/visible.js
// @use lib/roles.js
// @use lib/names.js
// @use lib/bytes.js
// @use lib/target.js
// @use lib/page_text.js
const queryLimits = { elements: 1000, attributes: 40, value: 300, text: 200, bytes: 1 << 20 };
const evaluateXPath = methodOf(Document.prototype, "evaluate");
const queryNamespaces = {
  html: "http://www.w3.org/1999/xhtml",
  xhtml: "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  math: "http://www.w3.org/1998/Math/MathML",
  xlink: "http://www.w3.org/1999/xlink",
  xml: "http://www.w3.org/XML/1998/namespace",
};

// `attributes` names those to tell; null means all. Text is what a person sees; with includeHidden all there
// is. `hidden` counts elements whose text was left out for it. XPath that gives no nodes answers {total: 0,
// value}.
function queryDom({ css, xpath, limit = 50, attributes = null, includeHidden = false } = {}) {
  const found = isFilled(css) === isFilled(xpath) ? oneOfBoth() : isFilled(css) ? byCss(css) : byXPath(xpath);
  if (found.error) return found;
  if (Object.hasOwn(found, "value")) return { total: 0, elements: [], truncated: false, value: found.value };
  const look = { attributes, includeHidden, reading: newReading(), sight: newSight(), hidden: 0 };
  const elements = [];
  const most = Math.min(Math.max(1, limit), queryLimits.elements);
  let bytes = 0;
  for (const node of found.nodes()) {
    if (elements.length === most || bytes > queryLimits.bytes) break;
    const fact = isElement(node) ? elementFact(node, look) : nodeFact(node, look);
    bytes += JSON.stringify(fact).length;
    elements.push(fact);
  }
  return { total: found.total, elements, truncated: elements.length < found.total, hidden: look.hidden };
}

function isFilled(text) {
  return typeof text === "string" && text.trim() !== "";
}

function oneOfBoth() {
  return { error: { code: "invalid_arguments", message: "Give css or xpath, one of both." } };
}

function byCss(selector) {
  const problem = selectorProblem(selector);
  if (problem) return { error: problem };
  const lists = [everyInDocument(document, selector)];
  for (const root of shadowRoots()) lists.push(allInFragment(root, selector));
  return {
    total: lists.reduce((sum, list) => sum + list.length, 0),
    *nodes() {
      for (const list of lists) yield* list;
    },
  };
}

// Prefixes of the usual namespaces are known; names without one are HTML, as documents see it.
function byXPath(expression) {
  const resolver = (prefix) => (Object.hasOwn(queryNamespaces, prefix) ? queryNamespaces[prefix] : null);
  const evaluated = (type) => evaluateXPath(document, expression, document, resolver, type, null);
  try {
    const result = evaluated(XPathResult.ANY_TYPE);
    if (result.resultType === XPathResult.NUMBER_TYPE) return { value: plainNumber(result.numberValue) };
    if (result.resultType === XPathResult.STRING_TYPE) return { value: shortened(result.stringValue, 10000) };
    if (result.resultType === XPathResult.BOOLEAN_TYPE) return { value: result.booleanValue };
    const nodes = evaluated(XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    return {
      total: nodes.snapshotLength,
      *nodes() {
        for (let i = 0; i < nodes.snapshotLength; i++) yield nodes.snapshotItem(i);
      },
    };
  } catch (error) {
    const reason = String(error && error.message).replace(/^Failed to execute '\w+' on '\w+': /, "");
    return {
      error: { code: "invalid_arguments", message: `Not an XPath expression: ${reason}`, xpath: expression },
    };
  }
}

// JSON has no NaN and no infinity.
function plainNumber(number) {
  return Number.isFinite(number) ? number : String(number);
}

function elementFact(element, look) {
  const visible = isRendered(element) && isSeenByPerson(element, look.sight);
  const fact = { ref: openchrome.refOf(element), tag: localNameOf(element) };
  const role = roleOf(element, look.reading);
  if (role && role !== "generic" && role !== "none") fact.role = role;
  const name = visible ? nameOf(element, look.reading) : "";
  if (name) fact.name = shortened(name, queryLimits.text);
  fact.text = textFact(element, look);
  fact.attributes = attributeFacts(element, look.attributes);
  fact.visible = visible;
  fact.box = boxFact(element);
  return fact;
}

function textFact(element, look) {
  if (look.includeHidden) return shortened(squeezed(textContentOf(element).slice(0, 5000)), queryLimits.text);
  if (isRendered(element)) {
    const { text, hidden } = seenTextOf(element, { maxLength: queryLimits.text, sight: look.sight });
    if (hidden > 0) look.hidden++;
    return squeezed(text);
  }
  if (/\S/.test(textContentOf(element))) look.hidden++;
  return "";
}

function attributeFacts(element, wanted) {
  const facts = {};
  const names = wanted ? wanted.filter((name) => hasAttr(element, name)) : attributeNamesOf(element);
  for (const name of names.slice(0, queryLimits.attributes)) {
    const value = attr(element, name);
    const secret = name.toLowerCase() === "value" && isPassword(element);
    facts[name] = secret ? "••••••" : shortened(value, /^data:/i.test(value) ? 60 : queryLimits.value);
  }
  return facts;
}

function isPassword(element) {
  return element instanceof HTMLInputElement && property(HTMLInputElement, "type", element) === "password";
}

// In pixels of the viewport.
function boxFact(element) {
  const { x, y, width, height } = rectOf(element);
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

// XPath finds attributes, texts, comments and the document, too: told with the element they belong to.
function nodeFact(node, look) {
  switch (nodeTypeOf(node)) {
    case Node.ATTRIBUTE_NODE: {
      const { ownerElement, name } = node;
      return {
        ref: openchrome.refOf(ownerElement),
        tag: `@${name}`,
        ...attributeFacts(ownerElement, [name]),
      };
    }
    case Node.TEXT_NODE:
    case Node.CDATA_SECTION_NODE:
      return textNodeFact(node, look);
    case Node.COMMENT_NODE:
      return { tag: "#comment" };
    default:
      return { tag: nodeTypeOf(node) === Node.DOCUMENT_NODE ? "#document" : "#node" };
  }
}

function textNodeFact(node, look) {
  const above = parentNodeOf(node);
  const seen = look.includeHidden || (isElement(above) && isSeenByPerson(above, look.sight, node));
  if (!seen) look.hidden++;
  const text = seen ? shortened(squeezed(textOf(node)), queryLimits.text) : "";
  return { ...(isElement(above) && { ref: openchrome.refOf(above) }), tag: "#text", text };
}
