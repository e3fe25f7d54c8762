import { randomUUID } from 'node:crypto';
import {
  createControlPoint,
  getControlHealth,
  getControlPoint,
  listControlChecks,
  listControlPointHistory,
  listControlPoints,
  updateControlPoint,
} from '@dmse/contract/sites/control-point';
import { getFieldRun } from '@dmse/contract/sites/field-run';
import * as decision from '@dmse/contract/sites/processing/decision';
import * as run from '@dmse/contract/sites/processing/run';
import * as shot from '@dmse/contract/sites/processing/shot';
import { getShot } from '@dmse/contract/sites/shot';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeShotId } from '../../../adapters/processing/shot-id.ts';
import { makeRun, makeShot, sendImage } from '../../../testing/fixtures/field-fixture.ts';
import { HPN_SHIFT, RUN_FILES } from '../../../testing/fixtures/processing-fixture.ts';
import { formOf } from '../../../testing/fixtures/upload-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function importRun(files: object = RUN_FILES) {
  const alice = await app.as('alice');
  const id = await makeRun(alice);
  const answer = await alice.call(run.importProcessing, { id }, undefined as never, formOf(files as typeof RUN_FILES));
  return { alice, id, answer, idOf: (name: string) => makeShotId(answer.attempt!.id, name) };
}

describe('importing the files of a run', () => {
  it('moves it to Processing, says what each file is and what every step has open', async () => {
    const { alice, id, answer } = await importRun();
    expect(answer).toMatchObject({ state: 'Processing', attempt: { number: 1, state: 'open' }, lease: { is_mine: true }, problem: null });
    expect(answer.files.map(({ part, name }) => [part, name])).toEqual(Object.entries(RUN_FILES).map(([part, { name }]) => [part, name]));
    expect(answer.overview?.to_do.map((one) => one.id)).toEqual(['LOC_MIX', 'UNSHIFTED']);
    expect(await alice.call(getFieldRun, { id })).toMatchObject({ raw: { name: '25001AT251014.rw5' }, state: 'Processing' });
    const points = await alice.call(run.getProcessingPoints, { id });
    expect(points.names).toContain('5002');
    expect(points.eastings).toHaveLength(points.ids.length);
  });

  it('takes all or nothing: a file in the wrong part, one that is missing, one that cannot be read', async () => {
    const alice = await app.as('alice');
    const id = await makeRun(alice);
    const { raw_file, points_file, sum_file } = RUN_FILES;
    const tried = (parts: Record<string, { name: string; bytes: Buffer | string }>) =>
      alice.refused(run.importProcessing, { id }, undefined, formOf(parts));
    expect((await tried({ raw_file, points_file, loc_file: sum_file })).body).toMatchObject({
      loc_file: [expect.stringContaining('CSRS-PPP summary')],
    });
    expect((await tried({ raw_file })).body).toMatchObject({ points_file: ['A points file is needed.'] });
    expect((await tried({ raw_file, points_file, photo: sum_file })).body).toHaveProperty('photo');
    expect((await tried({ raw_file: { name: 'a.rw5', bytes: '' }, points_file })).body).toHaveProperty('raw_file');
    expect(await alice.call(run.getProcessing, { id })).toMatchObject({ state: 'Active', attempt: null, files: [] });
  });

  it('more than 200 MB in all files of a run are refused with a sentence, and nothing of the import stays', async () => {
    const { alice, id, answer } = await importRun();
    const MEGABYTE = 1024 * 1024;
    const { raw_file, ref_file } = RUN_FILES;
    const kept = answer.files.find(({ part }) => part === 'raw_file')!;
    const setSize = (bytes: number) => app.tx().updateTable('file').set({ bytes }).where('sha256', '=', kept.sha256).execute();
    await setSize(200 * MEGABYTE);
    const refused = await alice.refused(run.importProcessing, { id }, undefined, formOf({ ref_file: { ...ref_file, name: 'b.ref' } }));
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { ref_file: ['The files have 201 MB together; a run takes at most 200 MB.'] },
    ]);
    expect((await alice.call(run.getProcessing, { id })).files.map(({ name }) => name)).not.toContain('b.ref');
    // In the place of the large one it is taken.
    const again = await alice.call(run.importProcessing, { id }, undefined as never, formOf({ raw_file: { ...raw_file, name: 'c.rw5' } }));
    expect(again.files.map(({ name }) => name)).toContain('c.rw5');
    await setSize(raw_file.bytes.length);
  });

  it('a corrected file takes the place of the earlier one, and what was decided is applied to it', async () => {
    const { alice, id } = await importRun();
    await alice.call(decision.decideProcessing, { id }, { decisions: [HPN_SHIFT, { kind: 'drop', names: ['5002'] }] });
    const bytes = Buffer.from(RUN_FILES.raw_file.bytes.toString('latin1').replaceAll('PN5002,', 'PN5902,'), 'latin1');
    const again = await alice.call(run.importProcessing, { id }, undefined as never, formOf({ raw_file: { name: 'new.rw5', bytes } }));
    expect(again.files.find(({ part }) => part === 'raw_file')?.name).toBe('new.rw5');
    expect(again.files).toHaveLength(5);
    expect(again.overview?.plan?.type).toBe('HPN');
    expect(again.attempt?.decision_count).toBe(2);
  });
});

