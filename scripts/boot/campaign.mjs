import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { buildWebWhenStale } from './build-web.mjs';
import { KEEP_COMPILED } from './code-steps.mjs';
import { listFiles, ROOT } from './places.mjs';
import { BootProblem } from './problem.mjs';
import { FAILED, PASSED, runProgram, runSteps, stopWithChildren } from './steps.mjs';

/**
 * Every file `<name>.campaign.ts` beside the code it tests is a fault campaign. It prints the report line of its faults and ends with
 * code 0 when nothing was lost. `npm run campaign -- --nightly` asks each for its long form by CAMPAIGN=nightly. A campaign waits for a
 * network or a start about half of its time, so two run side by side; what needs both cores, or the disk, for itself runs alone.
 * `-- --third` runs a third of them, another one with each commit, and a third of the tests and journeys that take long.
 */
const ALONE = /journeys|long-tests|tabs|browser|at-once|disk|power|cluster/;
/** These run every time, and are told by SHARD which of their tests are asked for. */
const IN_SHARDS = /^long-/;
const THIRDS = 3;

export async function run(/** @type {string[]} */ args) {
  stopWithChildren();
  const nightly = args.includes('--nightly');
  const third = args.includes('--third') ? countCommits() % THIRDS : null;
  const only = args.filter((name) => !name.startsWith('--'));
  const files = ['apps', 'packages', 'e2e', 'bench'].flatMap((folder) => listFiles(folder)).filter((path) => path.endsWith('.campaign.ts'));
  const named = files.filter((path) => only.length === 0 || only.includes(basename(path, '.campaign.ts')));
  const chosen = third === null ? named : chooseThird(named, third);
  if (chosen.length === 0)
    throw new BootProblem(
      `There is no campaign ${only.join(', ')}; there is ${files.map((path) => basename(path, '.campaign.ts')).join(', ')}.`,
    );
  await buildWebWhenStale();
  /** @type {Record<string, string>} */
  const shard = third === null ? {} : { SHARD: `${third + 1}/${THIRDS}` };
  const env = { ...KEEP_COMPILED, CAMPAIGN: nightly ? 'nightly' : 'ci', ...shard };
  const steps = chosen.map((path) => {
    const name = basename(path, '.campaign.ts');
    const isAlone = ALONE.test(name);
    const runOnce = async () => {
      const ended = await runProgram([process.execPath, join(ROOT, path)], { env, keep: true, quiet: !isAlone });
      if (!isAlone) process.stdout.write(ended.output);
      return ended;
    };
    const run = async () => {
      const first = await runOnce();
      if (first.code === 0) return PASSED;
      const said = sayAgain(name, first.output);
      // A machine that stalled is told from a fault by the second try; what the first found is said at the end in any case.
      return (await runOnce()).code === 0 ? { ...PASSED, again: [said] } : { ...FAILED, failures: [said] };
    };
    return { name, isAlone, run };
  });
  await runSteps(steps, 2);
}

function chooseThird(/** @type {string[]} */ paths, /** @type {number} */ third) {
  const turns = paths.filter((path) => !IN_SHARDS.test(basename(path)));
  return paths.filter((path) => IN_SHARDS.test(basename(path)) || turns.indexOf(path) % THIRDS === third);
}

function countCommits() {
  return Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }));
}

const LAST_LINES = 15;

/** The name of a campaign that failed, with what it said last: whoever reads only the end of a long log must see why. */
function sayAgain(/** @type {string} */ name, /** @type {string} */ output) {
  return [name, ...output.trimEnd().split('\n').slice(-LAST_LINES)].join('\n    ');
}
