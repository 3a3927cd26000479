// @use lib/digest_gather.js
// The sections of a digest. Each answers {count, lines}; a line that begins with two spaces belongs to the
// one before.
function digestFocus(found, reading) {
  const focused = focusedElement();
  if (!focused) return { count: 0, lines: ["nothing has the focus"], always: true };
  const lines = [elementLine(focused, reading)];
  const active = idRefs(focused, "aria-activedescendant")[0];
  if (active) lines.push(`  active: ${elementLine(active, reading)}`);
  if (isFrame(tagOf(focused))) lines.push("  the focus is inside this frame");
  const chain = [];
  for (
    let one = parentOf(focused), steps = 0;
    one && steps < 60 && chain.length < 8;
    one = parentOf(one), steps++
  ) {
    const root = rootNodeOf(one);
    const role = roleOf(one, reading);
    const isHost = shadowRootOf(one) !== null;
    if (role === "generic" || role === "none") {
      if (isHost) chain.push(`${elementMention(one, reading)} (shadow)`);
      else if (root instanceof ShadowRoot && chain.length === 0) chain.push(`<${tagWords(one)}>`);
    } else if (tagOf(one) !== "html") chain.push(elementMention(one, reading));
  }
  if (chain.length > 0) lines.push(`  inside: ${chain.join(" < ")}`);
  return { count: 1, lines };
}

function digestTabs(found, reading) {
  const lines = [];
  let list = null;
  for (const tab of found.tabs) {
    const tablist = ancestorOf(tab, (one) => roleOf(one, reading) === "tablist");
    if (tablist !== list) {
      list = tablist;
      if (list) lines.push(elementLine(list, reading));
    }
    const panel = idRefs(tab, "aria-controls")[0];
    const shown = panel ? ` → ${elementMention(panel, reading)}${isRendered(panel) ? "" : ", hidden"}` : "";
    lines.push(`${list ? "  " : ""}${elementLine(tab, reading)}${shown}`);
  }
  return { count: found.tabs.length, lines };
}

const DIGEST_OWNED = [
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
  HTMLButtonElement,
  HTMLOutputElement,
  HTMLObjectElement,
];

function digestFormOf(element) {
  const type = DIGEST_OWNED.find((one) => element instanceof one);
  return type ? property(type, "form", element) : ancestorOf(element, (one) => tagOf(one) === "form");
}

function digestForms(found, reading) {
  const byForm = new Map(found.forms.map((form) => [form, []]));
  const loose = [];
  for (const field of found.fields) (byForm.get(digestFormOf(field)) ?? loose).push(field);
  for (const button of found.buttons) {
    if (DIGEST_OWNED.some((type) => button instanceof type)) byForm.get(digestFormOf(button))?.push(button);
  }
  const lines = [];
  for (const [form, fields] of byForm) {
    lines.push(`${elementLine(form, reading)} ${digestTarget(form)}`);
    for (const field of fields) lines.push(`  ${digestField(field, reading)}`);
  }
  if (loose.length > 0 && byForm.size > 0) lines.push("outside of forms:");
  for (const field of loose) lines.push(`${byForm.size > 0 ? "  " : ""}${digestField(field, reading)}`);
  return {
    count: found.forms.length + loose.length,
    lines,
    title: `${found.forms.length} forms, ${found.fields.length} fields`,
  };
}

function digestTarget(form) {
  const method = (attr(form, "method") ?? "get").toLowerCase();
  const verb = /^(post|dialog)$/.test(method) ? method : "get";
  return `${verb} ${shortened(attr(form, "action") || "(this page)", 120)}`;
}

function digestField(field, reading) {
  const message = digestMessage(field, reading, false);
  return elementLine(field, reading) + (message ? ` — ${quoted(message, 200)}` : "");
}

// What is said to be wrong with a field. Before anyone has typed, an empty required field is no error.
function digestMessage(field, reading, always) {
  const tag = tagOf(field);
  const stated = isInvalid(field, tag);
  const type = DIGEST_OWNED.find((one) => field instanceof one);
  const native = type ? property(type, "validationMessage", field) : "";
  if (!stated && !always) {
    const value = valueOf(field, roleOf(field, reading), reading);
    if (!native || !value) return "";
  }
  for (const attribute of ["aria-errormessage", "aria-describedby"]) {
    const text = idRefs(field, attribute)
      .filter((one) => isRendered(one))
      .map((one) => squeezed(textContentOf(one).slice(0, 400)))
      .join(" ")
      .trim();
    if (text && stated) return text;
  }
  return native || (stated ? digestErrorBeside(field) : "");
}

