import { randomBytes, randomUUID } from 'node:crypto';
import * as image from '@dmse/contract/sites/image';
import * as shot from '@dmse/contract/sites/shot';
import * as sync from '@dmse/contract/sites/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../../postgres/fixture.ts';
import { makeRun, makeShot, pushOf, sha256Of } from '../../../testing/fixtures/field-fixture.ts';
import { type CommittedApp, startCommittedApp } from '../../../testing/test-app.ts';
import { sweepFiles } from '../../files/file/sweep.service.ts';
import { sweepFieldWork } from './sweep.service.ts';

const folder = makeFolder();
let app: CommittedApp;

beforeAll(async () => {
  app = await startCommittedApp('field_sweep', { dataDir: folder.path });
});
afterAll(async () => {
  await app.close();
  folder.remove();
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

async function begin(bytes: Buffer, piece: Buffer): Promise<string> {
  const fern = await app.as('fern');
  const id = `${randomUUID()}-${sha256Of(bytes)}`;
  await fern.send(sync.beginUpload, { id }, { length: bytes.length, sha256: sha256Of(bytes) });
  const headers = { 'content-type': 'application/octet-stream', 'upload-offset': '0' };
  expect((await fern.send(sync.continueUpload, { id }, undefined, { payload: piece, headers })).status).toBe(204);
  return id;
}

describe('what tablets have left behind', () => {
  test('SYNC-C17 a file in pieces outlives a restart of the server', async () => {
    const bytes = randomBytes(3000);
    const id = await begin(bytes, bytes.subarray(0, 1000));
    await app.close();
    app = await startCommittedApp('field_sweep', { url: app.url, dataDir: folder.path });
    const fern = await app.as('fern');
    expect((await fern.send(sync.findUpload, { id })).headers['upload-offset']).toBe('1000');
    const headers = { 'content-type': 'application/octet-stream', 'upload-offset': '1000' };
    await fern.send(sync.continueUpload, { id }, undefined, { payload: bytes.subarray(1000), headers });
    const item = id.slice(0, 36);
    const body = { id: item, field_run: await makeRun(fern), upload: id };
    const made = await fern.call(image.createImage, {}, body, { headers: { ...pushOf(item, 1), 'x-sha256': sha256Of(bytes) } });
    expect(made.properties.sha256).toBe(sha256Of(bytes));
  });

  test('pieces are kept while somebody may go on with them, a month, and the bytes go with them', async () => {
    const piece = randomBytes(100);
    const id = await begin(randomBytes(200), piece);
    const fern = await app.as('fern');
    await sweepFieldWork(app.db, inDays(29));
    await sweepFiles({ db: app.db, files: app.adapters.files }, inDays(29));
    expect((await fern.send(sync.findUpload, { id })).status).toBe(200);
    expect(await app.adapters.files.size(sha256Of(piece))).toBe(100);
    await sweepFieldWork(app.db, inDays(31));
    await sweepFiles({ db: app.db, files: app.adapters.files }, inDays(31));
    expect((await fern.send(sync.findUpload, { id })).status).toBe(404);
    expect(await app.adapters.files.size(sha256Of(piece))).toBeNull();
  });

  test('SYNC-S3 operations are remembered for 400 days; the picture a finished upload became stays for ever', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = await makeShot(fern, run);
    const again = () => fern.send(shot.createShot, {}, { id, field_run: run }, { headers: pushOf(id, 1) });
    await sweepFieldWork(app.db, inDays(399));
    expect((await again()).status).toBe(201);
    await sweepFieldWork(app.db, inDays(401));
    await sweepFiles({ db: app.db, files: app.adapters.files }, inDays(401));
    expect((await again()).status).toBe(409);
    const { results } = await fern.call(image.listImages, {});
    expect(results).toHaveLength(1);
    expect(await app.adapters.files.size(results[0]!.properties.sha256)).toBe(3000);
  });
});
