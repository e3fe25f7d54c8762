import * as imports from '@dmse/contract/sites/control-import';
import * as control from '@dmse/contract/sites/control-point';
import { describe, expect, it } from 'vitest';
import { uploadBytes } from '../../../testing/fixtures/upload-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

const LIST = 'P,E,N,Z,D\r\nHPN 1,2500000.0001,7500000,12.5,MON/brass cap|in rock\r\nHPN 2,2500100,7500100,,"CP, shaky"\r\n';

async function prepare(text: string, name = 'control.csv') {
  const alice = await app.as('alice');
  return { alice, file: await uploadBytes(alice, name, text) };
}

describe('importing control points', () => {
  it('checks first and writes nothing; then imports, and the note has its lines back', async () => {
    const { alice, file } = await prepare(LIST);
    const check = await alice.call(imports.checkControlImport, {}, { file });
    expect(check).toMatchObject({ rows: 2, ready: 2, error_count: 0, known_count: 0, near_count: 0, stops: [] });
    expect((await alice.call(control.listControlPoints, {})).count).toBe(0);
    const batch = await alice.call(imports.runControlImport, {}, { file, known: 'skip', is_hpn: true, datum: 'NAD83(CSRS)', epoch: 1997 });
    expect(batch).toMatchObject({ created: 2, updated: 0, skipped: 0, file_name: 'control.csv', why_not_undo: null });
    const { results } = await alice.call(control.listControlPoints, {});
    expect(results).toMatchObject([
      { name: 'HPN 1', easting: 2_500_000.0001, elevation: 12.5, note: 'MON/brass cap\nin rock', is_hpn: true },
      { name: 'HPN 2', elevation: null, note: 'CP, shaky' },
    ]);
    const history = await alice.call(control.listControlPointHistory, { id: results[0]!.id });
    expect(history.results[0]?.sentence).toBe('Alice Arsenault imported control point HPN 1.');
  });

  it('tells northing from easting by the figures, whatever the order', async () => {
    const { alice, file } = await prepare('CP1 7500000 2500000 10 MON\nCP2 7500010 2500010 11 MON\n', 'list.txt');
    expect(await alice.call(imports.checkControlImport, {}, { file })).toMatchObject({
      layout: 'PNEZD',
      samples: [{ name: 'CP1', easting: 2_500_000 }, {}],
    });
  });

  it('a list on another grid is asked about, and the answer is taken', async () => {
    const { alice, file } = await prepare('A,100,200,5,x\nB,110,210,5,y\n');
    const check = await alice.call(imports.checkControlImport, {}, { file });
    expect(check).toMatchObject({ layout: null, ready: 0, stops: [expect.stringContaining('please choose')] });
    expect((await alice.refused(imports.runControlImport, {}, { file, known: 'skip' })).body).toHaveProperty('file');
    expect(await alice.call(imports.runControlImport, {}, { file, known: 'skip', order: 'PNEZD' })).toMatchObject({ created: 2 });
  });

  it('knows its namesakes and its neighbours', async () => {
    const { alice, file } = await prepare(LIST);
    await alice.call(control.createControlPoint, {}, { name: 'hpn 1', easting: 2_500_000.03, northing: 7_500_000, elevation: 12.4 });
    await alice.call(control.createControlPoint, {}, { name: 'Other', easting: 2_500_100.02, northing: 7_500_100 });
    const check = await alice.call(imports.checkControlImport, {}, { file });
    expect(check).toMatchObject({ ready: 1, known_count: 1, near_count: 1 });
    expect(check.known[0]).toMatchObject({ name: 'HPN 1', distance: 0.0299, height_difference: 0.1, is_same: false });
    expect(check.near[0]).toMatchObject({ name: 'HPN 2', near_name: 'Other' });
    expect(await alice.call(imports.runControlImport, {}, { file, known: 'skip' })).toMatchObject({ created: 1, skipped: 1 });
  });

  it('twice changes nothing', async () => {
    const { alice, file } = await prepare(LIST);
    await alice.call(imports.runControlImport, {}, { file, known: 'update' });
    const again = await alice.refused(imports.runControlImport, {}, { file, known: 'update' });
    expect(again).toMatchObject({ status: 400, body: { file: ['There is nothing new in this file.'] } });
    expect((await alice.call(control.listControlPoints, {})).count).toBe(2);
  });

  it('all or none: a bad row stops it, named by its line, and can be left out', async () => {
    const { alice, file } = await prepare(`${LIST}HPN 1,2500200,7500200,1,again\r\nHPN 4,no,7500200,1,bad\r\n`);
    const refused = await alice.refused(imports.runControlImport, {}, { file, known: 'skip' });
    expect(refused.body.rows).toMatchObject([{ line: 4, message: expect.stringContaining('line 2 already') }, { line: 5 }]);
    expect((await alice.call(control.listControlPoints, {})).count).toBe(0);
    expect(await alice.call(imports.runControlImport, {}, { file, known: 'skip', skip_lines: [4, 5] })).toMatchObject({ created: 2 });
  });

  it('is taken back whole: new points go, overwritten ones are as they were', async () => {
    const { alice, file } = await prepare(LIST);
    const old = await alice.call(control.createControlPoint, {}, { name: 'HPN 1', easting: 1, northing: 2, elevation: 3, note: 'old' });
    const batch = await alice.call(imports.runControlImport, {}, { file, known: 'update', is_hpn: true });
    expect(batch).toMatchObject({ created: 1, updated: 1 });
    expect(await alice.call(control.getControlPoint, { id: old.id })).toMatchObject({ easting: 2_500_000.0001, is_hpn: true });
    const undone = await alice.call(imports.undoControlImport, { id: batch.id });
    expect(undone.undone_on).not.toBeNull();
    expect(await alice.call(control.getControlPoint, { id: old.id })).toMatchObject({
      easting: 1,
      northing: 2,
      elevation: 3,
      note: 'old',
      is_hpn: false,
    });
    expect((await alice.call(control.listControlPoints, {})).count).toBe(1);
    expect((await alice.refused(imports.undoControlImport, { id: batch.id })).body.detail).toMatch(/undone already/);
  });

  it('is not taken back once somebody has built on it', async () => {
    const { alice, file } = await prepare(LIST);
    const batch = await alice.call(imports.runControlImport, {}, { file, known: 'skip' });
    const { results } = await alice.call(control.listControlPoints, {});
    const pia = await app.as('pia');
    await pia.call(
      control.createControlCheck,
      { id: results[0]!.id },
      { measured_on: '2026-03-01T14:00:00.000Z', easting: 2_500_000, northing: 7_500_000 },
    );
    expect((await alice.refused(imports.undoControlImport, { id: batch.id })).body.detail).toBe(
      'A control point is referred to by other records by now: HPN 1.',
    );
    await alice.call(control.updateControlPoint, { id: results[1]!.id }, { note: 'seen' });
    expect((await alice.call(imports.listControlImports, {})).results[0]?.why_not_undo).toBe(
      'A control point has been changed since the import: HPN 2.',
    );
  });

  it('a file of another kind is named; Pia may not import', async () => {
    const { alice, file } = await prepare('JB,NMrun,DT08-31-2023,TM07:54:47\nMO,AD0,UN1,SF1.0,EC0,EO0.0,AU0\n', 'run.rw5');
    expect((await alice.call(imports.checkControlImport, {}, { file })).stops.join(' ')).toMatch(/RW5|raw/i);
    expect((await (await app.as('pia')).refused(imports.checkControlImport, {}, { file })).status).toBe(403);
  });
});
