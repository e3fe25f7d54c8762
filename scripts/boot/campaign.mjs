import { basename, join } from 'node:path';
import { buildWebWhenStale } from './build-web.mjs';
import { listFiles, ROOT } from './places.mjs';
import { BootProblem } from './problem.mjs';
import { FAILED, PASSED, runProgram, runSteps, stopWithChildren } from './steps.mjs';

/**
 * Every file `<name>.campaign.ts` beside the code it torments is a fault campaign. It prints the report line of its faults and ends with
 * code 0 when nothing was lost. `npm run campaign -- --nightly` asks each for its long form by CAMPAIGN=nightly.
 */
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
  await runSteps(
    chosen.map((path) => ({
      name: basename(path, '.campaign.ts'),
      run: async () => {
        const env = { CAMPAIGN: nightly ? 'nightly' : 'ci' };
        return (await runProgram([process.execPath, join(ROOT, path)], { env })).code === 0 ? PASSED : FAILED;
      },
    })),
  );
}
