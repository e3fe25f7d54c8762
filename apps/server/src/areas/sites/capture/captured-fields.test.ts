import { randomUUID } from 'node:crypto';
import { FieldRun, FieldRunPatch, NewFieldRun, PROCESSED_FIELDS } from '@dmse/contract/sites/field-run';
import { Image, ImagePatch, NewImage } from '@dmse/contract/sites/image';
import { NewPipe, Pipe, PipePatch } from '@dmse/contract/sites/pipe';
import { NewShot, Shot, ShotPatch } from '@dmse/contract/sites/shot';
import { FIELD_KINDS, type FieldKind, quarantineItem, releaseQuarantined } from '@dmse/contract/sites/sync';
import { sync } from '@dmse/sync/engine';
import { updateItem } from '@dmse/sync/local/edit';
import { createImage } from '@dmse/sync/local/image';
import { createPipe } from '@dmse/sync/local/pipe';
import { createPoint } from '@dmse/sync/local/point';
import { createRun } from '@dmse/sync/local/run';
import { WRITABLE } from '@dmse/sync/rules/fields';
import type { Fields } from '@dmse/sync/wire';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Shape } from '../../../call/api-shapes.ts';
import { formOf, makeRun, sha256Of, TABLET } from '../../../testing/fixtures/field-fixture.ts';
import { createTablet } from '../../../testing/fixtures/tablet.ts';
import { useTestApp } from '../../../testing/test-app.ts';

/**
 * A field that a tablet writes lies in four places: in the contract, on the device, in what the server stores, and in the table. Whoever
 * adds one in some of them only learns it here, and not from a crew whose note was not kept.
 */
const app = useTestApp();

const KINDS: Record<FieldKind, { table: string; fresh: z.ZodObject; patch: z.ZodObject; answer: z.ZodObject }> = {
  run: { table: 'field_run', fresh: NewFieldRun, patch: FieldRunPatch, answer: FieldRun },
  point: { table: 'shot', fresh: NewShot, patch: ShotPatch, answer: Shot },
  pipe: { table: 'pipe', fresh: NewPipe, patch: PipePatch, answer: Pipe },
  image: { table: 'shot_image', fresh: NewImage, patch: ImagePatch, answer: Image },
};

/** What names a record and its bytes, and what an update says beside the fields. */
const CONTROLS = new Set(['id', 'field_run', 'upload', 'is_deleted', 'cleared', 'field_base', 'resolved']);
/** Set where the run is processed, never by a tablet. */
const PROCESSED: readonly string[] = PROCESSED_FIELDS;
/** Columns that only the database reads. */
const UNSEEN = new Set(['create_op', 'name_key', 'search']);
/** A shot's geometry lies in three columns. */
const PLACE = new Set(['lon', 'lat', 'altitude']);

const keysOf = (schema: z.ZodObject) => Object.keys(schema.shape).filter((field) => !CONTROLS.has(field));
const fieldsOf = (kind: FieldKind) => keysOf(KINDS[kind].fresh).toSorted();
/** A tablet names the job of a run by its id. */
const writtenOf = (kind: FieldKind) => fieldsOf(kind).filter((field) => field !== 'job_num');

function answeredBy(answer: z.ZodObject): Set<string> {
  const { properties } = answer.shape;
  return new Set([...Object.keys(answer.shape), ...(properties instanceof z.ZodObject ? Object.keys(properties.shape) : [])]);
}

/** Something that the schema takes, with every field filled. */
function exampleOf(shape: Shape): Fields[string] {
  const type = [shape.type].flat()[0];
  if (shape.const !== undefined) return shape.const as string;
  if (shape.enum) return shape.enum[0] as string;
  if (shape.anyOf) return exampleOf(shape.anyOf.find((one) => one.type !== 'null')!);
  if (shape.prefixItems) return shape.prefixItems.map(exampleOf);
  if (type === 'array') return Array.from({ length: shape.minItems ?? 1 }, () => exampleOf(shape.items!));
  if (type === 'object') return Object.fromEntries(Object.entries(shape.properties!).map(([name, of]) => [name, exampleOf(of)]));
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return Math.max(1, shape.minimum ?? 1);
  if (shape.format === 'uuid') return '0197f000-0000-7000-8000-0000000000ff';
  return shape.format === 'date-time' ? '2026-03-04T12:00:00.000Z' : 'x';
}

function exampleFor(kind: FieldKind): Fields {
  const { properties } = z.toJSONSchema(KINDS[kind].fresh, { io: 'input' }) as Shape;
  return Object.fromEntries(writtenOf(kind).map((field) => [field, exampleOf(properties![field]!)]));
}

