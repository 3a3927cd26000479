// What a person has done to the page and would lose with it: how far it is scrolled and what its fields hold.
// Passwords and files are only counted.
// @use lib/form_fields.js
// @use lib/bytes.js
function gatherState({ maxFields = 500, maxBytes = 200000, maxValueBytes = 20000 } = {}) {
  const state = {
    scroll: { x: Math.round(window.scrollX), y: Math.round(window.scrollY) },
    fields: [],
    passwords: 0,
    files: 0,
    left_out: 0,
  };
  let left = maxBytes;
  for (const element of formFields()) {
    const kind = formKind(element);
    // Of a group of radio buttons the one that is on says all.
    if (kind === null || (kind === "radio" && !formValue(element, kind))) continue;
    if (isPasswordField(element, kind)) state.passwords++;
    else if (kind === "file") state.files++;
    else if (state.fields.length >= maxFields || left <= 0) state.left_out++;
    else {
      const field = gatheredField(element, kind, Math.min(maxValueBytes, left));
      left -= byteLength(JSON.stringify(field));
      state.fields.push(field);
    }
  }
  return state;
}

function gatheredField(element, kind, maxBytes) {
  const value = formValue(element, kind);
  const isLong = typeof value === "string" && byteLength(value) > maxBytes;
  const autocomplete = attr(element, "autocomplete");
  return {
    path: formPath(element),
    kind,
    name: shortened(formName(element), 200),
    ...(autocomplete && { autocomplete: shortened(autocomplete, 100) }),
    value: isLong ? cutToBytes(value, maxBytes) : value,
    ...(isLong && { cut: true }),
  };
}
