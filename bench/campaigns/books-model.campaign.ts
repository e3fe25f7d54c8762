/**
 * The books against a model (integrity, section 2): stories of invoices, payments and deposits in any order, each command compared with a ledger
 * in memory. `npm test` tells a few of them, this one many; `SEED=…` tells others.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MODEL_RUNS = process.env.CAMPAIGN === 'nightly' ? '2000' : '200';
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'books-model'], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  env: { ...process.env, MODEL_RUNS },
  stdio: 'inherit',
});
console.log(`Books model: ${MODEL_RUNS} stories ${status === 0 ? 'agree' : 'do not all agree'} with the ledger in memory`);
process.exit(status ?? 1);
