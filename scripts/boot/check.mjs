import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkStyle, checkTypes, checkUnused, runVitest } from './code-steps.mjs';
import { ROOT } from './places.mjs';
import { runSteps, sideBySide, stopWithChildren } from './steps.mjs';

/** What one runs before every commit: everything that needs neither a database nor a browser. */
export async function run() {
  stopWithChildren();
  const packages = readdirSync(join(ROOT, 'packages')).filter((name) => name !== 'testkit');
  const projects = ['frame', ...packages].flatMap((name) => ['--project', name]);
  await runSteps([sideBySide('the code', [checkTypes(), checkStyle(), checkUnused()]), runVitest('directions and rules', projects)]);
}
