import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getFile, uploadFile } from '@dmse/contract/files/upload';
import { updateSelf } from '@dmse/contract/people/user';
import { updateSettingSection } from '@dmse/contract/settings/core';
import type { TestClient } from '@dmse/testkit/client';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createThumbnailer } from '../../../adapters/files/thumbnailer.ts';
import type { Context } from '../../../call/context.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { claimUpload } from './file.service.ts';
import { FILE_REFERENCES } from './file-reference.queries.ts';
import { giveUpThumbnail, makeThumbnail } from './thumbnail.service.ts';

const app = useTestApp();

type Part = { field?: string; name?: string; type?: string; bytes: Buffer | string };

function multipart(parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'dmse-boundary';
  const pieces = parts.flatMap(({ field = 'file', name = 'note.txt', type = 'text/plain', bytes }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  const payload = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

function upload(client: TestClient, ...parts: Part[]) {
  return client.call(uploadFile, {}, undefined, multipart(parts));
}

function get(client: TestClient, id: number, headers: Record<string, string> = {}, size?: 'thumbnail') {
  return client.send(getFile, size ? { id, size } : { id }, undefined, { headers });
}

const PNG = () =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#147' } })
    .png()
    .toBuffer();

async function partsLeft(): Promise<string[]> {
  return (await readdir(`${app.dataDir}/files/tmp`)).filter((name) => name.endsWith('.part'));
}

describe('uploading', () => {
  test('Joe uploads a picture and gets what a record needs to refer to it', async () => {
    const joe = await app.as('joe');
    const bytes = await PNG();
    const stored = await upload(joe, { name: 'plan.png', type: 'text/html', bytes });
    expect(stored).toMatchObject({ name: 'plan.png', mime_type: 'image/png', bytes: bytes.length });
    expect(stored.url).toBe(`/api/core/file/${stored.id}/`);
    expect(stored.thumbnail_url).toBe(`/api/core/file/${stored.id}/?size=thumbnail`);
    const back = await get(joe, stored.id);
    expect(back.body).toEqual(bytes);
    const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where name = 'thumbnail'`.execute(app.tx());
    expect(rows.map((row) => row.data)).toContainEqual({ file: stored.id });
  });

  test('SEC-S20 the type is what the bytes say, whatever the name and the sender say', async () => {
    const joe = await app.as('joe');
    const page = await upload(joe, { name: 'holiday.jpg', type: 'image/jpeg', bytes: '<html><script>alert(1)</script></html>' });
    expect(page).toMatchObject({ name: 'holiday.jpg', mime_type: 'text/html', thumbnail_url: null });
    const empty = await upload(joe, { name: 'empty.dat', bytes: '' });
    expect(empty).toMatchObject({ bytes: 0, mime_type: 'text/plain' });
  });

  test.each([
    ['no file', []],
    ['two files', [{ bytes: 'a' }, { bytes: 'b' }]],
    ['a part of another name', [{ field: 'picture', bytes: 'a' }]],
  ] as [string, Part[]][])('%s is refused', async (_, parts) => {
    const joe = await app.as('joe');
    const refusal = await joe.refused(uploadFile, {}, undefined, multipart(parts));
    expect(refusal).toMatchObject({ status: 400, body: { file: ['Send exactly one file, in a part named "file".'] } });
  });

  test('JSON instead of parts is 415', async () => {
    const joe = await app.as('joe');
    expect((await joe.refused(uploadFile, {}, { file: 'x' })).status).toBe(415);
  });

  test('SEC-S19 one byte more than allowed is 413, and leaves nothing', async () => {
    const joe = await app.as('joe');
    const limit = app.config.maxUploadBytes;
    app.config.maxUploadBytes = 1000;
    const before: string[] = [];
    for await (const { sha256 } of app.adapters.files.list()) before.push(sha256);
    const refusal = await joe.refused(uploadFile, {}, undefined, multipart([{ bytes: Buffer.alloc(1001, 'y') }]));
    const just = await upload(joe, { bytes: Buffer.alloc(1000, 'x') });
    app.config.maxUploadBytes = limit;
    expect(refusal.status).toBe(413);
    expect(just.bytes).toBe(1000);
    expect(await partsLeft()).toEqual([]);
    const blobs: string[] = [];
    for await (const { sha256 } of app.adapters.files.list()) blobs.push(sha256);
    expect(blobs).toEqual(before.concat(just.sha256).sort());
  });

  test('SEC-S19 ten thousand parts are refused, and leave nothing', async () => {
    const joe = await app.as('joe');
    const parts = Array.from({ length: 10_000 }, (_, at) => ({ field: `f${at}`, bytes: `part ${at}` }));
    const refusal = await joe.refused(uploadFile, {}, undefined, multipart(parts));
    expect(refusal.status).toBe(413);
    expect(await partsLeft()).toEqual([]);
  });

  test('SEC-S19 after a refusal in the middle of a file the connection serves the next request', async () => {
    const joe = await app.as('joe');
    await app.fastify.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.fastify.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (method: string, path: string, body?: { payload: Buffer; headers: Record<string, string> }) =>
      new Promise<number>((resolve, reject) => {
        const { sessionid, csrftoken } = joe.credentials!;
        const headers = { cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}`, 'x-csrftoken': csrftoken, ...body?.headers };
        const asked = request({ agent, port, host: '127.0.0.1', method, path, headers, timeout: 5000 }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode!));
        });
        asked.on('error', reject).on('timeout', () => asked.destroy(new Error('The connection stands still.')));
        asked.end(body?.payload);
      });
    const limit = app.config.maxUploadBytes;
    app.config.maxUploadBytes = 100_000;
    const large = multipart([{ bytes: Buffer.alloc(3_000_000, 'z') }]);
    expect(await ask('POST', '/api/core/upload/', large)).toBe(413);
    expect(await ask('GET', '/healthz')).toBe(200);
    app.config.maxUploadBytes = limit;
    const { stage } = app.adapters.files;
    app.adapters.files.stage = (stream, most) => stage(stream, Math.min(most, 50_000));
    expect(await ask('POST', '/api/core/upload/', large)).toBe(413);
    expect(await ask('GET', '/healthz')).toBe(200);
    app.adapters.files.stage = stage;
    agent.destroy();
  });

  test('SEC-S22 a name is a label: no path, no line break, no length without end', async () => {
    const joe = await app.as('joe');
    for (const [name, kept] of [
      ['../../etc/passwd', 'passwd'],
      ['..\\\\..\\\\boot.ini', 'boot.ini'],
      ['/abs/ol/ute.txt', 'ute.txt'],
      ['%2e%2e%2fx.txt', '%2e%2e%2fx.txt'],
      [`${'n'.repeat(500)}.txt`, 'n'.repeat(200)],
      ['CON', 'CON'],
      ['a\0b.txt', 'ab.txt'],
      ['plan été №7.txt', 'plan été №7.txt'],
    ] as const) {
      const stored = await upload(joe, { name, bytes: 'x' });
      expect(stored.name).toBe(kept);
      const back = await get(joe, stored.id);
      expect(back.status).toBe(200);
      expect(String(back.headers['content-disposition'])).toMatch(/^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w%.!~*'()-]*$/);
    }
  });
});

