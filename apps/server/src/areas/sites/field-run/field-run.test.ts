import * as run from '@dmse/contract/sites/field-run';
import type { TestClient } from '@dmse/testkit/client';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

function create(client: TestClient, values: object = {}) {
  return client.call(run.createFieldRun, {}, { id: crypto.randomUUID(), ...values });
}

async function sentences(client: TestClient, id: string): Promise<string[]> {
  return (await client.call(run.listFieldRunHistory, { id })).results.map((entry) => entry.sentence);
}

describe('field runs', () => {
  it('Fern creates one under an id of her own; what she leaves out stays unset', async () => {
    const fern = await app.as('fern');
    const id = crypto.randomUUID();
    const made = await create(fern, { id, name: 'Main St. topo', job: 7, job_num: '26-0007', crew: [] });
    expect(made).toMatchObject({
      id,
      state: 'Waiting',
      job: { id: 7, num: '26-0007' },
      note: null,
      task_types: null,
      crew: [],
      version: 1,
      seq: 1,
    });
    expect((await fern.call(run.listFieldRuns, { query: '260007 topo' })).results.map((row) => row.id)).toEqual([id]);
    expect(made).toMatchObject({
      has_risk_assessment: false,
      start_number: null,
      is_deleted: false,
      late: false,
      conflict: [],
      can_edit: true,
    });
    expect(await sentences(fern, id)).toEqual(['Fern Francoeur created field run Main St. topo.']);
  });

  it('the server makes an id for who sends none, and a run may be nameless', async () => {
    const fern = await app.as('fern');
    const made = await fern.call(run.createFieldRun, {}, {});
    expect(made.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(await sentences(fern, made.id)).toEqual(['Fern Francoeur created field run Name Unset.']);
  });

  it('one is read with any query, since the specification gives it one; its list refuses what it does not know', async () => {
    const fern = await app.as('fern');
    const { id } = await create(fern, { name: 'A' });
    expect((await fern.send(run.getFieldRun, { id, expand: 'crew' })).status).toBe(200);
    expect((await fern.send(run.listFieldRuns, { expand: 'crew' })).status).toBe(400);
    expect((await fern.send(run.updateFieldRun, { id, expand: 'crew' }, { note: 'a' })).status).toBe(400);
  });

  it('a Field User reads and may not write; Joe does not read', async () => {
    const made = await create(await app.as('fern'), { name: 'A' });
    const joe = await app.as('joe');
    expect((await joe.refused(run.getFieldRun, { id: made.id })).status).toBe(403);
    expect(await joe.refused(run.createFieldRun, {}, { name: 'x' })).toMatchObject({ status: 403, body: { code: 'LATE' } });
  });

  it('finds by words, job and state; deleted ones only when asked for', async () => {
    const [fern, alice] = [await app.as('fern'), await app.as('alice')];
    const first = await create(fern, { name: 'Rivière topo', short_description: 'north bank', job: 7, job_num: '26-0007' });
    const second = await create(fern, { name: 'Quarry', note: 'rivière road gate' });
    await fern.call(run.updateFieldRun, { id: second.id }, { state: 'Active' });
    const names = async (filter: object) => (await fern.call(run.listFieldRuns, filter)).results.map((row) => row.name);
    expect(await names({ query: 'riviere' })).toHaveLength(2);
    expect(await names({ query: '26-0007 BANK' })).toEqual(['Rivière topo']);
    expect(await names({ job: [7, 8] })).toEqual(['Rivière topo']);
    expect(await names({ job_num: ' 26-00' })).toEqual(['Rivière topo']);
    expect(await names({ job_num: '6-0007' })).toEqual([]);
    expect(await names({ state: ['Active', 'Finished'] })).toEqual(['Quarry']);
    expect(await names({ ordering: 'name' })).toEqual(['Quarry', 'Rivière topo']);
    await alice.call(run.updateFieldRun, { id: first.id }, { is_deleted: true });
    expect(await names({})).toEqual(['Quarry']);
    expect(await names({ is_deleted: true })).toEqual(['Rivière topo']);
    expect((await fern.call(run.getFieldRun, { id: first.id })).why_not_start).toMatch(/deleted/);
  });

  it('Fern starts a waiting run, twice without harm; what she started Pia cannot start', async () => {
    const [fern, pia] = [await app.as('fern'), await app.as('pia')];
    const { id } = await create(fern, { name: 'R' });
    const started = await fern.call(run.updateFieldRun, { id }, { state: 'Active' });
    expect(started).toMatchObject({ state: 'Active', started_on: app.clock.now, started_by: { full_name: 'Fern Francoeur' }, version: 2 });
    expect((await fern.call(run.updateFieldRun, { id }, { state: 'Active' })).version).toBe(2);
    const refused = await pia.refused(run.updateFieldRun, { id }, { state: 'Active' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', changed: ['state'], current: { id, state: 'Active' } } });
    expect(refused.body.detail).toBe('Failed to start run. Fern Francoeur has already started this run.');
    expect((await sentences(fern, id))[0]).toMatch(/^Fern Francoeur changed state from Waiting to Active/);
  });

  it('other states are not picked by hand', async () => {
    const pia = await app.as('pia');
    const { id } = await create(pia, {});
    for (const state of ['Processing', 'Finished'] as const)
      expect((await pia.refused(run.updateFieldRun, { id }, { state })).status).toBe(409);
    expect((await pia.refused(run.createFieldRun, {}, { state: 'Finished' })).body).toHaveProperty('state');
    expect(await create(pia, { state: 'Active' })).toMatchObject({ state: 'Active', started_by: { full_name: 'Pia Poirier' } });
  });

  it('the risk assessment turns the card from amber, and reads as words', async () => {
    const fern = await app.as('fern');
    const { id } = await create(fern, {});
    const saved = await fern.call(
      run.updateFieldRun,
      { id },
      {
        task_types: ['Topographic survey'],
        present_hazards: ['Live traffic', 'Slips, ice, steep bank'],
        hazard_controls: 'Cones, spotter',
        personal_protective_equipment_used: ['Hi-vis (CSA Z96)'],
      },
    );
    expect(saved.has_risk_assessment).toBe(true);
    expect((await fern.call(run.listFieldRuns, {})).results[0]?.has_risk_assessment).toBe(true);
    expect((await sentences(fern, id))[0]).toContain('present hazards to Live traffic, Slips, ice, steep bank');
  });

  it('the crew is named in answers and in history', async () => {
    const fern = await app.as('fern');
    const ids = (await app.tx().selectFrom('app_user').select('id').where('username', 'in', ['fern', 'pia']).orderBy('id').execute()).map(
      ({ id }) => id,
    );
    const { id } = await create(fern, {});
    const saved = await fern.call(run.updateFieldRun, { id }, { crew: ids });
    expect(saved).toMatchObject({ crew: ids, crew_members: [{ full_name: 'Fern Francoeur' }, { full_name: 'Pia Poirier' }] });
    expect((await sentences(fern, id))[0]).toBe('Fern Francoeur set crew to Fern Francoeur, Pia Poirier.');
  });

  it('shifts are for the processor, deletion for the Field Admin', async () => {
    const [fern, pia] = [await app.as('fern'), await app.as('pia')];
    const { id } = await create(fern, {});
    expect((await fern.refused(run.updateFieldRun, { id }, { HPN_easting_shift: 0.1 })).body).toHaveProperty('HPN_easting_shift');
    expect((await pia.refused(run.updateFieldRun, { id }, { is_deleted: true })).body).toHaveProperty('is_deleted');
    const shifted = await pia.call(run.updateFieldRun, { id }, { HPN_easting_shift: 0.112, shifts: [{ kind: 'HPN', easting: 0.112 }] });
    expect(shifted).toMatchObject({ HPN_easting_shift: 0.112, shifts: [{ kind: 'HPN', easting: 0.112 }] });
    expect(await pia.call(run.updateFieldRun, { id }, { cleared: ['HPN_easting_shift', 'shifts'] })).toMatchObject({
      HPN_easting_shift: null,
      shifts: null,
    });
    expect((await pia.refused(run.updateFieldRun, { id }, { cleared: ['state'] })).body).toHaveProperty('cleared');
  });

  it('from a desk a stale save is refused with what changed; history answers both paths', async () => {
    const [fern, pia] = [await app.as('fern'), await app.as('pia')];
    const { id } = await create(fern, { note: 'a' });
    await pia.call(run.updateFieldRun, { id }, { note: 'b' }, { ifMatch: 1 });
    const refused = await fern.refused(run.updateFieldRun, { id }, { note: 'c' }, { ifMatch: 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', changed: ['note'], current: { note: 'b', version: 2 } } });
    const paths = [run.listFieldRunHistory, run.listHistoryOfFieldRun];
    const [one, other] = await Promise.all(paths.map((endpoint) => fern.call(endpoint, { id })));
    expect(one).toEqual(other);
    expect(one?.count).toBe(2);
  });

  it('server-owned fields are refused by name', async () => {
    const fern = await app.as('fern');
    const { id } = await create(fern, {});
    for (const field of ['version', 'seq', 'create_op', 'started_by', 'imported_on', 'late', 'conflict', 'raw'])
      expect((await fern.refused(run.updateFieldRun, { id }, { [field]: 1 })).body, field).toHaveProperty(field);
  });
});
