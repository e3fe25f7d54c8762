/** Every list of the medium demo firm opens, with what stands below its records. `npm test` opens those of the small one. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILE = 'apps/server/src/demo/every-list.test.ts';

const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', FILE], {
  cwd: ROOT,
  env: { ...process.env, DEMO_SIZE: 'medium' },
  stdio: 'inherit',
});
process.exit(status ?? 1);
