import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWebWhenStale, DIST } from './build-web.mjs';
import { childEnvironment, MODULES, ROOT } from './places.mjs';
import { endChildrenAtExit } from './steps.mjs';

/** The server runs in this very process, and the web app is built beside it while it makes or looks at its database. */
export async function run(/** @type {string[]} */ args) {
  endChildrenAtExit();
  // What Node has compiled once it need not compile at the next start.
  const compiled = join(MODULES, '.cache', 'compiled');
  Object.assign(process.env, childEnvironment({ NODE_COMPILE_CACHE: compiled }));
  enableCompileCache(compiled);
  mkdirSync(DIST, { recursive: true });
  const webApp = buildWebWhenStale();
  const { runServer } = await import(pathToFileURL(join(ROOT, 'apps', 'server', 'src', 'main.ts')).href);
  await runServer(args, webApp);
}
