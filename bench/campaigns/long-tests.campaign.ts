/** The tests of the server that take too long for every `npm test`: it is started, killed, filled and restored again and again. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { SHARD } = process.env;
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...(SHARD ? [`--shard=${SHARD}`] : [])],
  {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, LONG_TESTS: '1' },
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
