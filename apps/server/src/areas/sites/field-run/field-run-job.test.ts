import { createJob } from '@dmse/contract/jobs/job';
import * as run from '@dmse/contract/sites/field-run';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

describe('the job of a field run', () => {
  it('a number brings the job along, and the job its number', async () => {
    const [mona, fern] = [await app.as('mona'), await app.as('fern')];
    const { id, num } = await mona.call(createJob, {}, { desc: 'Lot 7' });
    expect(await fern.call(run.createFieldRun, {}, { name: 'By number', job_num: ` ${num.toLowerCase()}` })).toMatchObject({
      job: { id, num },
    });
    const made = await fern.call(run.createFieldRun, {}, { name: 'By id', job: id });
    expect(made).toMatchObject({ job: { id, num }, job_num: num });
    expect((await fern.call(run.listFieldRuns, { query: num })).count).toBe(2);
    const other = await mona.call(createJob, {}, { desc: 'Lot 8' });
    const moved = await fern.call(run.updateFieldRun, { id: made.id }, { job_num: other.num });
    expect(moved.job).toEqual({ id: other.id, num: other.num });
    expect(await fern.call(run.updateFieldRun, { id: made.id }, { job: null })).toMatchObject({ job: null, job_num: '' });
  });

  it('a run that named its job before the office had it is found by it afterwards; an unknown number is kept and refused to nobody', async () => {
    const [mona, fern] = [await app.as('mona'), await app.as('fern')];
    const early = await fern.call(run.createFieldRun, {}, { name: 'Early', job_num: '26-0001' });
    expect(early).toMatchObject({ job: null, job_num: '26-0001' });
    await fern.call(run.createFieldRun, {}, { name: 'Mistyped', job_num: '62-9999', job: 4711 });
    const { id, num } = await mona.call(createJob, {}, { desc: 'Lot 7' });
    expect(num).toBe('26-0001');
    expect((await fern.call(run.getFieldRun, { id: early.id })).job).toEqual({ id, num });
    expect((await fern.call(run.listFieldRuns, { job: [id] })).results.map(({ name }) => name)).toEqual(['Early']);
    expect((await fern.call(run.listFieldRuns, { job: [4711] })).results).toMatchObject([{ job: { id: 4711, num: '62-9999' } }]);
  });
});