/** Without coordinates: it does not tell in which order a points file has them. */
const LOCAL_RAW = 'JB,NMLocal,DT10-14-2025,TM09:00:00\r\nMO,AD0,UN1,SF1.00000000,EC0,EO0.0,AU0\r\n--Nothing measured\r\n';

describe('deciding', () => {
  it('shifts by PPP, keeps the figures with the run, and takes them back', async () => {
    const { alice, id } = await importRun();
    const shifted = await alice.call(run.applyShifts, { id }, { shift_type: 'HPN', other_side: 'reshift' });
    expect(shifted.overview?.to_do).toEqual([]);
    const kept = await alice.call(getFieldRun, { id });
    expect(kept.HPN_easting_shift).toBeCloseTo(0.112, 2);
    expect(kept.HPN_northing_shift).toBeCloseTo(-0.088, 2);
    const { results } = await alice.call(decision.listProcessingDecisions, { id });
    expect(results).toMatchObject([{ sentence: 'HPN shift', not_applied: null, by: { full_name: 'Alice Arsenault' } }]);
    await alice.call(decision.undoProcessingDecisions, { id }, { decisions: [results[0]!.id] });
    expect(await alice.call(getFieldRun, { id })).toMatchObject({ shifts: null, HPN_easting_shift: null });
    expect((await alice.call(run.getProcessing, { id })).overview?.plan).toBeNull();
  });

  it('takes several back at once, or none', async () => {
    const { alice, id } = await importRun();
    const drop = (name: string) => ({ kind: 'drop' as const, names: [name] });
    const { ids, revision } = await alice.call(decision.decideProcessing, { id }, { decisions: [drop('5002'), drop('5004')] });
    expect((await alice.send(decision.undoProcessingDecisions, { id }, { decisions: [ids[0]!, 2_000_000_000] })).status).toBe(404);
    expect((await alice.call(run.getProcessing, { id })).overview?.counts.dropped).toBe(2);
    const undone = await alice.call(decision.undoProcessingDecisions, { id }, { decisions: ids });
    expect(undone.revision).toBe(revision + 1);
    expect(await alice.call(decision.undoProcessingDecisions, { id }, { decisions: ids })).toEqual(undone);
    expect((await alice.call(run.getProcessing, { id })).overview?.counts.dropped).toBe(0);
  });

  it('asks which coordinate of a points file comes first, where nothing tells', async () => {
    const { alice, id } = await importRun();
    const bytes = Buffer.from('1,5000.1,9000.2,10,AE\r\n2,5010.1,9010.2,10,AE\r\n');
    const form = { raw_file: { name: 'local.rw5', bytes: Buffer.from(LOCAL_RAW) }, points_file: { name: 'local.csv', bytes } };
    const asked = await alice.call(run.importProcessing, { id }, undefined as never, formOf(form));
    expect(asked.overview?.unordered_files).toEqual(['local.csv']);
    const order = { kind: 'order_points' as const, file: 'local.csv', order: 'PNEZD' as const };
    const wrong = { ...order, file: 'other.csv' };
    expect((await alice.refused(decision.decideProcessing, { id }, { decisions: [wrong] })).body).toHaveProperty('decisions');
    await alice.call(decision.decideProcessing, { id }, { decisions: [order] });
    expect((await alice.call(run.getProcessing, { id })).overview?.unordered_files).toEqual([]);
  });

  it('refuses what does not fit the files, and keeps nothing of it', async () => {
    const { alice, id } = await importRun();
    const decisions = [
      { kind: 'drop', names: ['5004'] },
      { kind: 'drop', names: ['9999'] },
    ];
    expect((await alice.refused(decision.decideProcessing, { id }, { decisions })).body).toHaveProperty('decisions');
    expect((await alice.call(decision.listProcessingDecisions, { id })).count).toBe(0);
    const typed = { shift_type: 'NONE', typed: { d_easting: 1, d_northing: 0, d_elevation: 0 } };
    expect((await alice.refused(run.applyShifts, { id }, typed)).body).toEqual(expect.objectContaining({ why: ['Say why.'] }));
  });

  it('SUR-C8a a Field Admin waives what blocks, with a reason that the report prints; a processor may not', async () => {
    const pia = await app.as('pia');
    const id = await makeRun(pia);
    await pia.call(run.importProcessing, { id }, undefined as never, formOf(RUN_FILES));
    const held = await pia.call(run.applyShifts, { id }, { shift_type: 'HPN', other_side: 'hold' });
    const { key } = held.overview!.to_do.find((one) => one.id === 'LOC_MIX')!;
    const waive = { decisions: [{ kind: 'waive', conflict: key }], why: 'The crew checked 4999.' };
    const refused = await pia.refused(decision.decideProcessing, { id }, waive);
    expect([refused.status, refused.body.detail]).toEqual([403, 'Only a Field Admin may waive a blocking conflict.']);
    const alice = await app.as('alice');
    await alice.call(run.leaseProcessing, { id }, { take_over: true });
    expect((await alice.refused(decision.decideProcessing, { id }, { decisions: waive.decisions })).body).toMatchObject({
      why: ['Say why.'],
    });
    await alice.call(decision.decideProcessing, { id }, waive as never);
    expect((await alice.call(run.getProcessing, { id })).overview?.to_do.map((one) => one.id)).not.toContain('LOC_MIX');
    const report = (await alice.call(run.getProcessingReport, { id })) as { ignored: object[] };
    expect(report.ignored).toMatchObject([{ is_waived: true, by: 'Alice Arsenault', why: 'The crew checked 4999.' }]);
  });

  it('averages two shots; the measured ones are found under it, and every figure is explained', async () => {
    const { alice, id, idOf } = await importRun();
    const [first, second] = [idOf('5000'), idOf('5001')];
    const made = await alice.call(shot.createResolutionShot, {}, { first, second, root_shots: [first, second] });
    expect(made).toMatchObject({ name: '5000A', instrument_type: 'AVERAGE' });
    const roots = await alice.call(shot.listRootShots, { id: made.id });
    expect(roots.map(({ name }) => name)).toEqual(['5000', '5001']);
    const { explanation } = await alice.call(shot.getProcessingShot, { id: made.id });
    expect(explanation.length).toBeGreaterThan(1);
    const described = await alice.call(shot.updateProcessingShot, { id: idOf('5004') }, { description: 'SAMH/deep' });
    expect(described).toMatchObject({ description: 'SAMH/deep', easting: expect.any(Number) });
    const { count } = await alice.call(run.findProcessingConflicts, { id }, { ignored_shots: [idOf('5004')] });
    expect(count).toBeGreaterThan(0);
  });
});

