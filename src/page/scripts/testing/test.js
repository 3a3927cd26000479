// For *_test.html pages: assertions, and the list of what to run. A test is a global function test…(); it may be
// async. tests/page_scripts runs them; opening such a page in a browser by hand shows nothing.
"use strict";

function fail(message) {
  throw new Error(message);
}

function shown(value) {
  return typeof value === "string" ? JSON.stringify(value) : JSON.stringify(value, null, 1);
}

function assertEquals(expected, actual, what = "") {
  if (shown(expected) !== shown(actual)) fail(`${what}\nexpected ${shown(expected)}\nbut got  ${shown(actual)}`);
}

function assertTrue(condition, what = "condition") {
  if (!condition) fail(`${what} does not hold`);
}

function assertContains(part, whole) {
  if (!whole.includes(part)) fail(`${shown(part)} is not in\n${typeof whole === "string" ? whole : shown(whole)}`);
}

function assertNotContains(part, whole) {
  if (whole.includes(part)) fail(`${shown(part)} is in\n${typeof whole === "string" ? whole : shown(whole)}`);
}

function assertThrows(action, part = "") {
  let message = null;
  try {
    action();
  } catch (error) {
    message = String(error.message ?? error);
  }
  if (message === null) fail("nothing was thrown");
  assertContains(part, message);
}

// A fresh container at the end of the body with this HTML; removed by the next call.
function fixture(html) {
  document.getElementById("fixture")?.remove();
  const box = document.createElement("div");
  box.id = "fixture";
  box.innerHTML = html;
  document.body.append(box);
  return box;
}

// One whose elements must be read by the browser's own getters: a page may have put others in their place.
function trappedFixture(html) {
  const box = fixture(html);
  const names = ["textContent", "childNodes", "firstChild", "nextSibling", "attributes", "localName", "tagName", "id"];
  names.push("className", "getAttribute", "parentNode", "innerText", "style");
  for (const element of [...box.querySelectorAll("*"), box])
    for (const name of names) Object.defineProperty(element, name, { get: () => fail(`${name} was read`) });
}

function testNames() {
  return Object.getOwnPropertyNames(window).filter(
    (name) => /^test[A-Z]/.test(name) && name !== "testNames" && typeof window[name] === "function",
  );
}
