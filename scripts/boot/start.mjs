import { join } from 'node:path';
import { buildWebWhenStale } from './build-web.mjs';
import { followOptions, standInFor } from './forward.mjs';
import { childEnvironment, MODULES, ROOT } from './places.mjs';
import { stopWithChildren } from './steps.mjs';

/**
 * The server takes the place of this process: same number, same terminal, same parent. So a signal to npm or from the terminal reaches
 * it as if we had never been here.
 */
export async function run(/** @type {string[]} */ args) {
  stopWithChildren();
  await buildWebWhenStale();
  const main = join(ROOT, 'apps', 'server', 'src', 'main.ts');
  // What Node has compiled once it need not compile at the next start.
  const env = childEnvironment({ NODE_COMPILE_CACHE: join(MODULES, '.cache', 'compiled') });
  if (process.execve) process.execve(process.execPath, [process.execPath, ...followOptions(), main, ...args], env);
  else standInFor(process.execPath, [main, ...args]);
}
