/** The journeys that take too long for every `npm test`: many pages in every look, and a tablet through all that can befall it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { SHARD } = process.env;
const { status } = spawnSync(
  process.execPath,
  ['../node_modules/@playwright/test/cli.js', 'test', '--reporter=list', ...(SHARD ? [`--shard=${SHARD}`] : [])],
  {
    cwd: fileURLToPath(new URL('../../e2e/', import.meta.url)),
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
