import { buildWebWhenStale } from './build-web.mjs';
import { checkStyle, checkTypes, checkUnused, runJourneys, runVitest } from './code-steps.mjs';
import { prepareMachine } from './debian.mjs';
import { PASSED, runSteps, sideBySide, stopWithChildren } from './steps.mjs';

/** What never asks PostgreSQL anything that another version could answer otherwise. */
const WITHOUT_SQL = ['postgres', 'adapters', 'call', 'guard', 'pages'];
/** What the API needs of a PostgreSQL, for one that is not ours: `TEST_DATABASE_URL=… npm test -- api`. Part of `vitest` otherwise. */
const API_ALONE = ['--project', 'server', ...WITHOUT_SQL.flatMap((folder) => ['--exclude', `**/src/${folder}/**`])];

/** Everything there is to test. `npm test -- types lint` runs only the steps of those names, in turn. */
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
  if (only.length === 0) {
    const { machine, types, lint, unused, build, vitest, journeys } = steps;
    return runSteps([machine, sideBySide('the code, and the build of the web app', [types, lint, unused, build]), vitest, journeys]);
  }
  const chosen = Object.entries({ ...steps, api: runVitest('migrations and API', API_ALONE) }).filter(([name]) => only.includes(name));
  await runSteps(chosen.map(([, step]) => step));
}
