import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as image from '@dmse/contract/sites/image';
import * as sync from '@dmse/contract/sites/sync';
import type { TestClient } from '@dmse/testkit/client';
import { describe, expect, it } from 'vitest';
import { makeRun, pushOf, sha256Of } from '../../../testing/fixtures/field-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const PIECE = 512 * 1024;

async function begin(crew: TestClient, id: string, length: number) {
  return crew.send(sync.beginUpload, { id }, { length, sha256: id.slice(-64) });
}

function sendPiece(crew: TestClient, id: string, offset: number, piece: Buffer, checksum = `sha256 ${sha256Of(piece)}`) {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), 'upload-checksum': checksum };
  return crew.send(sync.continueUpload, { id }, undefined, { payload: piece, headers });
}

describe('a file in pieces', () => {
  it('SYNC-C17 goes on where it was cut, and ends as the picture it was', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const bytes = randomBytes(PIECE * 2 + 1234);
    const item = randomUUID();
    const id = `${item}-${sha256Of(bytes)}`;
    expect((await fern.send(sync.findUpload, { id })).status).toBe(404);
    const begun = await begin(fern, id, bytes.length);
    expect([begun.status, begun.headers['upload-offset']]).toEqual([201, '0']);
    const first = await sendPiece(fern, id, 0, bytes.subarray(0, PIECE));
    expect([first.status, first.headers['upload-offset'], first.body.length]).toEqual([204, String(PIECE), 0]);
    const early = await fern.refused(image.createImage, {}, { id: item, field_run: run, upload: id }, { headers: pushOf(item, 1) });
    expect([early.status, early.body.code]).toEqual([422, 'HASH_MISMATCH']);
    const head = await fern.send(sync.findUpload, { id });
    expect([head.status, head.headers['upload-offset'], head.headers['upload-length']]).toEqual([200, String(PIECE), String(bytes.length)]);
    expect(head.headers['x-dataset-epoch']).toBeDefined();
    const again = await sendPiece(fern, id, 0, bytes.subarray(0, PIECE));
    expect([again.status, again.headers['upload-offset']]).toEqual([409, String(PIECE)]);
    await sendPiece(fern, id, PIECE, bytes.subarray(PIECE, PIECE * 2));
    const last = await sendPiece(fern, id, PIECE * 2, bytes.subarray(PIECE * 2));
    expect([last.status, last.headers['upload-offset']]).toEqual([204, String(bytes.length)]);
    const headers = { ...pushOf(item, 1), 'x-sha256': sha256Of(bytes) };
    const made = await fern.call(image.createImage, {}, { id: item, field_run: run, upload: id }, { headers });
    expect(made.properties).toMatchObject({ sha256: sha256Of(bytes), bytes: bytes.length });
    expect((await buffer(app.adapters.files.open(made.properties.sha256))).equals(bytes)).toBe(true);
    expect(await app.tx().selectFrom('upload_part').selectAll().execute()).toEqual([]);
    expect((await begin(fern, id, bytes.length)).headers['upload-offset']).toBe(String(bytes.length));
  });

  it('SYNC-C18 a damaged piece is not kept, and one beyond the end neither', async () => {
    const fern = await app.as('fern');
    const bytes = randomBytes(1000);
    const id = `${randomUUID()}-${sha256Of(bytes)}`;
    await begin(fern, id, bytes.length);
    expect((await sendPiece(fern, id, 0, randomBytes(500), `sha256 ${sha256Of(bytes.subarray(0, 500))}`)).status).toBe(460);
    expect((await fern.send(sync.findUpload, { id })).headers['upload-offset']).toBe('0');
    expect((await sendPiece(fern, id, 0, randomBytes(1001))).status).toBe(400);
    expect((await sendPiece(fern, `${randomUUID()}-${sha256Of(bytes)}`, 0, bytes)).status).toBe(404);
  });

  it('whose pieces come to another file begins again', async () => {
    const fern = await app.as('fern');
    const bytes = randomBytes(1000);
    const id = `${randomUUID()}-${sha256Of(bytes)}`;
    await begin(fern, id, bytes.length);
    await sendPiece(fern, id, 0, randomBytes(1000));
    expect((await fern.send(sync.findUpload, { id })).status).toBe(404);
    expect((await begin(fern, id, bytes.length)).headers['upload-offset']).toBe('0');
    await sendPiece(fern, id, 0, bytes);
    expect((await fern.send(sync.findUpload, { id })).headers['upload-offset']).toBe('1000');
  });

  it('whose bytes have been lost since begins again', async () => {
    const fern = await app.as('fern');
    const bytes = randomBytes(1000);
    const id = `${randomUUID()}-${sha256Of(bytes)}`;
    await begin(fern, id, bytes.length);
    await sendPiece(fern, id, 0, bytes);
    await app.adapters.files.remove(sha256Of(bytes), Date.now() + 1000);
    expect((await fern.send(sync.findUpload, { id })).status).toBe(404);
    expect((await begin(fern, id, bytes.length)).headers['upload-offset']).toBe('0');
  });

  it('is refused when it says one hash and is named by another, or is larger than a picture may be', async () => {
    const fern = await app.as('fern');
    const id = `${randomUUID()}-${sha256Of(Buffer.from('a'))}`;
    expect((await fern.send(sync.beginUpload, { id }, { length: 1, sha256: sha256Of(Buffer.from('b')) })).status).toBe(400);
    expect((await begin(fern, id, 50 * 1024 * 1024)).status).toBe(413);
    const json = await fern.send(sync.continueUpload, { id }, { a: 1 }, { headers: { 'upload-offset': '0' } });
    expect(json.status).toBe(415);
  });

  it('may be brought by any employee: what was captured before the role was lost goes to quarantine', async () => {
    const joe = await app.as('joe');
    const bytes = randomBytes(10);
    expect((await begin(joe, `${randomUUID()}-${sha256Of(bytes)}`, 10)).status).toBe(201);
  });
});
