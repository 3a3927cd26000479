// Reads and changes localStorage or sessionStorage of the page. Worlds share it, so the page sees every change.
// @use lib/bytes.js
const storageError = (code, message, hint) => ({ error: { code, message, ...(hint && { hint }) } });

// Null where the page has none: opaque origins, sandboxes, storage that is switched off.
function storageOf(area) {
  try {
    return (area === "session" ? window.sessionStorage : window.localStorage) ?? null;
  } catch {
    return null;
  }
}

// {key, value, bytes}, with `truncated` when the value was cut.
function storageEntry(key, value, maxBytes) {
  const bytes = byteLength(value);
  const name = shortened(key, 1000);
  if (bytes <= maxBytes) return { key: name, value, bytes };
  return { key: name, value: cutToBytes(value, maxBytes), bytes, truncated: true };
}

function listStorage(storage, { maxBytes, maxAllBytes, maxKeys }) {
  const keys = [];
  for (let i = 0; i < storage.length; i++) keys.push(storage.key(i));
  keys.sort();
  const entries = [];
  let left = maxAllBytes;
  for (const key of keys) {
    if (entries.length === maxKeys || left <= 0) break;
    const entry = storageEntry(key, storage.getItem(key) ?? "", Math.min(maxBytes, left));
    left -= byteLength(entry.value) + byteLength(key);
    entries.push(entry);
  }
  const leftOut = keys.length - entries.length;
  return { entries, count: keys.length, ...(leftOut > 0 && { left_out: leftOut }) };
}

// Actions: get (one key, or all), set, delete, clear.
function webStorage({ area, action, key, value, maxBytes, maxAllBytes, maxKeys }) {
  const storage = storageOf(area);
  if (!storage) {
    const hint = "Go to a web page first; sandboxed and blank pages have no storage.";
    return storageError("unsupported", `this page has no ${area}Storage`, hint);
  }
  const about = { area, origin: window.origin };
  if (action === "get" && key === undefined) {
    return { ...about, ...listStorage(storage, { maxBytes, maxAllBytes, maxKeys }) };
  }
  if (action === "get") {
    const found = storage.getItem(key);
    const entries = found === null ? [] : [storageEntry(key, found, maxBytes)];
    return { ...about, entries, count: entries.length };
  }
  if (action === "set") {
    const before = storage.getItem(key);
    try {
      storage.setItem(key, value);
    } catch {
      const message = `the value does not fit into this page's ${area}Storage`;
      return storageError("invalid_arguments", message, "Delete other keys first.");
    }
    return { ...about, set: key, bytes: byteLength(value), replaced: before !== null };
  }
  if (action === "delete") {
    const there = storage.getItem(key) !== null;
    storage.removeItem(key);
    return { ...about, deleted: there ? 1 : 0 };
  }
  const count = storage.length;
  storage.clear();
  return { ...about, deleted: count };
}