function digestErrorBeside(field) {
  for (let one = field, steps = 0; one && steps < 3; one = parentOf(one), steps++) {
    for (let next = nextElementOf(one), left = 3; next && left-- > 0; next = nextElementOf(next)) {
      if (DIGEST_ERROR_CLASS.test(attr(next, "class") ?? "") && isRendered(next))
        return squeezed(textContentOf(next).slice(0, 400));
    }
  }
  return "";
}

function digestHeadings(found, reading) {
  const lines = found.headings.map((heading) => {
    const name = nameOf(heading, reading) || squeezed(textContentOf(heading).slice(0, 300));
    const level = headingLevel(heading);
    const indent = "  ".repeat(Math.min(level, 6) - 1);
    return `${indent}[ref_${openchrome.refOf(heading)}] h${level}: ${quoted(name, 200)}`;
  });
  return { count: lines.length, lines, indented: true };
}

function digestErrors(found, reading) {
  const lines = [];
  const said = [];
  for (const field of found.invalid) {
    const message = digestMessage(field, reading, true);
    lines.push(elementLine(field, reading) + (message ? ` — ${quoted(message, 300)}` : ""));
    if (message) said.push(message);
  }
  const seen = new Set();
  for (const element of [...found.alerts, ...found.errorTexts]) {
    const text = digestShownText(element);
    if (text === "" || text.length > 600 || seen.has(text) || said.some((one) => one.includes(text))) continue;
    if (text.length < 3 || isControlOrHoldsOne(element, reading) || [...seen].some((one) => one.includes(text)))
      continue;
    if (!isSeenByPerson(digestTextHolder(element))) continue;
    seen.add(text);
    const role = roleOf(element, reading);
    const word = role === "alert" || role === "alertdialog" ? role : "error";
    lines.push(`[ref_${openchrome.refOf(element)}] ${word}: ${quoted(text, 400)}`);
  }
  return { count: lines.length, lines };
}

// class="btn-danger" is a button, class="has-error" often the box around a field: neither is a message.
function isControlOrHoldsOne(element, reading) {
  const role = roleOf(element, reading);
  if (role === "alert" || role === "alertdialog") return false;
  if (ancestorOf(element, (one) => isInteractive(one, roleOf(one, reading)))) return true;
  return Element.prototype.querySelector.call(element, "input, select, textarea") !== null;
}

// The innermost element that begins the text.
function digestTextHolder(element) {
  let one = element;
  for (let steps = 0; steps < 20; steps++) {
    let child = firstChildOf(one);
    while (
      child &&
      (nodeTypeOf(child) === TEXT_NODE ? !/\S/.test(textOf(child)) : nodeTypeOf(child) !== ELEMENT_NODE)
    )
      child = nextSiblingOf(child);
    if (!child || nodeTypeOf(child) !== ELEMENT_NODE) return one;
    one = child;
  }
  return one;
}

function digestPanels(found, reading) {
  const lines = [];
  for (const panel of found.panels) lines.push(digestPanel(panel, reading));
  for (const opener of found.expanded) {
    const region = idRefs(opener, "aria-controls")[0];
    if (region && found.panels.includes(region)) continue;
    lines.push(`${elementLine(opener, reading)}${region ? ` → ${elementMention(region, reading)}` : ""}`);
  }
  return { count: lines.length, lines };
}

function digestPanel(panel, reading) {
  const tag = tagOf(panel);
  const marks = [];
  if (tag === "details") marks.push(hasAttr(panel, "open") ? "open" : "closed");
  if (tag === "dialog") marks.push(matchesSelector(panel, ":modal") ? "modal" : "open");
  else if (attr(panel, "aria-modal") === "true") marks.push("modal");
  if (hasAttr(panel, "popover"))
    marks.push(matchesSelector(panel, ":popover-open") ? "popover open" : "popover");
  if (tag === "details") {
    const summary = firstElementOf(panel);
    const name = summary && tagOf(summary) === "summary" ? squeezed(textContentOf(summary).slice(0, 300)) : "";
    return `[ref_${openchrome.refOf(panel)}] details: ${quoted(name, 200)} (${marks.join(", ")})`;
  }
  return `${elementLine(panel, reading, { marks })}${digestBeginning(panel, reading)}`;
}

