/**
 * The one door to everything: `npm start`, `npm test` and the rest come here. Plain JavaScript without a dependency, for Node 20, because
 * on a fresh machine that is all there is. It installs what the lockfile names, goes on with the pinned Node, and hands over.
 */
import { installWhenNeeded } from './boot/install.mjs';
import { continueWithPinnedNode } from './boot/pinned-node.mjs';
import { BootProblem } from './boot/problem.mjs';

/** What runs the product or works beside it; the others need the tools of whoever builds on. */
const OF_THE_PRODUCT = [
  'start',
  'accounting-stand-in',
  'verify-package',
  'backup',
  'restore',
  'restore-drill',
  'move-files',
  'rotate-keys',
];
const TASKS = [...OF_THE_PRODUCT, 'dev', 'test', 'check', 'bench', 'campaign', 'samples', 'renames'];
const [task = 'start', ...args] = process.argv.slice(2);

try {
  if (!TASKS.includes(task)) throw new BootProblem(`There is no "${task}"; there is ${TASKS.join(', ')}.`);
  await installWhenNeeded(OF_THE_PRODUCT.includes(task) ? 'start' : 'all');
  if (!continueWithPinnedNode(task, args)) {
    const { run } = await import(`./boot/${task}.mjs`);
    await run(args);
  }
} catch (error) {
  if (!(error instanceof BootProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
