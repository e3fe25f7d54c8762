import { expect, test } from 'vitest';
import { readSource } from './frame/source.ts';
import { describeVerdict, findOtherErrors, judgeRename, readDiagnostics } from './rename-check.ts';

const SOURCES = [
  readSource('apps/web/src/areas/jobs/job/job-facts.tsx', 'export const cap = (job: Job) => job.fee_cap;'),
  readSource('apps/web/src/areas/jobs/job/job-form.tsx', '<MoneyField name="fee_cap" />'),
  readSource('apps/web/src/areas/jobs/job/job-row.tsx', '// fee_cap is shown elsewhere\nexport const a = 1;'),
  readSource('apps/web/src/areas/jobs/job/job.test.tsx', 'job.fee_cap'),
  readSource('apps/server/src/areas/jobs/job/job.service.ts', 'return update(tx, values);'),
  readSource('apps/server/src/areas/jobs/job/job.queries.ts', "select('fee_cap')"),
  readSource('apps/server/src/db/rows.generated.ts', 'fee_cap: number;'),
  readSource('packages/contract/src/jobs/job.ts', 'fee_cap: Cents'),
];
const OUTPUT = `apps/web/src/areas/jobs/job/job-facts.tsx(1,42): error TS2322: Type 'true' is not assignable to type 'never'.
apps/web/src/areas/jobs/job/job.test.tsx(1,5): error TS2339: Property 'fee_cap' does not exist on type 'Job'.
apps/server/src/areas/jobs/job/job.service.ts(1,8): error TS2345: Argument of type '{ desc: string; ... }' is not assignable.
  Types of property 'fee_cap_renamed' are incompatible.
`;
const JOB = { noun: 'job', field: 'fee_cap', may_compile: 1 };
const KNOWN = { 'apps/server/src/areas/jobs/job/job.queries.ts': 'names the column' };
const verdict = judgeRename('fee_cap', SOURCES, readDiagnostics(OUTPUT));

test('Renames: shipped files that name the field stop or still compile; comments, tests, tables and the contract do not count.', () => {
  expect(verdict).toEqual({
    stopped: ['apps/web/src/areas/jobs/job/job-facts.tsx'],
    compiling: ['apps/web/src/areas/jobs/job/job-form.tsx', 'apps/server/src/areas/jobs/job/job.queries.ts'],
    passing_on: ['apps/server/src/areas/jobs/job/job.service.ts'],
  });
});

test('Renames: more files that still compile than allowed are a failure, fewer ask for a lower number.', () => {
  expect(describeVerdict(JOB, verdict, KNOWN).failures).toEqual([]);
  expect(describeVerdict(JOB, verdict, {}).failures).toEqual([
    expect.stringMatching(/^job fee_cap: 2 files .*job-form\.tsx, .*job\.queries/),
  ]);
  expect(describeVerdict({ ...JOB, may_compile: 3 }, verdict, KNOWN).says).toContain('    fewer than allowed: set may_compile to 1');
});

test('Renames: a field that nothing holds and a copy that is broken otherwise are failures.', () => {
  expect(describeVerdict(JOB, judgeRename('fee_cap', SOURCES, []), KNOWN).failures).toContainEqual(
    expect.stringContaining('nothing stops'),
  );
  expect(findOtherErrors(OUTPUT, ['fee_cap'], SOURCES)).toEqual([]);
  const broken = `${OUTPUT}apps/web/src/main.tsx(1,1): error TS2307: Cannot find module 'react'.\nerror TS6053: File not found.\n`;
  expect(findOtherErrors(broken, ['fee_cap'], SOURCES)).toHaveLength(2);
});
