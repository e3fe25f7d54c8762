import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { getFile } from '@dmse/contract/files/upload';
import * as image from '@dmse/contract/sites/image';
import * as shot from '@dmse/contract/sites/shot';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { formOf, makeRun, makeShot, pushOf, sendImage, sha256Of } from '../../../testing/fixtures/field-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

function photo(shade: number): Promise<Buffer> {
  const exif = {
    IFD0: { Make: 'Acme', Model: 'Acme T1' },
    IFD2: { DateTimeOriginal: '2026:03:04 10:30:00' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '45/1 57/1 36/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '66/1 38/1 24/1',
      GPSImgDirection: '90/1',
    },
  };
  const background = { r: shade, g: shade, b: 90 };
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .withExif(exif)
    .toBuffer();
}

async function stored(fields: { id: string } & Record<string, unknown>, bytes: Buffer): Promise<image.Image> {
  const answer = await sendImage(await app.as('fern'), fields, bytes);
  expect(answer.status, answer.body.toString()).toBe(201);
  return image.Image.parse(JSON.parse(answer.body.toString()));
}

async function storedBytes(sha256: string): Promise<Buffer> {
  return buffer(app.adapters.files.open(sha256));
}

describe('a picture from a tablet', () => {
  it('is kept as it came, with what the camera wrote, at the place of its shot', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const of = await makeShot(fern, run, { geometry: { type: 'Point', coordinates: [-66.64, 45.96] } });
    const bytes = await photo(10);
    const made = await stored({ id: randomUUID(), field_run: run, fieldrun_shot: of, note: 'rim' }, bytes);
    expect(made.geometry).toEqual({ type: 'Point', coordinates: [-66.64, 45.96] });
    expect(made.properties).toMatchObject({
      note: 'rim',
      sha256: sha256Of(bytes),
      bytes: bytes.length,
      mime_type: 'image/jpeg',
      version: 1,
    });
    expect(made.properties.exif).toMatchObject({ taken_at: '2026-03-04T10:30:00', lat: 45.96, direction: 90, camera: 'Acme T1' });
    expect(made.properties.exif?.lon).toBeCloseTo(-66.64, 9);
    expect((await storedBytes(made.properties.sha256)).equals(bytes)).toBe(true);
    const id = Number(made.properties.file.split('/').at(-2));
    expect(Buffer.from(await (await fern.call(getFile, { id })).arrayBuffer()).equals(bytes)).toBe(true);
    const [job] = await app
      .tx()
      .withSchema('pgboss' as never)
      .selectFrom('job' as never)
      .selectAll()
      .execute();
    expect(job).toMatchObject({ name: 'thumbnail', data: { file: id } });
  });

  it('without a run belongs to the run of its shot; without either it is refused', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const of = await makeShot(fern, run, {});
    const made = await stored({ id: randomUUID(), fieldrun_shot: of }, await photo(14));
    expect(made.properties).toMatchObject({ field_run: run, fieldrun_shot: of, parent_pending: false });
    const send = async (fields: Record<string, string>) => {
      const form = formOf(fields, { bytes: await photo(15) });
      return (await fern.refused(image.createImage, {}, undefined, form)).body.field_run;
    };
    expect(await send({ fieldrun_shot: randomUUID() })).toEqual(['Its shot is not on the server yet: say to which field run it belongs.']);
    expect(await send({})).toEqual(['Say to which field run, or which control point, it belongs.']);
  });

  it('is read by whoever may read field work, and by nobody else', async () => {
    const fern = await app.as('fern');
    const made = await stored({ id: randomUUID(), field_run: await makeRun(fern) }, await photo(11));
    const id = Number(made.properties.file.split('/').at(-2));
    expect((await (await app.as('only-field-user')).send(getFile, { id })).status).toBe(200);
    expect((await (await app.as('only-employee')).send(getFile, { id })).status).toBe(404);
  });

  it('SYNC-C18 that arrived damaged is refused with nothing written', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = randomUUID();
    const bytes = await photo(12);
    const form = formOf({ id, field_run: run }, { bytes: bytes.subarray(0, 200) });
    const headers = { ...form.headers, ...pushOf(id, 1), 'x-sha256': sha256Of(bytes) };
    const refused = await fern.refused(image.createImage, {}, undefined, { payload: form.payload, headers });
    expect([refused.status, refused.body.code]).toEqual([422, 'HASH_MISMATCH']);
    expect((await fern.refused(image.getImage, { id })).status).toBe(404);
    expect(await app.tx().selectFrom('file').selectAll().execute()).toEqual([]);
    const nothing = await fern.refused(image.createImage, {}, { id, field_run: run }, { headers: pushOf(id, 1) });
    expect([nothing.status, nothing.body.code]).toEqual([422, 'HASH_MISMATCH']);
  });

  it('SYNC-C19 sent again learns the stored hash, or that the bytes are gone; bytes for the row repair it', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const id = randomUUID();
    const bytes = await photo(13);
    await stored({ id, field_run: run }, bytes);
    const again = await sendImage(fern, { id, field_run: run }, bytes, 2);
    expect(JSON.parse(again.body.toString())).toMatchObject({
      code: 'ALREADY_UPLOADED',
      version: 1,
      sha256: sha256Of(bytes),
      is_deleted: false,
    });
    expect(await app.adapters.files.remove(sha256Of(bytes), Date.now() + 1000)).toBe(true);
    const lost = await fern.refused(image.createImage, {}, { id, field_run: run }, { headers: pushOf(id, 3) });
    expect(lost.body).toMatchObject({ code: 'ALREADY_UPLOADED', sha256: null });
    const form = formOf({}, { bytes });
    const headers = { ...form.headers, ...pushOf(id, 4), 'x-sha256': sha256Of(bytes) };
    const repaired = await fern.call(image.updateImage, { id }, undefined, { payload: form.payload, headers, ifMatch: 1 });
    expect(repaired.properties.version).toBe(1);
    expect((await storedBytes(sha256Of(bytes))).equals(bytes)).toBe(true);
  });

  it('SYNC-C21 replaced bytes are another version; the earlier ones are kept', async () => {
    const fern = await app.as('fern');
    const id = randomUUID();
    const [before, after] = [await photo(14), await photo(15)];
    await stored({ id, field_run: await makeRun(fern) }, before);
    const form = formOf({ note: 'better light' }, { bytes: after });
    const headers = { ...form.headers, ...pushOf(id, 2), 'x-sha256': sha256Of(after) };
    const changed = await fern.call(image.updateImage, { id }, undefined, { payload: form.payload, headers, ifMatch: 1 });
    expect(changed.properties).toMatchObject({ version: 2, sha256: sha256Of(after), note: 'better light' });
    const kept = await app
      .tx()
      .selectFrom('shot_image_bytes')
      .innerJoin('file', 'file.id', 'shot_image_bytes.file')
      .select(['version', 'sha256'])
      .orderBy('version')
      .execute();
    expect(kept).toEqual([
      { version: 1, sha256: sha256Of(before) },
      { version: 2, sha256: sha256Of(after) },
    ]);
    expect((await storedBytes(sha256Of(before))).equals(before)).toBe(true);
  });

  it('SYNC-C20 two of the same bytes are two pictures', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const bytes = await photo(16);
    for (const id of [randomUUID(), randomUUID()]) await stored({ id, field_run: run }, bytes);
    expect((await fern.call(image.listImages, { fieldrun_shot__field_run: run })).count).toBe(2);
  });

  it('that cannot be shown is kept all the same, and says so', async () => {
    const fern = await app.as('fern');
    const made = await stored({ id: randomUUID(), field_run: await makeRun(fern) }, Buffer.from('no picture'));
    expect(made.properties).toMatchObject({ is_unreadable: true, thumbnail_url: null, mime_type: 'text/plain' });
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]);
    const kept = await stored({ id: randomUUID(), field_run: await makeRun(fern) }, heic);
    expect(kept.properties).toMatchObject({ mime_type: 'image/heic', sha256: sha256Of(heic) });
  });

  it('larger than a picture may be is refused before it is written', async () => {
    const fern = await app.as('fern');
    await app
      .tx()
      .updateTable('setting')
      .set({ value: JSON.stringify({ image_max_bytes: 1000 }) })
      .where('section', '=', 'field_numbers')
      .execute();
    const run = await makeRun(fern);
    const id = randomUUID();
    expect((await sendImage(fern, { id, field_run: run }, Buffer.alloc(1001))).status).toBe(413);
    expect((await sendImage(fern, { id, field_run: run }, Buffer.alloc(1000))).status).toBe(201);
  });
});

