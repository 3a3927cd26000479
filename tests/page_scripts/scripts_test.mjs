// Runs every src/page/scripts/*_test.html in a real Chromium: each test…() of the page is one test.
// A page may be chosen:  node --test tests/page_scripts/scripts_test.mjs  with ONLY=read_ax in the environment.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import { Chromium, serveFolder } from "../lib/chromium.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const SCRIPTS = join(ROOT, "src/page/scripts");
const names = readdirSync(SCRIPTS)
  .filter((file) => file.endsWith("_test.html"))
  .map((file) => file.replace(/_test\.html$/, ""))
  .filter((name) => !process.env.ONLY || process.env.ONLY.split(",").includes(name));

const bundle = (name) =>
  execFileSync("python3", [join(ROOT, "scripts/embed_scripts.py"), SCRIPTS, "--print", name], { encoding: "utf8" });
const camelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

// As the product installs it, but in the page's own world, where the tests are: the world as `openchrome`, the script
// under its name, and `run(args)`, which calls it as the product does.
const install = (name) => `
  globalThis.openchrome = ${bundle("world")}();
  globalThis.${camelCase(name)} = openchrome.scripts.${name} = ${bundle(name)};
  openchrome.reserve(1, 1e6); // for tests that name elements by themselves
  globalThis.run = (args = {}, firstRef = 0) => openchrome.run("${name}", args, firstRef, firstRef && firstRef + 1e7);
  0`;

describe("page scripts", () => {
  let chromium;
  let site;
  before(async () => {
    chromium = await Chromium.start();
    site = await serveFolder(SCRIPTS);
  });
  after(async () => {
    await site.close();
    await chromium.close();
  });

  for (const name of names) {
    it(name, async (context) => {
      const page = await chromium.newPage(site.url(`${name}_test.html`));
      const tests = await page.evaluate("testNames()");
      const installation = install(name);
      assert.ok(tests.length > 0, `${name}_test.html has no test…() functions`);
      for (const test of tests) {
        await context.test(test, async () => {
          await page.evaluate(installation);
          await page.evaluate(`(async () => { await ${test}(); })()`);
        });
      }
      await page.close();
    });
  }
});