/** The row as the table has it, its place as a geometry. */
async function storedRow(kind: FieldKind, id: string): Promise<Fields> {
  const { rows } = await sql<Fields & { lon?: number; lat?: number; altitude?: number }>`
    select * from ${sql.table(KINDS[kind].table)} where id = ${id}`.execute(app.tx());
  const { lon, lat, altitude, ...row } = rows[0]!;
  if (kind !== 'point') return row;
  const coordinates = altitude === null ? [lon!, lat!] : [lon!, lat!, altitude!];
  return { ...row, geometry: lon === null ? null : { type: 'Point', coordinates } };
}

const pick = (row: Fields, fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, row[field]]));

describe('a field that a tablet writes', () => {
  for (const kind of FIELD_KINDS) {
    it(`${kind}: is the same in the contract, on the device and in the table`, async () => {
      const { table, patch, answer } = KINDS[kind];
      const fields = fieldsOf(kind);
      const answered = answeredBy(answer);
      expect(
        keysOf(patch)
          .filter((field) => kind !== 'run' || !PROCESSED.includes(field))
          .toSorted(),
      ).toEqual(fields);
      expect(fields.filter((field) => !answered.has(field))).toEqual([]);
      expect(WRITABLE[kind].toSorted()).toEqual(writtenOf(kind));
      const { rows } = await sql<{ column_name: string }>`
        select column_name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(app.tx());
      const columns = new Set(rows.map(({ column_name }) => (kind === 'point' && PLACE.has(column_name) ? 'geometry' : column_name)));
      // what the server answers and nobody sends is its own: numbers, stamps, what processing found
      const own = (column: string) => UNSEEN.has(column) || (answered.has(column) && !fields.includes(column));
      expect([...columns].filter((column) => !own(column)).toSorted()).toEqual(fields);
    });
  }

  it('reaches the table from the tablet, filled and emptied', async () => {
    const crew = await app.as('fern', 'field');
    const { id: user } = await app.tx().selectFrom('app_user').select('id').where('username', '=', 'fern').executeTakeFirstOrThrow();
    const { session } = createTablet(app.fastify, crew, user);
    const ids = { run: randomUUID(), point: randomUUID(), pipe: randomUUID(), image: randomUUID() };
    const field_run = ids.run;
    await createRun(session, { id: ids.run, fields: exampleFor('run') });
    await createPoint(session, { id: ids.point, field_run, fields: exampleFor('point') });
    await createPipe(session, { id: ids.pipe, field_run, fields: exampleFor('pipe') });
    await createImage(session, {
      id: ids.image,
      field_run,
      fields: exampleFor('image'),
      bytes: Buffer.from('picture'),
      mime: 'image/jpeg',
    });
    expect(await sync(session, { force: true })).toMatchObject({ green: true, counts: { failed: 0 } });
    for (const kind of FIELD_KINDS) expect(pick(await storedRow(kind, ids[kind]), writtenOf(kind)), kind).toEqual(exampleFor(kind));

    const emptied = (kind: FieldKind) => Object.fromEntries(writtenOf(kind).flatMap((field) => (field === 'state' ? [] : [[field, null]])));
    for (const kind of FIELD_KINDS)
      expect(await updateItem(session, kind, ids[kind], { fields: emptied(kind) })).toMatchObject({ saved: true });
    expect(await sync(session, { force: true })).toMatchObject({ green: true, counts: { failed: 0, conflicts: 0 } });
    for (const kind of FIELD_KINDS) expect(pick(await storedRow(kind, ids[kind]), Object.keys(emptied(kind))), kind).toEqual(emptied(kind));
  });

  for (const kind of FIELD_KINDS) {
    it(`${kind}: reaches the table out of quarantine as well`, async () => {
      const [fern, pia] = [await app.as('fern'), await app.as('pia')];
      const item = randomUUID();
      const field_run = kind === 'run' ? item : await makeRun(fern);
      const op = `${item}:1:${TABLET}`;
      const held = { op, kind, item, field_run, device: TABLET, rev: 1, base: 0, content: exampleFor(kind), reason: 'LATE' };
      const bytes = Buffer.from('picture');
      const { payload, headers } = formOf(held, { bytes });
      const sent =
        kind === 'image'
          ? await fern.send(quarantineItem, {}, undefined, { payload, headers: { ...headers, 'x-sha256': sha256Of(bytes) } })
          : await fern.send(quarantineItem, {}, held);
      expect(sent.status, sent.body.toString()).toBe(201);
      await pia.call(releaseQuarantined, { id: JSON.parse(sent.body.toString()).id }, {});
      expect(pick(await storedRow(kind, item), writtenOf(kind))).toEqual(exampleFor(kind));
    });
  }
});
