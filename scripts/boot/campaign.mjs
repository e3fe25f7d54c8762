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
 */
const ALONE = /journeys|long-tests|tabs|browser|at-once|disk|power|cluster/;

export async function run(/** @type {string[]} */ args) {
  stopWithChildren();
  const nightly = args.includes('--nightly');
  const only = args.filter((name) => name !== '--nightly');
  const files = ['apps', 'packages', 'e2e', 'bench'].flatMap((folder) => listFiles(folder)).filter((path) => path.endsWith('.campaign.ts'));
  const chosen = files.filter((path) => only.length === 0 || only.includes(basename(path, '.campaign.ts')));
  if (chosen.length === 0)
    throw new BootProblem(
      `There is no campaign ${only.join(', ')}; there is ${files.map((path) => basename(path, '.campaign.ts')).join(', ')}.`,
    );
  await buildWebWhenStale();
  const env = { ...KEEP_COMPILED, CAMPAIGN: nightly ? 'nightly' : 'ci' };
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

const LAST_LINES = 15;

/** The name of a campaign that failed, with what it said last: whoever reads only the end of a long log must see why. */
function sayAgain(/** @type {string} */ name, /** @type {string} */ output) {
  return [name, ...output.trimEnd().split('\n').slice(-LAST_LINES)].join('\n    ');
}
