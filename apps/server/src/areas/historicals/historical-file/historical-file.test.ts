import {
  createHistoricalDrafts,
  createHistoricalFile,
  getHistoricalFile,
  listHistoricalCompanies,
  listHistoricalFileHistory,
  listHistoricalFiles,
  removeHistoricalFile,
  updateHistoricalFile,
} from '@dmse/contract/historicals/historical-file';
import { addHistoricalScan, listHistoricalScans, removeHistoricalScan } from '@dmse/contract/historicals/scan';
import type { TestClient } from '@dmse/testkit/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { uploadBytes } from '../../../testing/fixtures/upload-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
let editor: TestClient;
beforeEach(async () => {
  const { id } = await app.tx().selectFrom('app_user').select('id').where('username', '=', 'joe').executeTakeFirstOrThrow();
  await app
    .tx()
    .updateTable('app_user')
    .set({ granted: ['Employee', 'Historicals Editor'] })
    .where('id', '=', id)
    .execute();
  editor = await app.as('joe');
});

const FILE = {
  company: 'Murray & Sons',
  file_number: 'M-1042',
  client_name: 'Théo Léger',
  description: 'Lot at Cap-Pelé',
  plan_number: 'P-77',
};

describe('a historical file', () => {
  it('is kept by a Historicals Editor and found by everybody, in any words', async () => {
    const made = await editor.call(createHistoricalFile, {}, FILE);
    const chelsea = await app.as('chelsea');
    expect((await chelsea.call(listHistoricalFiles, { query: 'leger cap-pele' })).results.map(({ id }) => id)).toEqual([made.id]);
    await editor.call(createHistoricalFile, {}, { file_number: 'M-10421' });
    expect((await chelsea.call(listHistoricalFiles, { query: 'm-1042' })).results[0]?.id).toBe(made.id);
    expect((await chelsea.send(createHistoricalFile, {}, FILE)).status).toBe(403);
  });

  it('needs something to be called by, and a job that is there', async () => {
    expect((await editor.send(createHistoricalFile, {}, { note: 'x' })).status).toBe(400);
    expect((await editor.send(createHistoricalFile, {}, { ...FILE, job: 2_000_000_000 })).status).toBe(400);
  });

  it('has a place, and history tells when it moved', async () => {
    const point = { type: 'Point' as const, coordinates: [-64.5, 46.2] as [number, number] };
    const made = await editor.call(createHistoricalFile, {}, { ...FILE, location: { geometry: point } });
    expect(made.location?.geometry).toEqual(point);
    const moved = await editor.call(updateHistoricalFile, { id: made.id }, { location: { address: '1 Main St' } });
    expect(moved.location).toMatchObject({ geometry: point, address: '1 Main St' });
    expect((await editor.call(updateHistoricalFile, { id: made.id }, { location: null })).location).toBeNull();
    const { results } = await editor.call(listHistoricalFileHistory, { id: made.id });
    expect(results).toHaveLength(3);
    expect(results.every(({ sentence }) => !sentence.includes('{'))).toBe(true);
  });

  it('takes scans of four kinds, in order, and lets them go', async () => {
    const { id } = await editor.call(createHistoricalFile, {}, FILE);
    const pdf = await uploadBytes(editor, 'plan.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
    const text = await uploadBytes(editor, 'words.txt', 'just words');
    const scan = await editor.call(addHistoricalScan, { id }, { file: pdf });
    expect((await editor.send(addHistoricalScan, { id }, { file: text })).status).toBe(400);
    const chelsea = await app.as('chelsea');
    expect((await chelsea.call(listHistoricalScans, { id })).results.map(({ name }) => name)).toEqual(['plan.pdf']);
    await editor.call(removeHistoricalScan, { id, scanId: scan.id });
    expect((await editor.call(getHistoricalFile, { id })).scan_count).toBe(0);
    await editor.call(removeHistoricalFile, { id });
    expect((await editor.send(getHistoricalFile, { id })).status).toBe(404);
  });

  it('has a sub-type of its category and control points, and history names them', async () => {
    const stamps = { created_on: app.clock.now, updated_on: app.clock.now };
    const point = await app
      .tx()
      .insertInto('control_point')
      .values({ name: 'HPN 7', easting: 1, northing: 2, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow();
    const topo = { ...FILE, category: 'Topo' as const, sub_category: 'Roads' as const, control_points: [point.id] };
    expect((await editor.send(createHistoricalFile, {}, { ...topo, category: 'Legal' })).status).toBe(400);
    expect((await editor.send(createHistoricalFile, {}, { ...topo, control_points: [2_000_000_000] })).status).toBe(400);
    const { id, control_points } = await editor.call(createHistoricalFile, {}, topo);
    expect(control_points).toEqual([{ id: point.id, name: 'HPN 7' }]);
    const find = { control_point: point.id, sub_category: ['Roads'] as 'Roads'[], is_draft: false, has_scans: false, is_located: false };
    expect((await editor.call(listHistoricalFiles, find)).results.map((row) => row.id)).toEqual([id]);
    const changed = await editor.call(updateHistoricalFile, { id }, { category: 'Legal', control_points: [] });
    expect(changed).toMatchObject({ sub_category: null, control_points: [] });
    const [last] = (await editor.call(listHistoricalFileHistory, { id })).results;
    expect(last?.sentence).toContain('HPN 7');
    expect((await editor.call(listHistoricalCompanies, {})).results).toContainEqual({ company: FILE.company, files: 1 });
  });

  it('begins as a draft for each scan dropped in, with what its name suggests', async () => {
    const files = [
      await uploadBytes(editor, '1987-06-12 M-77 plan 4.pdf', '%PDF-1.7\n%%EOF\n'),
      await uploadBytes(editor, 'scan.pdf', '%PDF-1.7\n%%EOF\n'),
    ];
    const text = await uploadBytes(editor, 'words.txt', 'just words');
    const { drafts, refused } = await editor.call(createHistoricalDrafts, {}, { files: [text, ...files], company: 'Murray & Sons' });
    expect(refused).toEqual(['words.txt: a scan is a PDF, TIFF, JPEG or PNG.']);
    const { results } = await editor.call(listHistoricalFiles, { is_draft: true, ordering: 'created_on' });
    expect(results.map(({ id }) => id)).toEqual(drafts);
    expect(results[0]).toMatchObject({ company: 'Murray & Sons', scan_count: 1, scans_unread: 1, scans_failed: 0, version: 1 });
    expect(results[0]!.proposal).toEqual({ file_number: 'M-77', plan_number: '4', pid: null, surveyed_on: '1987-06-12' });
    // Taken and taken back, it is proposed again.
    await editor.call(updateHistoricalFile, { id: drafts[0]! }, { file_number: 'M-77' });
    expect((await editor.call(listHistoricalFiles, { is_draft: true, ordering: 'created_on' })).results[0]!.proposal?.file_number).toBe(
      'M-77',
    );
    await editor.call(updateHistoricalFile, { id: drafts[0]! }, { file_number: 'M-78', is_draft: false });
    expect((await editor.call(listHistoricalFiles, { is_draft: true })).count).toBe(1);
  });
});