describe('reading', () => {
  test('SEC-S23 what a browser would act on is downloaded as plain text, inside a sandbox', async () => {
    const joe = await app.as('joe');
    for (const bytes of [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
      '<html></html>',
      '<?xml version="1.0"?><x/>',
    ]) {
      const { id } = await upload(joe, { name: 'x.svg', bytes });
      const { headers } = await get(joe, id);
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      });
      expect(headers['content-disposition']).toMatch(/^attachment/);
    }
  });

  test('a part of a file', async () => {
    const joe = await app.as('joe');
    const { id } = await upload(joe, { bytes: '0123456789' });
    const part = await get(joe, id, { range: 'bytes=2-4' });
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 2-4/10' } });
    expect(part.body.toString()).toBe('234');
    expect((await get(joe, id, { range: 'bytes=-3' })).body.toString()).toBe('789');
    expect((await get(joe, id, { range: 'bytes=20-' })).status).toBe(416);
    const long = await upload(joe, { bytes: 'surveyor '.repeat(2000) });
    const asked = { range: 'bytes=9000-17999', 'accept-encoding': 'br, gzip' };
    expect((await get(joe, long.id, asked)).body.toString()).toBe('surveyor '.repeat(1000));
  });

  test('only the uploader reads it, until a record refers to it; then whoever reads the record', async () => {
    const joe = await app.as('joe');
    const chelsea = await app.as('chelsea');
    const { id } = await upload(joe, { name: 'me.png', bytes: await PNG() });
    const foreign = await get(chelsea, id);
    const unknown = await get(chelsea, 999_999);
    const withoutId = (body: Buffer) => ({ ...JSON.parse(body.toString()), request_id: '' });
    expect(foreign.status).toBe(404);
    expect(withoutId(foreign.body)).toEqual(withoutId(unknown.body));
    await joe.call(updateSelf, {}, { profile_picture: id });
    expect((await get(chelsea, id)).status).toBe(200);
  });

  test('the file of an import is for those who may import, and the uploader no longer counts', async () => {
    const joe = await app.as('joe');
    const { id } = await upload(joe, { bytes: 'name,phone\nA,1\n' });
    await sql`insert into import_batch (noun, file, created, skipped, created_on) values ('clients', ${id}, 0, 0, now())`.execute(app.tx());
    expect((await get(await app.as('mona'), id)).status).toBe(200);
    expect((await get(joe, id)).status).toBe(404);
  });

  test("the firm's logo is for every employee", async () => {
    const alice = await app.as('alice');
    const { id } = await upload(alice, { name: 'logo.png', bytes: await PNG() });
    await alice.call(updateSettingSection, { section: 'firm' }, { logo_horizontal: id });
    expect((await get(await app.as('chelsea'), id)).status).toBe(200);
  });

  test("somebody else's upload cannot be made one's own", async () => {
    const joe = await app.as('joe');
    const { id } = await upload(joe, { name: 'me.png', bytes: await PNG() });
    const chelsea = await app.as('chelsea');
    const refusal = await chelsea.refused(updateSelf, {}, { profile_picture: id });
    expect(refusal).toMatchObject({ status: 400, body: { profile_picture: ['This file is not there, or not yours. Upload it again.'] } });
    const unknown = await chelsea.refused(updateSelf, {}, { profile_picture: 999_999 });
    expect(unknown.body.profile_picture).toEqual(refusal.body.profile_picture);
  });

  test('where a picture is wanted, nothing else is taken', async () => {
    const joe = await app.as('joe');
    const { id } = await upload(joe, { name: 'me.png', bytes: '<html>' });
    const user = await app.tx().selectFrom('app_user').select('id').where('username', '=', 'joe').executeTakeFirstOrThrow();
    const context = { tx: app.tx(), actor: { id: user.id, groups: ['Employee'] } } as unknown as Context;
    await expect(claimUpload(context, id, 'picture', 'picture')).rejects.toMatchObject({ status: 400 });
    await expect(claimUpload(context, id, 'picture')).resolves.toBeUndefined();
  });
});

