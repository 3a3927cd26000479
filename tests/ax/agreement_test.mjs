// Compares our accessibility reading with Chrome's own tree (Accessibility.getFullAXTree) on every page of
// pages/. PAGE=tables node --test tests/ax/agreement_test.mjs  looks at one page only and prints what Chrome
// lists.
//
// What is compared: every node that Chrome does not ignore and that stands for an element of the page must be
// in ours with the same role and name; every node of ours must be in Chrome's tree, not ignored. Not counted
// are Chrome's generic boxes, texts, line breaks and list markers, the page itself, and the inside of
// built-in controls (user-agent shadow trees: no script of a page can see them).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Chromium, serveFolder } from "../lib/chromium.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "../..");
const SCRIPTS = join(ROOT, "src/page/scripts");
const NEEDED = 0.95;

const bundle = (name) =>
  execFileSync("python3", [join(ROOT, "scripts/embed_scripts.py"), SCRIPTS, "--print", name], {
    encoding: "utf8",
  });
const RECORDS = bundle("read_ax").replace(
  /return readAx;\s*\}\)\(\)\s*$/,
  () => `${readFileSync(join(HERE, "ax_records.js"), "utf8")}\n})()`,
);
const INSTALL = `globalThis.openchrome = ${bundle("world")}(); openchrome.reserve(1, 1e6); globalThis.axRecords = ${RECORDS}; 0`;

const UNCOUNTED = new Set([
  "generic",
  "none",
  "StaticText",
  "InlineTextBox",
  "RootWebArea",
  "LineBreak",
  "ListMarker",
]);

// Chrome's words for what ARIA has no word for, and ours. Everything else is the same word.
const OUR_WORDS = {
  Abbr: "abbr",
  Audio: "audio",
  Canvas: "canvas",
  ColorWell: "color",
  Date: "date",
  DateTime: "datetime",
  DescriptionList: "descriptionlist",
  DisclosureTriangle: "disclosure",
  DisclosureTriangleGrouped: "disclosure",
  EmbeddedObject: "embed",
  Figcaption: "figcaption",
  Iframe: "iframe",
  IframePresentational: "iframe",
  InputTime: "timefield",
  LabelText: "label",
  LayoutTable: "layouttable",
  LayoutTableCell: "layouttablecell",
  LayoutTableRow: "layouttablerow",
  Legend: "legend",
  MathMLMath: "math",
  PluginObject: "object",
  Ruby: "ruby",
  SvgRoot: "svg",
  Video: "video",
};

function ourWord(role) {
  return OUR_WORDS[role] ?? (role.startsWith("MathML") ? role.toLowerCase() : role);
}

const normal = (text) => (text ?? "").replace(/\s+/g, " ").trim();

// The backend ids of elements in user-agent shadow trees, and of pseudo-elements.
function builtInNodes(document) {
  const found = new Set();
  const all = new Map();
  const todo = [[document, false]];
  while (todo.length > 0) {
    const [node, inside] = todo.pop();
    all.set(node.backendNodeId, node);
    if (inside || node.pseudoType) found.add(node.backendNodeId);
    for (const child of node.children ?? []) todo.push([child, inside]);
    for (const child of node.pseudoElements ?? []) todo.push([child, true]);
    for (const root of node.shadowRoots ?? [])
      todo.push([root, inside || root.shadowRootType === "user-agent"]);
    if (node.contentDocument) todo.push([node.contentDocument, inside]);
  }
  return { found, all };
}

function framesOf(tree) {
  return [tree.frame.id, ...(tree.childFrames ?? []).flatMap(framesOf)];
}

