import * as overhead from '@dmse/contract/time/overhead-code';
import * as task from '@dmse/contract/work/task';
import * as template from '@dmse/contract/work/template';
import { describe, expect, it } from 'vitest';
import { listHistory } from '../../../records/history.ts';
import { makeJob } from '../../../testing/fixtures/work-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function changesOf(noun: string, id: number) {
  const { results } = await listHistory({ tx: app.tx(), actor: { groups: ['Jobs Manager'] } }, noun, id, [id], {});
  return results.map(({ sentence, changes }) => [sentence, changes.map(({ label, from, to }) => [label, from, to])]);
}

describe('job roles', () => {
  it('begin with what a firm needs, and get dated rates', async () => {
    const alice = await app.as('alice');
    const shipped = await alice.call(template.listJobRoles, { query: 'chief' });
    expect(shipped.results).toMatchObject([
      { name: 'Party chief', rates: [{ valid_from: '2024-01-01', charge_rate: 12500, cost_rate: 5200 }] },
    ]);
    const made = await alice.call(
      template.createJobRole,
      {},
      { name: 'Drone pilot', rates: [{ valid_from: '2026-01-01', charge_rate: 15000, cost_rate: 6000 }] },
    );
    const more = [...made.rates, { valid_from: '2026-07-01', charge_rate: 16000, cost_rate: 6000 }];
    const changed = await alice.call(template.updateJobRole, { id: made.id }, { rates: more }, { ifMatch: 1 });
    expect(changed).toMatchObject({ version: 2, rates: [{ valid_from: '2026-07-01' }, { valid_from: '2026-01-01' }] });
    expect((await changesOf('job role', made.id))[0]?.[1]).toEqual([
      ['Rates', '$150.00 (cost $60.00) since 1 Jan 2026', '$150.00 (cost $60.00) since 1 Jan 2026; $160.00 (cost $60.00) since 1 Jul 2026'],
    ]);
  });

  it('have names of their own and a day only once; a save that changes nothing leaves no trace', async () => {
    const alice = await app.as('alice');
    expect((await alice.refused(template.createJobRole, {}, { name: 'PARTY chief' })).body).toMatchObject({
      name: ['There is a job role of this name already.'],
    });
    const rate = { valid_from: '2026-01-01', charge_rate: 1, cost_rate: 1 };
    expect((await alice.refused(template.createJobRole, {}, { name: 'x', rates: [rate, rate] })).body).toHaveProperty('rates');
    const [role] = (await alice.call(template.listJobRoles, { query: 'planner' })).results;
    const same = await alice.call(template.updateJobRole, { id: role!.id }, { name: role!.name, rates: role!.rates });
    expect(same.version).toBe(role!.version);
  });
});