describe('thumbnails', () => {
  const thumbnails = createThumbnailer();

  test('until it is made the picture itself is shown; then the small one, inline', async () => {
    const joe = await app.as('joe');
    const bytes = await PNG();
    const { id } = await upload(joe, { name: 'plan.png', bytes });
    expect((await get(joe, id, {}, 'thumbnail')).body).toEqual(bytes);
    await makeThumbnail({ db: app.db, files: app.adapters.files, thumbnails }, id);
    const small = await get(joe, id, {}, 'thumbnail');
    expect(small.headers).toMatchObject({ 'content-type': 'image/webp' });
    expect(small.headers['content-disposition']).toMatch(/^inline; filename="plan\.webp"/);
    expect(await sharp(small.body).metadata()).toMatchObject({ width: 512, format: 'webp' });
    expect(await app.tx().selectFrom('file').select(['width', 'height']).where('id', '=', id).executeTakeFirst()).toEqual({
      width: 900,
      height: 300,
    });
    thumbnails.stop();
  });

  test('a picture nobody can read has none, and is itself none the worse', async () => {
    const joe = await app.as('joe');
    const bytes = Buffer.concat([(await PNG()).subarray(0, 40), Buffer.alloc(50)]);
    const { id } = await upload(joe, { name: 'broken.png', bytes });
    await makeThumbnail({ db: app.db, files: app.adapters.files, thumbnails }, id);
    thumbnails.stop();
    expect((await get(joe, id, {}, 'thumbnail')).status).toBe(404);
    expect((await get(joe, id)).body).toEqual(bytes);
  });

  test('a job given up says so on the file; a text has no small version', async () => {
    const joe = await app.as('joe');
    const picture = await upload(joe, { bytes: await PNG() });
    await giveUpThumbnail(app.db, picture.id);
    expect((await get(joe, picture.id, {}, 'thumbnail')).status).toBe(404);
    const text = await upload(joe, { bytes: 'hello' });
    expect((await get(joe, text.id, {}, 'thumbnail')).status).toBe(404);
  });
});

test('every column that refers to a file is known to the list that decides who may read it', async () => {
  const { rows } = await sql<{ place: string }>`
    select c.conrelid::regclass || '.' || a.attname as place
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'file'::regclass`.execute(app.tx());
  const known = FILE_REFERENCES.map(({ table, column }) => `${table}.${column}`);
  expect(rows.length).toBeGreaterThan(1);
  for (const { place } of rows) expect(known, `Add ${place} to areas/files/file/file-reference.queries.ts.`).toContain(place);
});