describe('two people on one run', () => {
  it('one holds it; the other takes it over, and nothing of either is lost', async () => {
    const { alice, id } = await importRun();
    const pia = await app.as('pia');
    const decisions = [{ kind: 'drop' as const, names: ['5004'] }];
    expect((await pia.refused(decision.decideProcessing, { id }, { decisions })).body.detail).toBe(
      'Alice Arsenault is working on this run. Take it over to change something.',
    );
    expect((await pia.call(run.leaseProcessing, { id }, { take_over: true })).lease).toMatchObject({ is_mine: true });
    await pia.call(decision.decideProcessing, { id }, { decisions });
    expect((await alice.refused(run.applyShifts, { id }, { shift_type: 'NONE' })).status).toBe(409);
    expect((await alice.call(run.getProcessing, { id })).why_not_write).toContain('is working on this run');
  });
});

describe('the end of a run', () => {
  it('is refused with what blocks it; then writes coordinates, publishes control, freezes everything', async () => {
    const { alice, id } = await importRun();
    const app_shot = await makeShot(alice, id, { name: '5002', code: 'STMH' });
    const photo = sharp({ create: { width: 600, height: 400, channels: 3, background: '#888' } });
    const picture = { id: randomUUID(), field_run: id, fieldrun_shot: app_shot };
    expect((await sendImage(alice, picture, await photo.jpeg().toBuffer())).status).toBe(201);
    const { matches, names } = await alice.call(run.getProcessingPoints, { id });
    expect(matches).toEqual([{ at: names.indexOf('5002'), app_shot }]);
    const blocked = await alice.refused(run.finishProcessing, { id }, {});
    expect(blocked.body).toMatchObject({ detail: expect.stringContaining('2 blocking conflicts'), conflicts: [{}, {}] });
    await alice.call(run.applyShifts, { id }, { shift_type: 'HPN', other_side: 'reshift' });
    const { id: mark } = await alice.call(createControlPoint, {}, { name: 'Old mark', easting: 2_400_001, northing: 7_400_001 });
    const twice = [5001, 5002].map((name) => ({ name: String(name), control_point: mark }));
    expect((await alice.refused(run.finishProcessing, { id }, { publish: twice })).body).toHaveProperty('publish');
    const publish = [{ name: '5001', control_point: null }, twice[1]!];
    const done = await alice.call(run.finishProcessing, { id }, { publish });
    expect(done).toMatchObject({ state: 'Finished', attempt: { state: 'finished' }, why_not_write: 'This run is finished.' });
    const { properties } = await alice.call(getShot, { id: app_shot });
    expect(properties.easting).toBeGreaterThan(2_400_000);
    const { results } = await alice.call(listControlPoints, {});
    expect(results).toMatchObject([{ name: '5001' }, { id: mark, easting: expect.closeTo(properties.easting!, 3) }]);
    const { results: told } = await alice.call(listControlPointHistory, { id: mark });
    expect(told[0]!.changes).toContainEqual(expect.objectContaining({ field: 'easting', from: expect.stringContaining('2400001') }));
    expect(await alice.call(getControlPoint, { id: results[0]!.id })).toMatchObject({ epoch: 1997, elevation_system: 'CGVD28' });
    const zip = await alice.call(run.exportProcessing, { id });
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect(await (await alice.call(run.exportProcessing, { id, format: 'penzd' })).text()).toContain('5002,');
    const report = Buffer.from(await (await alice.call(run.exportProcessing, { id, format: 'report' })).arrayBuffer());
    expect(report.toString('latin1')).toMatch(/\/Subtype \/Image/);

    const reopened = await alice.call(run.reopenProcessing, { id }, { reason: 'The base was wrong.' });
    expect(reopened).toMatchObject({ state: 'Processing', attempt: { number: 2, decision_count: 1, file_count: 5 } });
    expect(await alice.call(run.compareProcessing, { id, attempt: done.attempt!.id })).toMatchObject({ only_now: [], only_before: [] });
    await alice.call(run.finishProcessing, { id }, {});
    const { id: control, version } = await alice.call(getControlPoint, { id: results[0]!.id });
    const checks = await alice.call(listControlChecks, { id: control });
    expect(checks.results).toContainEqual(expect.objectContaining({ shot_name: '5001', is_beyond: false }));
    expect((await alice.call(getControlPoint, { id: control })).check_count).toBe(checks.count);
    expect((await alice.call(getControlHealth, { id: control })).runs).toEqual([]);
    await alice.call(updateControlPoint, { id: control }, { easting: results[0]!.easting + 0.05 }, { ifMatch: version });
    expect((await alice.call(getControlHealth, { id: control })).runs).toMatchObject([{ id, d_easting: expect.closeTo(0.05, 3) }]);
  });

  it('reset puts the attempt aside; it can be read and gone on with', async () => {
    const { alice, id, answer, idOf } = await importRun();
    await alice.call(decision.decideProcessing, { id }, { decisions: [HPN_SHIFT] });
    const reset = await alice.call(run.resetProcessing, { id }, { reason: 'wrong files' });
    expect(reset).toMatchObject({ state: 'Active', attempt: null, attempts: [{ state: 'archived', reason: 'wrong files' }] });
    const earlier = await alice.call(run.getProcessing, { id, attempt: answer.attempt!.id });
    expect(earlier).toMatchObject({ why_not_write: 'This attempt was put aside.', files: { length: 5 } });
    const stale = await alice.refused(shot.updateProcessingShot, { id: idOf('5004') }, { description: 'x' });
    expect(stale.body.detail).toBe('This attempt is no longer worked on.');
    const restored = await alice.call(run.restoreProcessing, { id }, { attempt: answer.attempt!.id });
    expect(restored).toMatchObject({ state: 'Processing', attempt: { number: 2, decision_count: 1 } });
    expect(restored.overview?.to_do).toEqual([]);
    expect((await alice.call(getFieldRun, { id })).HPN_easting_shift).toBeCloseTo(0.112, 2);
  });
});
