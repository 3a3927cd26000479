// Any JavaScript value as JSON: what JSON.stringify would lose or choke on is described instead — nodes, functions,
// undefined, cycles, big numbers, maps, sets, errors. Runs in the world of the value.
function describeValue(args) {
  const { value, maxDepth = 8, maxItems = 1000, maxText = 200000 } = args;
  const seen = new Set();
  let left = maxItems;

  const cut = (text) => (text.length > maxText ? `${text.slice(0, maxText)}… (${text.length} characters)` : text);

  function element(node) {
    const parts = [node.localName];
    for (const name of ["id", "class", "name", "type", "href", "role"]) {
      const attribute = Element.prototype.getAttribute.call(node, name);
      if (attribute) parts.push(`${name}="${attribute.slice(0, 80)}"`);
    }
    const text = (node.textContent || "").trim().replace(/\s+/g, " ").slice(0, 80);
    return `<${parts.join(" ")}>${text}`;
  }

  function node(found) {
    if (found.nodeType === 1) return element(found);
    if (found.nodeType === 9) return `#document ${found.URL}`;
    return `${found.nodeName} ${(found.textContent || "").trim().slice(0, 80)}`;
  }

  function list(items, depth) {
    const out = [];
    for (const item of items) {
      if (left-- <= 0) {
        out.push("… more");
        break;
      }
      out.push(described(item, depth + 1));
    }
    return out;
  }

  function members(object, depth) {
    const out = {};
    for (const key of Object.keys(object)) {
      if (left-- <= 0) {
        out["…"] = "more";
        break;
      }
      let member;
      try {
        member = object[key];
      } catch (error) {
        member = `(throws ${error})`;
      }
      if (typeof member !== "function") out[key] = described(member, depth + 1);
    }
    return out;
  }

  function described(item, depth) {
    switch (typeof item) {
      case "string":
        return cut(item);
      case "boolean":
        return item;
      case "number":
        return Number.isFinite(item) ? item : String(item);
      case "undefined":
        return null;
      case "bigint":
        return `${item}n`;
      case "symbol":
        return String(item);
      case "function":
        return `function ${item.name || "(anonymous)"}`;
    }
    if (item === null) return null;
    if (typeof Node === "function" && item instanceof Node) return node(item);
    if (item === globalThis) return "[window]";
    if (seen.has(item)) return "[circular]";
    if (depth >= maxDepth) return Array.isArray(item) ? `[array of ${item.length}]` : "[object]";
    seen.add(item);
    try {
      if (item instanceof Error) return { error: item.name, message: item.message };
      if (item instanceof Date) return Number.isNaN(item.getTime()) ? "Invalid Date" : item.toISOString();
      if (item instanceof RegExp) return String(item);
      if (item instanceof Map) return list(item.entries(), depth);
      if (item instanceof Set) return list(item.values(), depth);
      if (item instanceof Promise) return "[promise]";
      if (typeof NodeList === "function" && (item instanceof NodeList || item instanceof HTMLCollection)) {
        return list(item, depth);
      }
      if (Array.isArray(item) || ArrayBuffer.isView(item)) return list(item, depth);
      if (typeof item.toJSON === "function") return described(item.toJSON(), depth + 1);
      return members(item, depth);
    } finally {
      seen.delete(item);
    }
  }

  return described(value, 0);
}