// Map of backend id → {role, name} as we read a frame.
async function ourNodes(page, frameId) {
  const { executionContextId } = await page.send("Page.createIsolatedWorld", {
    frameId,
    worldName: "agreement",
  });
  const run = async (expression, returnByValue) => {
    const options = { expression, contextId: executionContextId, returnByValue };
    const { result, exceptionDetails } = await page.send("Runtime.evaluate", options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result;
  };
  await run(INSTALL, true);
  const facts = (await run("globalThis.found = axRecords(); found.facts", true)).value;
  const { objectId } = await run("found.elements", false);
  const { result } = await page.send("Runtime.getProperties", { objectId, ownProperties: true });
  const nodes = new Map();
  for (const { name, value } of result) {
    if (!/^\d+$/.test(name)) continue;
    const { node } = await page.send("DOM.describeNode", { objectId: value.objectId });
    nodes.set(node.backendNodeId, facts[Number(name)]);
  }
  return nodes;
}

function described(node) {
  const attributes = [];
  for (let i = 0; i + 1 < (node?.attributes?.length ?? 0); i += 2) {
    attributes.push(` ${node.attributes[i]}="${node.attributes[i + 1].slice(0, 30)}"`);
  }
  return `<${node?.localName ?? "?"}${attributes.slice(0, 5).join("")}>`;
}

// {agreed, counted, builtIn, differences} of one frame.
async function compare(page, frameId, dom) {
  const ours = await ourNodes(page, frameId);
  const { nodes } = await page.send("Accessibility.getFullAXTree", { frameId });
  const result = { agreed: 0, counted: 0, builtIn: 0, differences: [] };
  const listed = new Set();
  for (const node of nodes) {
    const role = node.role?.value;
    const id = node.backendDOMNodeId;
    if (node.ignored || id === undefined) continue;
    listed.add(id);
    if (UNCOUNTED.has(role)) continue;
    if (dom.found.has(id)) {
      result.builtIn++;
      continue;
    }
    result.counted++;
    const mine = ours.get(id);
    const wanted = { role: ourWord(role), name: normal(node.name?.value) };
    const element = described(dom.all.get(id));
    if (!mine) result.differences.push(`${element} missing: ${wanted.role} ${JSON.stringify(wanted.name)}`);
    else if (mine.role !== wanted.role)
      result.differences.push(`${element} role: Chrome ${wanted.role}, ours ${mine.role}`);
    else if (normal(mine.name) !== wanted.name) {
      result.differences.push(
        `${element} ${wanted.role} name: Chrome ${JSON.stringify(wanted.name)}, ours ${JSON.stringify(mine.name)}`,
      );
    } else result.agreed++;
  }
  for (const [id, mine] of ours) {
    if (mine.role === "generic" || mine.role === "none" || listed.has(id)) continue;
    result.counted++;
    result.differences.push(
      `${described(dom.all.get(id))} not in Chrome's tree: ${mine.role} ${JSON.stringify(mine.name)}`,
    );
  }
  return result;
}

const pages = readdirSync(join(HERE, "pages"))
  .filter((file) => file.endsWith(".html") && !file.startsWith("part_"))
  .filter((file) => !process.env.PAGE || process.env.PAGE.split(",").includes(file.replace(".html", "")))
  .sort();

describe("agreement with Chrome's accessibility tree", () => {
  let chromium;
  let site;
  const total = { agreed: 0, counted: 0, builtIn: 0, pages: 0 };
  before(async () => {
    chromium = await Chromium.start();
    site = await serveFolder(join(HERE, "pages"));
  });
  after(async () => {
    await site.close();
    await chromium.close();
  });

  for (const file of pages) {
    it(file, async (context) => {
      const page = await chromium.newPage(site.url(file));
      await page.evaluate("globalThis.ready"); // a page that prepares itself has a promise of this name
      await page.send("DOM.enable");
      await page.send("Accessibility.enable");
      const { root } = await page.send("DOM.getDocument", { depth: -1, pierce: true });
      const dom = builtInNodes(root);
      const sum = { agreed: 0, counted: 0, builtIn: 0, differences: [] };
      for (const frameId of framesOf((await page.send("Page.getFrameTree")).frameTree)) {
        const one = await compare(page, frameId, dom);
        for (const key of ["agreed", "counted", "builtIn"]) sum[key] += one[key];
        sum.differences.push(...one.differences);
      }
      for (const key of ["agreed", "counted", "builtIn"]) total[key] += sum[key];
      total.pages++;
      context.diagnostic(
        `${sum.agreed}/${sum.counted} nodes agree, ${sum.builtIn} of built-in controls not counted`,
      );
      for (const difference of sum.differences) context.diagnostic(difference);
      await page.close();
      assert.ok(sum.counted > 0, "the page has nothing to compare");
      assert.ok(sum.agreed / sum.counted > 0.7, "a page that disagrees this much is broken");
    });
  }

  it("overall", (context) => {
    const share = total.agreed / total.counted;
    context.diagnostic(
      `${total.pages} pages, ${total.agreed} of ${total.counted} nodes agree: ${(100 * share).toFixed(2)} %; ` +
        `${total.builtIn} nodes of built-in controls not counted`,
    );
    assert.ok(share >= NEEDED, `${(100 * share).toFixed(2)} % is less than ${100 * NEEDED} %`);
  });
});
