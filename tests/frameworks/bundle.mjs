// Bundles an app of apps/ with the packages of tests/node; nothing is written into the tree.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile, requirePackage } from '../lib/modules.mjs';

const kApps = new URL('apps/', import.meta.url);
const kPackages = packageFile('');

const svelte = {
  name: 'svelte',
  setup(build) {
    build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { compile } = await import(packageFile('svelte/src/compiler/index.js'));
      const { js } = compile(readFileSync(path, 'utf8'), { filename: basename(path), generate: 'client' });
      return { contents: js.code, loader: 'js' };
    });
  },
};

// The code of an app as one script.
export async function bundle(file, { alias = {} } = {}) {
  const { build } = requirePackage('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, kApps))],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    alias,
    nodePaths: [kPackages],
    plugins: [svelte],
    conditions: ['browser', 'production'],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}