describe('pictures', () => {
  it('go with their shot when it is deleted, and are only marked when deleted themselves', async () => {
    const fern = await app.as('fern');
    const run = await makeRun(fern);
    const of = await makeShot(fern, run);
    const [a, b] = [randomUUID(), randomUUID()];
    await stored({ id: a, field_run: run, fieldrun_shot: of }, await photo(17));
    await stored({ id: b, field_run: run }, await photo(18));
    await fern.call(shot.updateShot, { id: of }, { is_deleted: true }, { headers: pushOf(of, 2), ifMatch: 1 });
    await fern.call(image.removeImage, { id: b });
    await fern.call(image.removeImage, { id: b });
    const { results } = await fern.call(image.listImages, { field_run: run, is_deleted: true });
    expect(results.map((one) => [one.id, one.properties.version]).sort()).toEqual(
      [
        [a, 2],
        [b, 2],
      ].sort(),
    );
    expect(await app.adapters.files.size(results[0]!.properties.sha256)).not.toBeNull();
  });

  it('may belong to a control point and no run', async () => {
    const fern = await app.as('fern');
    const now = '2026-03-04T15:00:00.000Z';
    const { id: control_point } = await app
      .tx()
      .insertInto('control_point')
      .values({ name: 'HPN 7', easting: 1, northing: 2, created_on: now, updated_on: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await stored({ id: randomUUID(), control_point }, await photo(19));
    expect(made.properties).toMatchObject({ field_run: null, control_point: { id: control_point, name: 'HPN 7' } });
    expect((await fern.call(image.listImages, { control_point })).count).toBe(1);
    expect((await sendImage(fern, { id: randomUUID() }, Buffer.from('x'))).status).toBe(400);
  });
});
