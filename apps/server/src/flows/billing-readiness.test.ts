import { createJob, getJob, updateJob } from '@dmse/contract/jobs/job';
import { acceptBillingProgress, getBillingReadiness } from '@dmse/contract/jobs/readiness';
import { createFieldRun } from '@dmse/contract/sites/field-run';
import { expect, it } from 'vitest';
import { addMemo, addWork, userId } from '../testing/fixtures/job-fixture.ts';
import { STAMPS } from '../testing/fixtures/scene.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

it('billing readiness: proposed from what was done, accepted or changed by whoever runs the job, never by itself', async () => {
  const tx = app.tx();
  const mona = await app.as('mona');
  const client = await tx
    .insertInto('client')
    .values({ name: 'Acme', ...STAMPS })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fixed = { billing_type: 'fixed fee', fee_cap: 10_000_00 } as const;
  const manager = await userId(tx, 'mona');
  const { id, num } = await mona.call(createJob, {}, { desc: 'Lot 7', client: client.id, project_manager: manager, ...fixed } as never);
  await addWork(tx, { job: id });
  await addMemo(tx, { job: id }, 'No access', true);
  await (await app.as('fern')).call(createFieldRun, {}, { name: 'Topo', job_num: num });

  const first = await mona.call(getBillingReadiness, { id });
  expect(first).toMatchObject({ can_accept: true, fee: 10_000_00, earned: 0, percent: 0, accepted: null });
  expect(first.parts.map(({ name, says }) => [name, says])).toEqual([
    ['milestones', '0 of 4 milestones done, weighed by budget'],
    ['runs', '0 of 1 field run finished'],
  ]);
  expect(first.blockers.map(({ code }) => code)).toEqual(['NO_ADDRESS', 'OPEN_ISSUE', 'UNFINISHED_FIELD_RUN']);

  // Structures that the budget plans are asked for before anybody was out.
  const type = await tx
    .insertInto('disbursement_type')
    .values({ name: 'Manhole inspection', unit: 'Structure', ...STAMPS })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: milestone } = await tx.selectFrom('milestone').select('id').where('job', '=', id).orderBy('id').executeTakeFirstOrThrow();
  const planned = { job: id, milestone, disbursement_type: type.id, quantity: 12, unit_cost: 0, markup_pct: 0, amount: 0, ...STAMPS };
  await tx
    .insertInto('budget_entry')
    .values(planned as never)
    .execute();
  expect((await mona.call(getBillingReadiness, { id })).parts.at(-1)!.says).toBe('0 of 12 structures captured whole (planned)');
  await tx.deleteFrom('budget_entry').where('disbursement_type', '=', type.id).execute();

  await tx.updateTable('milestone').set({ state: 'done' }).where('job', '=', id).where('name', '=', 'Field work').execute();
  await tx.updateTable('field_run').set({ state: 'Finished' }).where('job', '=', id).execute();
  await tx.updateTable('client').set({ billing_street: '1 Main Street' }).where('id', '=', client.id).execute();
  const { percent, earned, blockers, accepted } = await mona.call(getBillingReadiness, { id });
  // One of four milestones or more by name counts 60 of 85, the run the rest.
  expect(percent).toBeGreaterThan(40);
  expect([earned, accepted, blockers.map(({ code }) => code)]).toEqual([percent * 100_00, null, ['OPEN_ISSUE']]);

  const unsaid = await mona.refused(acceptBillingProgress, { id }, { percent: percent + 5, proposed: percent });
  expect([unsaid.status, 'reason' in unsaid.body]).toEqual([400, true]);
  expect((await mona.refused(acceptBillingProgress, { id }, { percent, proposed: percent - 1 })).status).toBe(409);
  const changed = { percent: percent + 5, proposed: percent, reason: 'Agreed with the client' };
  const after = await mona.call(acceptBillingProgress, { id }, changed);
  expect(after.accepted).toMatchObject({ ...changed, by: { id: manager }, earned: (percent + 5) * 100_00 });
  expect((await mona.call(acceptBillingProgress, { id }, { percent, proposed: percent })).accepted).toMatchObject({ percent, reason: '' });
  expect(await tx.selectFrom('billing_progress').select('id').where('job', '=', id).execute()).toHaveLength(2);

  const joe = await app.as('joe');
  expect((await joe.refused(getBillingReadiness, { id })).status).toBe(403);
  expect((await joe.refused(acceptBillingProgress, { id }, { percent, proposed: percent })).status).toBe(403);
  const { version } = await mona.call(getJob, { id });
  await mona.call(updateJob, { id }, { state: 'CLOSED', confirm: ['OPEN_ISSUE', 'OPEN_MILESTONE'] }, { ifMatch: version });
  expect((await mona.refused(acceptBillingProgress, { id }, { percent, proposed: percent })).body.code).toBe('LOCKED');
  expect((await mona.call(getBillingReadiness, { id })).can_accept).toBe(false);
});