describe('the other lists', () => {
  it('disbursement types and milestone templates are added, changed and switched off', async () => {
    const alice = await app.as('alice');
    const costs = [{ valid_from: null, unit_cost: 30000, markup_pct: 7.5 }];
    const type = await alice.call(template.createDisbursementType, {}, { name: 'Drone', unit: 'day', costs });
    expect(await alice.call(template.updateDisbursementType, { id: type.id }, { costs, is_active: false })).toMatchObject({
      costs,
      is_active: false,
      version: 2,
    });
    expect((await changesOf('disbursement type', type.id))[0]?.[1]).toEqual([['In use', 'yes', 'no']]);
    expect((await alice.refused(template.updateDisbursementType, { id: type.id }, { account_code: '9' })).body).toHaveProperty(
      'account_code',
    );
    const dated = [{ valid_from: '2026-07-01', unit_cost: 32000, markup_pct: 0 }, ...costs];
    await alice.call(template.updateDisbursementType, { id: type.id }, { costs: dated });
    expect((await changesOf('disbursement type', type.id))[0]?.[1]).toEqual([
      ['Unit costs', '$300.00 + 7.5 %', '$300.00 + 7.5 %; $320.00 since 1 Jul 2026'],
    ]);
    const made = await alice.call(template.createMilestoneTemplate, {}, { name: 'Flight' });
    expect(await alice.call(template.updateMilestoneTemplate, { id: made.id }, { name: 'Drone flight' })).toMatchObject({
      name: 'Drone flight',
      version: 2,
    });
    expect((await alice.call(template.listMilestoneTemplates, { query: 'flight', is_active: true })).count).toBe(1);
  });

  it('a task template is told by names, and makes tasks with prices of the day', async () => {
    const alice = await app.as('alice');
    const [flight] = (await alice.call(template.listMilestoneTemplates, { query: 'site visit' })).results;
    const [role] = (await alice.call(template.listJobRoles, { query: 'engineer' })).results;
    const [mileage] = (await alice.call(template.listDisbursementTypes, { query: 'mileage' })).results;
    const milestones = [
      { milestone_template: flight!.id, is_parallel: false, budget: [{ job_role: role!.id, minutes: 90 }] },
      { milestone_template: flight!.id, is_parallel: true, budget: [{ disbursement_type: mileage!.id, quantity: 10 }] },
    ];
    const made = await alice.call(template.createTaskTemplate, {}, { name: 'Drone survey', milestones, account_code: '4000' });
    expect(made.milestones).toEqual(milestones);
    const changed = await alice.call(template.updateTaskTemplate, { id: made.id }, { milestones: milestones.slice(0, 1) }, { ifMatch: 1 });
    expect(changed).toMatchObject({ version: 2, milestones: [{ is_parallel: false }] });
    expect((await changesOf('task template', made.id))[0]?.[1]).toEqual([
      ['Milestones', 'Site visit (Engineer 1 h 30 min), Site visit in parallel (Mileage × 10)', 'Site visit (Engineer 1 h 30 min)'],
    ]);
    await alice.call(template.updateTaskTemplate, { id: made.id }, { milestones });
    const job = await makeJob(app.tx());
    const made2 = await alice.call(task.createTask, {}, { job, template: made.id, name: 'Lot 7' });
    expect(made2).toMatchObject({ name: 'Lot 7', budget_minutes: 90, budget_amount: 25500 + 680, template: { name: 'Drone survey' } });
  });

  it('a template names only what there is; Mona may not edit the lists', async () => {
    const alice = await app.as('alice');
    const call = (milestones: object[]) => alice.refused(template.createTaskTemplate, {}, { name: 'x', milestones });
    expect((await call([{ milestone_template: 2_000_000_000, is_parallel: false, budget: [] }])).body).toMatchObject({
      milestones: ['There is no such milestone template.'],
    });
    const [known] = (await alice.call(template.listMilestoneTemplates, {})).results;
    expect((await call([{ milestone_template: known!.id, is_parallel: false, budget: [{}] }])).body).toHaveProperty('milestones');
    expect((await (await app.as('mona')).refused(template.createJobRole, {}, { name: 'x' })).status).toBe(403);
  });

  it('an overhead code is found by its name or payroll code, told in words, and kept by a Timesheet Admin', async () => {
    const tess = await app.as('tess');
    const first = (await tess.call(overhead.listOverheadCodes, {})).results;
    expect(first[0]).toMatchObject({ name: 'Office and administration', code: 'ADM' });
    const made = await tess.call(overhead.createOverheadCode, {}, { name: 'Conference', code: 'CONF', position: 99 });
    expect(made).toMatchObject({ name: 'Conference', is_active: true, version: 1 });
    expect((await tess.call(overhead.listOverheadCodes, { query: 'conf' })).results).toEqual([made]);
    const off = await tess.call(overhead.updateOverheadCode, { id: made.id }, { code: 'CNF', is_active: false }, { ifMatch: 1 });
    expect(off).toMatchObject({ code: 'CNF', is_active: false, version: 2 });
    expect((await changesOf('overhead code', made.id))[0]?.[1]).toEqual([
      ['Payroll code', 'CONF', 'CNF'],
      ['In use', 'yes', 'no'],
    ]);
    expect((await tess.call(overhead.listOverheadCodes, { is_active: true, query: 'cnf' })).count).toBe(0);
    expect((await tess.refused(overhead.createOverheadCode, {}, { name: 'conférence' })).body).toEqual(
      expect.objectContaining({ name: ['There is an overhead code of this name already.'] }),
    );
    for (const name of ['mona', 'joe'] as const) {
      expect((await (await app.as(name)).refused(overhead.createOverheadCode, {}, { name: 'x' })).status).toBe(403);
    }
  });
});
