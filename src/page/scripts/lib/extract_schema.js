// @use lib/extract_words.js
// A JSON Schema → what is wanted: a tree of {kind: "value" | "object" | "list" | "items"}, or {problem}.
const exSchemaLimits = { fields: 200, depth: 6 };
const exTypes = new Set(["string", "number", "integer", "boolean", "array", "object"]);

function exWantOf(schema) {
  const state = { root: schema, fields: 0 };
  if (!schema || typeof schema !== "object" || Array.isArray(schema)) {
    return {
      problem: "schema must be a JSON Schema: an object with properties, or an array of such objects.",
    };
  }
  const want = exWant(exSpelledOut(schema), "", "", state, 0);
  if (state.problem) return { problem: state.problem };
  if (want.kind === "value")
    return { problem: "schema must describe an object with properties, or an array." };
  if (want.kind === "object" && want.fields.length === 0) return { problem: "schema has no properties." };
  return want;
}

// {name: "string", price: "number"} is what people mean by {properties: {name: {type: "string"}, …}}.
function exSpelledOut(schema) {
  if (
    schema.type ||
    schema.properties ||
    schema.items ||
    schema.$ref ||
    schema.anyOf ||
    schema.oneOf ||
    schema.allOf
  ) {
    return schema;
  }
  const entries = Object.entries(schema).filter(([key]) => !key.startsWith("$"));
  const isField = (value) =>
    (typeof value === "string" && exTypes.has(value)) ||
    (value && typeof value === "object" && !Array.isArray(value));
  if (entries.length === 0 || !entries.every(([, value]) => isField(value))) return schema;
  const properties = entries.map(([key, value]) => [
    key,
    typeof value === "string" ? { type: value } : value,
  ]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

// References and alternatives resolved: the first that is not null.
function exResolved(schema, state, steps = 0) {
  if (typeof schema === "string" && exTypes.has(schema)) return { type: schema };
  if (!schema || typeof schema !== "object" || steps > 10) return {};
  if (typeof schema.$ref === "string") {
    let target = state.root;
    for (const part of schema.$ref.replace(/^#\/?/, "").split("/").filter(Boolean)) {
      const key = part.replace(/~1/g, "/").replace(/~0/g, "~");
      target = target && typeof target === "object" && Object.hasOwn(target, key) ? target[key] : null;
    }
    return exResolved(target, state, steps + 1);
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part) => exResolved(part, state, steps + 1));
    const properties = Object.assign({}, schema.properties, ...parts.map((part) => part.properties || {}));
    return Object.assign({}, ...parts, { ...schema, allOf: undefined, properties });
  }
  const options = schema.anyOf || schema.oneOf;
  if (Array.isArray(options) && !schema.type && !schema.properties) {
    const first = options.find((option) => option && option.type !== "null");
    return { ...schema, anyOf: undefined, oneOf: undefined, ...exResolved(first, state, steps + 1) };
  }
  return schema;
}

function exTypeOf(schema) {
  let { type } = schema;
  if (Array.isArray(type)) type = type.find((one) => one !== "null");
  if (type === undefined) type = schema.properties ? "object" : schema.items ? "array" : "string";
  return type;
}

function exWant(given, name, path, state, depth) {
  const schema = exResolved(given, state);
  const type = exTypeOf(schema);
  const where = path || "schema";
  if (!exTypes.has(type))
    state.problem ??= `${where}: type ${JSON.stringify(type)} is not one of ${[...exTypes].join(", ")}.`;
  if (++state.fields > exSchemaLimits.fields)
    state.problem ??= `schema has more than ${exSchemaLimits.fields} fields.`;
  if (depth > exSchemaLimits.depth)
    state.problem ??= `${where}: nested deeper than ${exSchemaLimits.depth} levels.`;
  const want = exField(schema, name, path, type);
  if (state.problem) return want;
  if (type === "object") {
    want.kind = "object";
    want.fields = Object.entries(schema.properties || {}).map(([key, value]) =>
      exWant(value, key, path ? `${path}.${key}` : key, state, depth + 1),
    );
  } else if (type === "array") {
    const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
    want.item = exWant(items ?? {}, name, path ? `${path}[]` : "", state, depth + 1);
    want.kind = want.item.kind === "object" ? "items" : "list";
  }
  return want;
}

// Everything that matching and conversion ask of a field.
function exField(schema, name, path, type) {
  const key = exKey(name);
  const core = exCore(key);
  const format = typeof schema.format === "string" ? schema.format : "";
  const title = typeof schema.title === "string" ? schema.title : "";
  const isUrl = /^(uri|url|uri-reference|iri)$/.test(format);
  return {
    kind: "value",
    ...key,
    name,
    path,
    type,
    format,
    enum: Array.isArray(schema.enum) && schema.enum.length > 0 ? schema.enum.slice(0, 1000) : null,
    core,
    wantsUrl:
      (isUrl || (type !== "number" && type !== "boolean" && /^(url|image|website)$/.test(core))) &&
      !/email/.test(format),
    wantsImage: core === "image",
    title: exKey(title),
    hints: exHints(
      `${title} ${typeof schema.description === "string" ? schema.description.slice(0, 500) : ""}`,
    ),
    matches: new Map(),
    classMatches: new Map(),
  };
}

// What a field is about without words that add nothing: productName → name, imageUrl → image, releaseDate →
// date.
function exCore(key) {
  let { words } = key;
  if (exCanonicalOf.has(key.joined)) return key.canonical;
  while (words.length > 1 && exGenericWords.has(words[0])) words = words.slice(1);
  if (words.length > 1 && /^(url|href|src|link|path)$/.test(words[words.length - 1])) {
    const rest = exCanonical(words.slice(0, -1));
    return rest === "image" ? "image" : "url";
  }
  const canonical = exCanonical(words);
  const last = words[words.length - 1];
  const isOther = (word) => exOtherThings.date.has(word);
  return last === "date" && !words.some(isOther) && !/^(startdate|enddate|modified)$/.test(canonical)
    ? "date"
    : canonical;
}

function exFieldMatch(field, label) {
  let score = field.matches.get(label);
  if (score === undefined) {
    const key = exKeyOf(label);
    score = exMatch(field, key) || exMatchDescription(field, key);
    if (field.matches.size < 50000) field.matches.set(label, score);
  }
  return score;
}

function exFieldMatchClass(field, token) {
  let score = field.classMatches.get(token);
  if (score === undefined) {
    score = exMatchClass(field, token);
    if (field.classMatches.size < 50000) field.classMatches.set(token, score);
  }
  return score;
}
