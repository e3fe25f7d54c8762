import { relative } from 'node:path';
import { nameSlowest } from './count-reports.mjs';
import { ROOT } from './places.mjs';

/** Names the files of Vitest that took longest, with everything they needed before and after their tests. */
export default class {
  onTestRunEnd(/** @type {readonly import('vitest/node').TestModule[]} */ modules) {
    const measured = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
      const milliseconds = environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration;
      return { name: relative(ROOT, module.moduleId), milliseconds };
    });
    process.stdout.write(`\n${nameSlowest(measured).join('\n')}\n`);
  }
}
