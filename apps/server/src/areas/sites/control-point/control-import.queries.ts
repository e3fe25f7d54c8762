import { NAMES_TOLD } from '@dmse/domain/clients/import-undo';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import { listReferences } from '../../../flows/references.ts';
import type { RowOf, Writable } from '../../../records/record.ts';
import type { ImportPoint } from './control-import-file.ts';

/** The rows as a table to join with. */
function given(points: readonly ImportPoint[]): RawBuilder<unknown> {
  const column = (pick: (point: ImportPoint) => unknown) => points.map(pick);
  return sql`unnest(
    ${column((point) => point.line)}::int[], ${column((point) => point.name)}::text[],
    ${column((point) => point.easting)}::float8[], ${column((point) => point.northing)}::float8[]) as g(line, name, easting, northing)`;
}

export type KnownPoint = { line: number; id: number; easting: number; northing: number; elevation: number | null; namesakes: number };

/** Which points bear these names already: of several the nearest. `hold` keeps them as they are until the transaction ends. */
export async function findKnown(tx: Tx, points: readonly ImportPoint[], hold = false): Promise<Map<number, KnownPoint>> {
  const { rows } = await sql<KnownPoint>`
    select distinct on (g.line) g.line, c.id, c.easting, c.northing, c.elevation, count(*) over (partition by g.line) as namesakes
    from ${given(points)} join control_point c on c.name_key = norm(g.name)
    order by g.line, (c.easting - g.easting) ^ 2 + (c.northing - g.northing) ^ 2, c.id`.execute(tx);
  if (hold && rows.length > 0)
    await sql`select 1 from control_point where id = any(${rows.map((row) => row.id)}::int[]) for update`.execute(tx);
  return new Map(rows.map((row) => [row.line, row]));
}

/** Points of another name within so many metres. */
export async function findNear(tx: Tx, points: readonly ImportPoint[], metres: number) {
  const { rows } = await sql<{ line: number; id: number; near_name: string; distance: number }>`
    select g.line, c.id, c.name as near_name, c.distance from ${given(points)} cross join lateral (
      select p.id, p.name, sqrt((p.easting - g.easting) ^ 2 + (p.northing - g.northing) ^ 2) as distance from control_point p
      where p.easting between g.easting - ${metres}::float8 and g.easting + ${metres}::float8
        and p.northing between g.northing - ${metres}::float8 and g.northing + ${metres}::float8 and p.name_key <> norm(g.name)
      order by 3 limit 1) c
    where c.distance <= ${metres}::float8 order by g.line`.execute(tx);
  return rows;
}

/** Makes two runs of one file wait for each other. */
export async function lockFile(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`control import ${sha256}`}, 0))`.execute(tx);
}

type NewImport = { file: number; created: number; updated: number; skipped: number; created_on: string; created_by: number };
export type ImportedRow = { line: number; id: number; version: number; before: object | null };

export async function insertImport(tx: Tx, values: NewImport, rows: readonly ImportedRow[]): Promise<number> {
  const { id } = await tx.insertInto('control_import').values(values).returning('id').executeTakeFirstOrThrow();
  await sql`
    insert into control_import_row (import, line, record_id, version, before)
    select ${id}, * from unnest(
      ${rows.map((row) => row.line)}::int[], ${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.version)}::int[],
      ${rows.map((row) => row.before && JSON.stringify(row.before))}::jsonb[])`.execute(tx);
  return id;
}

function imports(tx: Tx) {
  return tx
    .selectFrom('control_import')
    .innerJoin('file', 'file.id', 'control_import.file')
    .select(['control_import.id', 'file.name as file_name', 'created', 'updated', 'skipped', 'control_import.created_on', 'undone_on'])
    .select(personRef('control_import.created_by').as('created_by'));
}

export function listImports(tx: Tx, page: PageInput) {
  return pageOf(imports(tx), page, [sql`control_import.id desc`]);
}

export type ImportRow = Awaited<ReturnType<typeof listImports>>['results'][number];

export function findImport(tx: Tx, id: number): Promise<ImportRow | undefined> {
  return imports(tx).where('control_import.id', '=', id).executeTakeFirst();
}

export async function lockImport(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('control_import').select('id').where('id', '=', id).forUpdate().execute();
}

export async function markUndone(tx: Tx, id: number, now: string, by: number): Promise<void> {
  await tx.updateTable('control_import').set({ undone_on: now, undone_by: by }).where('id', '=', id).execute();
}

/** What the import created or wrote over, held, with what stood there before. */
type TouchedRow = RowOf<'control_point'> & { before: Writable<'control_point'> | null };

export async function lockTouched(tx: Tx, id: number): Promise<TouchedRow[]> {
  const { rows } = await sql<TouchedRow>`
    select t.*, r.before from control_point t join control_import_row r on r.record_id = t.id
    where r.import = ${id} order by t.id for update of t`.execute(tx);
  return rows;
}

/** Names the first points somebody has worked on since, and the first new ones that other records name by now. */
export async function listObstacles(tx: Tx, ids: readonly number[]) {
  const references = await listReferences(tx, 'control_point');
  // Tablets name control points without a foreign key.
  const all = [...references, { table: 'shot', column: 'control_point' }, { table: 'shot_image', column: 'control_point' }];
  const isReferred = all.map((one) => sql<boolean>`exists (select from ${sql.table(one.table)} o where o.${sql.ref(one.column)} = t.id)`);
  const first = (condition: RawBuilder<unknown>) => sql<string[]>`array(
    select t.name from control_import_row r join control_point t on t.id = r.record_id
    where r.import = b.id and ${condition} order by r.line limit ${NAMES_TOLD + 1})`;
  const { rows } = await sql<{ id: number; changed: string[]; referred: string[] }>`
    select b.id, ${first(sql`t.version <> r.version`)} as changed,
      ${first(sql`r.before is null and (${sql.join(isReferred, sql` or `)})`)} as referred
    from control_import b where b.id = any(${ids}::int[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
