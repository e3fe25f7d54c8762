import { randomUUID } from 'node:crypto';
import { EXPORT_FORMAT } from '@dmse/contract/sites/field-export';
import { getFieldRun } from '@dmse/contract/sites/field-run';
import * as image from '@dmse/contract/sites/image';
import * as pipe from '@dmse/contract/sites/pipe';
import * as shot from '@dmse/contract/sites/shot';
import * as sync from '@dmse/contract/sites/sync';
import type { TestClient } from '@dmse/testkit/client';
import { describe, expect, it } from 'vitest';
import { formOf, makeRun, pushOf, sha256Of, TABLET } from '../../../testing/fixtures/field-fixture.ts';
import { type Packed, zipOf } from '../../../testing/fixtures/zip-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

type Exported = {
  kind: string;
  id: string;
  field_run: string;
  fields: Record<string, unknown>;
  geometry?: unknown;
  photo?: Buffer;
  rev?: number;
  base?: number;
};

function exportOf(records: Exported[], change: { manifest?: object; extra?: Packed[]; spoil?: boolean } = {}): Buffer {
  const features = records.map(({ id, fields, geometry = null }) => ({ type: 'Feature', id, geometry, properties: fields }));
  const text = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
  const items = records.map(({ kind, id, field_run, photo, rev = 1, base = 0 }) => {
    const file = photo ? { path: `photos/${id}.jpg`, sha256: sha256Of(photo), bytes: photo.length } : null;
    return { kind, id, field_run, rev, base, owner: null, file };
  });
  const packed = { path: 'records.geojson', sha256: sha256Of(text), bytes: text.length };
  const manifest = {
    format: EXPORT_FORMAT,
    version: 1,
    device: TABLET,
    exported_on: '2026-03-04T15:00:00Z',
    records: packed,
    items,
    ...change.manifest,
  };
  const photos = records.flatMap(({ id, photo }) =>
    photo ? [{ name: `photos/${id}.jpg`, bytes: change.spoil ? Buffer.from('spoilt') : photo }] : [],
  );
  return zipOf([
    { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    { name: 'records.geojson', bytes: text },
    ...photos,
    ...(change.extra ?? []),
  ]);
}

function send(crew: TestClient, bytes: Buffer) {
  const { payload, headers } = formOf({}, { bytes, name: 'export.zip', mime: 'application/zip' });
  return crew.send(sync.importExport, {}, undefined, { payload, headers });
}

async function imported(crew: TestClient, bytes: Buffer): Promise<sync.ExportImport> {
  const answer = await send(crew, bytes);
  expect(answer.status, answer.body.toString()).toBe(200);
  return sync.ExportImport.parse(JSON.parse(answer.body.toString()));
}

function wholeRun() {
  const [run, a, b] = [randomUUID(), randomUUID(), randomUUID()];
  const records: Exported[] = [
    {
      kind: 'image',
      id: randomUUID(),
      field_run: run,
      fields: { fieldrun_shot: a, note: 'lid', is_deleted: false },
      photo: Buffer.from('a photo'),
    },
    { kind: 'pipe', id: randomUUID(), field_run: run, fields: { start_structure: a, end_structure: b, is_deleted: false } },
    {
      kind: 'point',
      id: a,
      field_run: run,
      fields: { name: '5001', is_deleted: false },
      geometry: { type: 'Point', coordinates: [-66.6, 45.9] },
    },
    { kind: 'point', id: b, field_run: run, fields: { name: '5002', is_deleted: true } },
    { kind: 'run', id: run, field_run: run, fields: { name: 'Rescued', state: 'Active', is_deleted: false } },
  ];
  return { run, a, b, records };
}

describe('the zip a tablet exported', () => {
  it('SYNC-A15 brings the whole run in under its own ids; twice changes nothing', async () => {
    const fern = await app.as('fern');
    const { run, a, records } = wholeRun();
    const zip = exportOf(records);
    expect(await imported(fern, zip)).toEqual({ field_runs: [run], created: 5, updated: 0, unchanged: 0, problems: [] });
    expect(await fern.call(getFieldRun, { id: run })).toMatchObject({ name: 'Rescued', state: 'Active', shot_count: 1 });
    expect((await fern.call(shot.getShot, { id: a })).geometry).toEqual({ type: 'Point', coordinates: [-66.6, 45.9] });
    const photo = await fern.call(image.getImage, { id: records[0]!.id });
    expect(photo.properties).toMatchObject({
      note: 'lid',
      sha256: sha256Of(Buffer.from('a photo')),
      parent_pending: false,
      fieldrun_shot: a,
    });
    expect((await fern.call(pipe.getPipe, { id: records[1]!.id })).properties.is_deleted).toBe(false);
    const before = await fern.call(sync.getManifest, { id: run });
    expect(await imported(fern, zip)).toMatchObject({ created: 0, updated: 0, unchanged: 5, problems: [] });
    expect(await fern.call(sync.getManifest, { id: run })).toEqual(before);
    expect(await app.tx().selectFrom('file').select('id').execute()).toHaveLength(1);
  });

  it('a form that was never saved and exported twice is brought in with what was typed last, and the earlier text is kept', async () => {
    const fern = await app.as('fern');
    const { run, records } = wholeRun();
    const id = randomUUID();
    const form = (note: string) => ({ kind: 'point', id, field_run: run, fields: { name: '5003', note, is_deleted: false }, rev: 0 });
    await imported(fern, exportOf([...records, form('lid bro')]));
    expect(await imported(fern, exportOf([form('lid broken')]))).toMatchObject({ created: 0, updated: 1, problems: [] });
    expect(await imported(fern, exportOf([form('lid broken')]))).toMatchObject({ updated: 0, unchanged: 1 });
    const rows = await app.db.read((tx) => tx.selectFrom('field_history').selectAll().where('item', '=', id).orderBy('version').execute());
    const told = JSON.stringify(rows);
    expect(told).toContain('lid bro');
    expect(told).toContain('lid broken');
    const { results } = await fern.call(shot.listShots, { field_run: run, query: '5003' });
    expect(JSON.stringify(results)).toContain('lid broken');
  });

  it('and the tablet’s own push afterwards is the same write', async () => {
    const fern = await app.as('fern');
    const { run, a, records } = wholeRun();
    await imported(fern, exportOf(records));
    const own = await fern.send(shot.createShot, {}, { id: a, field_run: run, name: '5001' }, { headers: pushOf(a, 1) });
    expect([own.status, JSON.parse(own.body.toString()).properties.version]).toEqual([201, 1]);
  });

  it('merges what the tablet had changed on a version it knew', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = randomUUID();
    await fern.call(shot.createShot, {}, { id, field_run: run, name: '5001', note: 'a' }, { headers: pushOf(id, 1) });
    await fern.call(shot.updateShot, { id }, { code: 'CP' }, { ifMatch: 1 });
    const record = {
      kind: 'point',
      id,
      field_run: run,
      fields: { name: '5001', note: 'b', code: null, is_deleted: false },
      rev: 2,
      base: 1,
    };
    expect(await imported(fern, exportOf([record]))).toMatchObject({ updated: 1, problems: [] });
    expect((await fern.call(shot.getShot, { id })).properties).toMatchObject({ code: 'CP', note: 'b', version: 3 });
  });

  it('puts what cannot be stored into quarantine with the reason, and stores the rest', async () => {
    const [fern, pia] = [await app.as('fern'), await app.as('pia')];
    const { run, records } = wholeRun();
    records[2]!.fields.note = 'a\0b';
    const result = await imported(fern, exportOf(records, { spoil: true }));
    expect(result).toMatchObject({
      created: 3,
      problems: [
        { kind: 'point', name: '5001' },
        { kind: 'image', reason: 'Its picture is not in the file, or damaged.' },
      ],
    });
    const { results } = await pia.call(sync.listQuarantine, { field_run: run });
    expect(results.map((row) => row.kind)).toEqual(['point', 'image']);
    expect(results[0]?.content).toMatchObject({ note: 'a\0b' });
    expect((await fern.call(pipe.getPipe, { id: records[1]!.id })).properties.parent_pending).toBe(true);
  });

  it('SEC-S21 is refused when it is no such file, is damaged, or is a bomb', async () => {
    const fern = await app.as('fern');
    const { records } = wholeRun();
    const bad = [
      Buffer.from('no zip'),
      zipOf([{ name: 'readme.txt', bytes: Buffer.from('hello') }]),
      exportOf(records).subarray(0, 400),
      exportOf(records, { manifest: { format: 'other' } }),
      exportOf(records, {
        manifest: { items: [{ kind: 'point', id: '../../etc', field_run: 'x', rev: 1, base: 0, owner: null, file: null }] },
      }),
      exportOf(records, { extra: [{ name: 'zeros', bytes: Buffer.alloc(30_000_000) }] }),
      exportOf(records, { manifest: { records: { path: 'records.geojson', sha256: sha256Of(Buffer.from('x')), bytes: 1 } } }),
    ];
    const statuses = [];
    for (const zip of bad) statuses.push((await send(fern, zip)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 422]);
    expect(await app.tx().selectFrom('field_run').select('id').execute()).toEqual([]);
  });
});
