import { randomBytes, randomUUID } from 'node:crypto';
import { ExportManifest } from '@dmse/contract/sites/field-export';
import * as sync from '@dmse/contract/sites/sync';
import { sync as runEngine } from '@dmse/sync/engine';
import { collectExport } from '@dmse/sync/local/export';
import { createPipe } from '@dmse/sync/local/pipe';
import { createPoint, updatePoint } from '@dmse/sync/local/point';
import { createRun, removeAll } from '@dmse/sync/local/run';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, sha256Of } from '../../../testing/fixtures/field-fixture.ts';
import { createTablet } from '../../../testing/fixtures/tablet.ts';
import { zipOf } from '../../../testing/fixtures/zip-fixture.ts';
import { type CommittedApp, startCommittedApp } from '../../../testing/test-app.ts';

let app: CommittedApp;
beforeAll(async () => {
  app = await startCommittedApp('tablet_export');
});
afterAll(() => app.close());

async function bringIn(zip: Buffer): Promise<sync.ExportImport> {
  const { payload, headers } = formOf({}, { bytes: zip, name: 'field-data.zip', mime: 'application/zip' });
  const answer = await (await app.as('pia')).send(sync.importExport, {}, undefined, { payload, headers });
  expect(answer.status, answer.body.toString()).toBe(200);
  return sync.ExportImport.parse(JSON.parse(answer.body.toString()));
}

test('what a tablet exports is what the import reads: once it creates, twice it changes nothing, and a later push is the same write', async () => {
  const fern = await app.db.read((tx) => tx.selectFrom('app_user').select('id').where('username', '=', 'fern').executeTakeFirstOrThrow());
  const tablet = createTablet(app.fastify, await app.as('fern', 'field'), fern.id);
  const run = randomUUID();
  await createRun(tablet.session, { id: run, fields: { name: 'Exported', state: 'Active' } });
  const [a, b] = [randomUUID(), randomUUID()];
  const photo = randomBytes(3000);
  const geometry = { type: 'Point', coordinates: [-66.64, 45.96, 12.25] } as const;
  await createPoint(tablet.session, {
    id: a,
    field_run: run,
    fields: { code: 'SAMH', geometry },
    photos: [{ bytes: photo, mime: 'image/jpeg' }],
  });
  await createPoint(tablet.session, { id: b, field_run: run, fields: { note: 'Entrée d’eau', connections: [{ direction: 'in' }] } });
  await updatePoint(tablet.session, b, { fields: { description: 'second revision' } });
  await createPipe(tablet.session, { field_run: run, fields: { start_structure: a, end_structure: b, system: 'storm' } });
  // nobody answers: the run is wiped, everything lies in rescue, and the export finds it there
  tablet.weather = () => 'lost';
  await removeAll(tablet.session);

  const files = await collectExport(tablet.session);
  ExportManifest.parse(JSON.parse(Buffer.from(files[0]!.bytes).toString()));
  const zip = zipOf(files.map(({ path, bytes }) => ({ name: path, bytes: Buffer.from(bytes) })));
  expect(await bringIn(zip)).toMatchObject({ field_runs: [run], created: 5, updated: 0, problems: [] });
  const manifest = await (await app.as('fern')).call(sync.getManifest, { id: run });
  expect(manifest.rows.map((row) => row.kind).sort()).toEqual(['image', 'pipe', 'point', 'point', 'run']);
  expect(manifest.rows.find((row) => row.kind === 'image')?.sha256).toBe(sha256Of(photo));
  expect(await bringIn(zip)).toMatchObject({ created: 0, updated: 0, unchanged: 5, problems: [] });

  tablet.weather = () => 'fair';
  expect(await runEngine(tablet.session, { force: true })).toMatchObject({ ran: true, counts: { waiting: 0, failed: 0 } });
  const after = await (await app.as('fern')).call(sync.getManifest, { id: run });
  expect(after.rows.map(({ id, is_deleted, sha256 }) => ({ id, is_deleted, sha256 }))).toEqual(
    manifest.rows.map(({ id, is_deleted, sha256 }) => ({ id, is_deleted, sha256 })),
  );
});
