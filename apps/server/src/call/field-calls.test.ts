import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readForm } from '@dmse/contract/common/read-query';
import { getSelf } from '@dmse/contract/people/user';
import { createFieldRun } from '@dmse/contract/sites/field-run';
import { createImage } from '@dmse/contract/sites/image';
import { continueUpload, MAX_PIECE_BYTES } from '@dmse/contract/sites/sync';
import { createTestClient } from '@dmse/testkit/client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formOf, makeRun } from '../testing/fixtures/field-fixture.ts';
import { transportOf, useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const UPLOAD = `00000000-0000-7000-8000-000000000000-${'0'.repeat(64)}`;

describe('calls that tablets make', () => {
  it('raw bytes reach only the routes that ask for them', async () => {
    const fern = await app.as('fern');
    const headers = { 'content-type': 'application/octet-stream', 'upload-offset': '0' };
    const json = await fern.send(createFieldRun, {}, undefined, { payload: Buffer.from('{}'), headers });
    expect(json.status).toBe(415);
    const piece = await fern.send(continueUpload, { id: UPLOAD }, undefined, { payload: Buffer.from('abc'), headers });
    expect(piece.status).toBe(404);
    expect((await fern.refused(continueUpload, { id: UPLOAD }, { a: 1 }, { headers: { 'upload-offset': '0' } })).status).toBe(415);
  });

  it('SEC-S19 a piece that is too large is refused', async () => {
    const fern = await app.as('fern');
    const headers = { 'content-type': 'application/octet-stream', 'upload-offset': '0' };
    const answer = await fern.send(continueUpload, { id: UPLOAD }, undefined, { payload: Buffer.alloc(MAX_PIECE_BYTES + 1), headers });
    expect(answer.status).toBe(413);
  });

  it('INT-F16 a form that was cut short is the line’s fault, not the server’s, and leaves nothing behind', async () => {
    const fern = await app.as('fern');
    const id = '0197f000-0000-7000-8000-0000000000c2';
    const { payload, headers } = formOf({ id, field_run: await makeRun(fern) }, { bytes: Buffer.alloc(5000, 7) });
    for (const length of [3000, payload.length - 4, 40]) {
      const answer = await fern.send(createImage, {}, undefined, { payload: payload.subarray(0, length), headers });
      expect([length, answer.status]).toEqual([length, 400]);
    }
    expect(await readdir(join(app.dataDir, 'files', 'tmp'))).toEqual([]);
  });

  it('a header that cannot be read is a 400 naming it', async () => {
    const fern = await app.as('fern');
    const refused = await fern.refused(createFieldRun, {}, {}, { headers: { 'x-captured-by': 'me' } });
    expect(refused).toMatchObject({ status: 400, body: { 'x-captured-by': [expect.any(String)] } });
  });

  it('SYNC-C14 a browser without a token that fits gets one with its next look, and with it a push goes through', async () => {
    const fern = await app.as('fern', 'field');
    const { sessionid } = fern.credentials!;
    const stale = createTestClient(transportOf(app.fastify), { sessionid, csrftoken: 'of.yesterday' });
    const id = '0197f000-0000-7000-8000-0000000000c1';
    expect(await stale.refused(createFieldRun, {}, { id, name: 'Run' })).toMatchObject({ status: 403, body: { code: 'CSRF' } });
    const look = await stale.send(getSelf, {});
    const csrftoken = /csrftoken=([^;]+)/.exec(String(look.headers['set-cookie']))![1]!;
    const renewed = createTestClient(transportOf(app.fastify), { sessionid, csrftoken });
    expect((await renewed.call(createFieldRun, {}, { id, name: 'Run' })).id).toBe(id);
    expect((await renewed.send(getSelf, {})).headers['set-cookie']).toBeUndefined();
  });

  it('SYNC-C15 who has lost the role is told LATE for a push, and a plain no for a look', async () => {
    const joe = await app.as('joe');
    expect(await joe.refused(createFieldRun, {}, {})).toMatchObject({ status: 403, body: { code: 'LATE' } });
  });
});

describe('reading the text parts of a form', () => {
  const schema = z.strictObject({
    name: z.string().nullable(),
    plain: z.string(),
    number: z.int().nullable().optional(),
    flag: z.boolean().optional(),
    list: z.array(z.string()).optional(),
    kind: z.enum(['a', 'b']).nullable(),
  });

  it('each by the type of its field', () => {
    const parts = { name: '12', plain: '', number: '7', flag: 'true', list: '["x"]', kind: 'a' };
    expect(readForm(schema, parts)).toEqual({ name: '12', plain: '', number: 7, flag: true, list: ['x'], kind: 'a' });
  });

  it('a list also as one part for each of its entries', () => {
    expect(readForm(schema, { list: ['x', 'y'] })).toEqual({ list: ['x', 'y'] });
    expect(readForm(schema, { list: 'x' })).toEqual({ list: ['x'] });
    expect(readForm(schema, { list: '7' })).toEqual({ list: ['7'] });
  });

  it('an empty part is null where the field may be null, and stays what it is where not', () => {
    expect(readForm(schema, { name: '', plain: '', number: '', kind: '' })).toEqual({ name: null, plain: '', number: null, kind: null });
  });

  it('what cannot be read is left for the schema to refuse', () => {
    const read = readForm(schema, { list: '[broken', number: '1e3', stranger: 'x', constructor: 'x' });
    expect(read).toMatchObject({ list: '[broken', stranger: 'x' });
    expect(schema.safeParse(read).success).toBe(false);
  });
});
