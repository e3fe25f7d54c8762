import type { StoredParty } from '@dmse/domain/clients/duplicates';
import type { ImportNoun } from '@dmse/domain/clients/import-fields';
import { NAMES_TOLD } from '@dmse/domain/clients/import-undo';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import { listReferences } from '../../../flows/references.ts';
import type { Row } from '../../../records/record.ts';

/** The table an import of this kind fills. */
const TABLES = { clients: 'client', contacts: 'contact' } as const;

/** Which clients bear these names, by the same normalisation as every search; a name nobody bears is not in the answer. */
export async function findClientsByName(tx: Tx, names: readonly string[], hold: boolean): Promise<Map<string, number[]>> {
  const known = new Map<string, number[]>();
  if (names.length === 0) return known;
  const { rows } = await sql<{ name: string; id: number }>`
    select n.name, c.id from unnest(${names}::text[]) as n(name) join client c on c.name_key = norm(n.name)
    where c.merged_into is null order by c.id ${hold ? sql`for no key update of c` : sql``}`.execute(tx);
  for (const { name, id } of rows) known.set(name, [...(known.get(name) ?? []), id]);
  return known;
}

export async function listParties(tx: Tx, noun: ImportNoun, after: number, most: number): Promise<StoredParty[]> {
  const reach = noun === 'clients' ? sql`array[phone] as phones, array[email] as emails` : sql`phones, emails`;
  const { rows } = await sql<StoredParty>`
    select id, name, ${reach} from ${sql.table(TABLES[noun])}
    where merged_into is null and id > ${after} order by id limit ${most}`.execute(tx);
  return rows;
}

/** Makes two runs of one file wait for each other. */
export async function lockFile(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${sha256}`}, 0))`.execute(tx);
}

/** An import of the same bytes, not undone, whose records from one of these lines still stand. */
export async function findEarlier(tx: Tx, noun: ImportNoun, sha256: string, lines: readonly number[]) {
  const { rows } = await sql<{ created_on: string; by_name: string | null }>`
    select b.created_on, p.full_name as by_name
    from import_batch b join file f on f.id = b.file join import_row r on r.batch = b.id left join app_user p on p.id = b.created_by
    where f.sha256 = ${sha256} and b.noun = ${noun} and b.undone_on is null and r.line = any(${lines}::int[])
      and exists (select from ${sql.table(TABLES[noun])} t where t.id = r.record_id)
    order by b.id limit 1`.execute(tx);
  return rows[0] ?? null;
}

export async function insertLinks(tx: Tx, links: readonly { client: number; contact: number }[]): Promise<void> {
  await sql`
    insert into client_contact (client, contact)
    select * from unnest(${links.map((link) => link.client)}::int[], ${links.map((link) => link.contact)}::int[])`.execute(tx);
}

type NewBatch = { noun: ImportNoun; file: number; created: number; skipped: number; created_on: string; created_by: number };

export async function insertBatch(
  tx: Tx,
  batch: NewBatch,
  rows: readonly { line: number; id: number; version: number }[],
): Promise<number> {
  const { id } = await tx.insertInto('import_batch').values(batch).returning('id').executeTakeFirstOrThrow();
  await sql`
    insert into import_row (batch, line, record_id, version)
    select ${id}, * from unnest(
      ${rows.map((row) => row.line)}::int[], ${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.version)}::int[])`.execute(tx);
  return id;
}

function batches(tx: Tx) {
  return tx
    .selectFrom('import_batch')
    .innerJoin('file', 'file.id', 'import_batch.file')
    .select(['import_batch.id', 'noun', 'file.name as file_name', 'created', 'skipped', 'import_batch.created_on', 'undone_on'])
    .select(personRef('import_batch.created_by').as('created_by'));
}

export function listBatches(tx: Tx, page: PageInput) {
  return pageOf(batches(tx), page, [sql`import_batch.id desc`]);
}

export type BatchRow = Awaited<ReturnType<typeof listBatches>>['results'][number];

export function findBatch(tx: Tx, id: number): Promise<BatchRow | undefined> {
  return batches(tx).where('import_batch.id', '=', id).executeTakeFirst();
}

export async function lockBatch(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('import_batch').select('id').where('id', '=', id).forUpdate().execute();
}

export async function markUndone(tx: Tx, id: number, now: string, by: number): Promise<void> {
  await tx.updateTable('import_batch').set({ undone_on: now, undone_by: by }).where('id', '=', id).execute();
}

export async function listBrought(tx: Tx, batch: number): Promise<number[]> {
  const rows = await tx.selectFrom('import_row').select('record_id').where('batch', '=', batch).execute();
  return rows.map((row) => row.record_id);
}

/** What the import brought and is still there, held so that nobody builds on it while it is taken back. */
export async function lockBrought(tx: Tx, noun: ImportNoun, batch: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.id, t.name, t.version from ${sql.table(TABLES[noun])} t
    where t.id in (select record_id from import_row where batch = ${batch}) order by t.id for update`.execute(tx);
  return rows;
}

/** Names the first records somebody has worked on since, and the first that others refer to; one more of each than will be told. */
export async function listObstacles(tx: Tx, noun: ImportNoun, ids: readonly number[]) {
  const table = TABLES[noun];
  // A contact's own links came with it; one that was added since has raised its version (or, before that was so, has left a note
  // without one in its history).
  const isOwn = (name: string) => noun === 'contacts' && name === 'client_contact';
  const references = (await listReferences(tx, table)).filter((reference) => !isOwn(reference.table));
  const isReferred = references.map(
    (one) => sql<boolean>`exists (select from ${sql.table(one.table)} o where o.${sql.ref(one.column)} = t.id)`,
  );
  const isNoted = sql`exists (select from history h where h.noun = 'contact' and h.record_id = t.id::text and h.version is null)`;
  // Contacts that came and went again have raised a client's version, and nothing of its own was changed.
  const linkings = sql`(select count(*) from history h where h.noun = 'client' and h.record_id = t.id::text and h.version > r.version
    and h.action = 'changed' and not exists (select from jsonb_array_elements(h.changes) c where c ->> 'field' <> 'contacts'))`;
  const isWorkedOn =
    noun === 'clients'
      ? sql`(t.version <> r.version and t.version <> r.version + ${linkings})`
      : sql`(t.version <> r.version or ${isNoted})`;
  const isChanged = sql`(${isWorkedOn} or t.merged_into is not null)`;
  const first = (condition: RawBuilder<unknown>) => sql<string[]>`array(
    select t.name from import_row r join ${sql.table(table)} t on t.id = r.record_id
    where r.batch = b.id and ${condition} order by r.line limit ${NAMES_TOLD + 1})`;
  const { rows } = await sql<{ id: number; changed: string[]; referred: string[] }>`
    select b.id, ${first(isChanged)} as changed, ${first(sql`(${sql.join([sql`false`, ...isReferred], sql` or `)})`)} as referred
    from import_batch b where b.id = any(${ids}::int[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
