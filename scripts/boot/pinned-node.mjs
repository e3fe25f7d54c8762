import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { standInFor } from './forward.mjs';
import { MODULES } from './places.mjs';

const PACKAGE = join(MODULES, `node-${process.platform}-${process.arch}`);

/**
 * Goes on with the pinned Node when this one is older; true when it has taken over. npm puts the pinned one first on the path, so this
 * happens only in the start that installed it, and when somebody calls the script by hand.
 */
export function continueWithPinnedNode(/** @type {string} */ task, /** @type {string[]} */ args) {
  const pinned = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version;
  if (compareVersions(process.versions.node, pinned) >= 0) return false;
  const boot = fileURLToPath(new URL('../boot.mjs', import.meta.url));
  standInFor(join(PACKAGE, 'bin', 'node'), [boot, task, ...args]);
  return true;
}

function compareVersions(/** @type {string} */ a, /** @type {string} */ b) {
  const [x, y] = [a, b].map((version) => version.split('.').map(Number));
  return (x?.[0] ?? 0) - (y?.[0] ?? 0) || (x?.[1] ?? 0) - (y?.[1] ?? 0) || (x?.[2] ?? 0) - (y?.[2] ?? 0);
}
