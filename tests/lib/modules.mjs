// The npm packages of the tests, found by path: they live in tests/node, where ES modules do not look.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const home = new URL('../node/', import.meta.url);
export const requirePackage = createRequire(new URL('package.json', home));

// The file of a package that has no entry point of its own, such as a program.
export function packageFile(path) {
  return fileURLToPath(new URL(`node_modules/${path}`, home));
}
