import {
  addHistoricalScan,
  createHistoricalFile,
  getHistoricalFile,
  listHistoricalFileHistory,
  listHistoricalFiles,
  listHistoricalScans,
  removeHistoricalFile,
  removeHistoricalScan,
  updateHistoricalFile,
} from '@dmse/contract/historicals/historical-file';
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
});
