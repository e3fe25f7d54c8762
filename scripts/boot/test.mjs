import { buildWebWhenStale } from './build-web.mjs';
import { checkStyle, checkTypes, checkUnused, runJourneys, runVitest } from './code-steps.mjs';
import { prepareMachine } from './debian.mjs';
import { PASSED, runSteps, stopWithChildren } from './steps.mjs';

/** Everything there is to test, in turn. `npm test -- types lint` runs only the steps of those names. */
export async function run(/** @type {string[]} */ only) {
  stopWithChildren();
  const steps = {
    machine: { name: 'what the tests need from the machine', run: prepareMachine },
    types: checkTypes(),
    lint: checkStyle(),
    unused: checkUnused(),
    vitest: runVitest('directions, rules, API and screens'),
    build: { name: 'build of the web app', run: async () => buildWebWhenStale().then(() => PASSED) },
    journeys: runJourneys(),
  };
  const chosen = Object.entries(steps).filter(([name]) => only.length === 0 || only.includes(name));
  await runSteps(chosen.map(([, step]) => step));
}