// As it is shown: hidden parts left out, blocks apart.
function digestShownText(element) {
  return squeezed(innerTextOf(element).slice(0, 1000));
}

function digestBeginning(element, reading) {
  const text = digestShownText(element);
  return text === "" || text === nameOf(element, reading) ? "" : ` — ${quoted(text, 120)}`;
}

function digestDialogs(found, reading) {
  const lines = [];
  for (const dialog of found.dialogs) {
    lines.push(digestPanel(dialog, reading));
    for (const control of [...found.fields, ...found.buttons]) {
      if (ancestorOf(control, (one) => one === dialog)) lines.push(`  ${elementLine(control, reading)}`);
    }
  }
  return { count: found.dialogs.length, lines };
}

function digestLinks(found, reading) {
  const here = property(Document, "URL", document).split("#")[0];
  const lines = found.links.map((link) => {
    const href = attr(link, "href") ?? attr(link, "xlink:href") ?? "";
    const same = href.startsWith(here) ? href.slice(here.length) : href;
    const address = same && nameOf(link, reading) !== "" ? ` → ${shortened(squeezed(same), 100)}` : "";
    return elementLine(link, reading) + address;
  });
  return { count: lines.length, lines };
}

function digestPlain(elements, reading) {
  return { count: elements.length, lines: elements.map((element) => elementLine(element, reading)) };
}

function digestImages(found, reading) {
  const lines = found.images.map((image) => {
    const rect = rectOf(image);
    const size = `${Math.round(rect.width)} × ${Math.round(rect.height)}`;
    const missing = tagOf(image) === "img" && !hasAttr(image, "alt") ? ", no alt" : "";
    const broken =
      image instanceof HTMLImageElement &&
      property(HTMLImageElement, "complete", image) &&
      property(HTMLImageElement, "naturalWidth", image) === 0 &&
      hasAttr(image, "src")
        ? ", not loaded"
        : "";
    return `${elementLine(image, reading)} ${size}${missing}${broken}`;
  });
  return { count: lines.length, lines };
}

function digestTables(found, reading) {
  const lines = found.tables.map((table) => {
    const { rows, columns, captions } = digestTableShape(table);
    const heads = captions.length > 0 ? `: ${captions.map((text) => quoted(text, 40)).join(" | ")}` : "";
    return `${elementLine(table, reading)} ${rows} rows × ${columns} columns${heads}`;
  });
  return { count: lines.length, lines };
}

function digestTableShape(table) {
  const rows =
    table instanceof HTMLTableElement
      ? property(HTMLTableElement, "rows", table)
      : Element.prototype.querySelectorAll.call(table, "[role=row]");
  let columns = 0;
  let captions = [];
  for (let i = 0; i < rows.length && i < 50; i++) {
    const cells =
      rows[i] instanceof HTMLTableRowElement
        ? property(HTMLTableRowElement, "cells", rows[i])
        : exposedCells(rows[i]);
    columns = Math.max(columns, cells.length);
    const heads = Array.from(cells).filter(
      (cell) => tagOf(cell) === "th" || attr(cell, "role") === "columnheader",
    );
    if (captions.length === 0 && heads.length > 1)
      captions = heads.slice(0, 12).map((cell) => squeezed(textContentOf(cell).slice(0, 100)));
  }
  return { rows: rows.length, columns, captions };
}

function exposedCells(row) {
  return Element.prototype.querySelectorAll.call(
    row,
    "[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]",
  );
}

function digestLandmarks(found, reading) {
  const lines = [];
  for (const landmark of found.landmarks) {
    let depth = 0;
    for (let one = parentOf(landmark), steps = 0; one && steps < 300; one = parentOf(one), steps++)
      if (found.landmarks.includes(one)) depth++;
    lines.push("  ".repeat(Math.min(depth, 6)) + elementLine(landmark, reading));
  }
  return { count: lines.length, lines, indented: true };
}
