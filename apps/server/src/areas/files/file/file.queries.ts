import { sql } from 'kysely';
import type { Actor } from '../../../call/context.ts';
import type { Tx } from '../../../db/database.ts';
import { chunksOf } from '../../../db/insert-rows.ts';
import { isReferredTo } from './file-reference.queries.ts';

type NewFile = { sha256: string; bytes: number; name: string; mime_type: string; created_on: string; created_by: number | null };

const FILE = sql.ref<number>('file.id');

export function insert(tx: Tx, row: NewFile) {
  return tx.insertInto('file').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Many rows at once; answers their ids in the order of the rows. */
export async function insertMany(tx: Tx, rows: readonly NewFile[]): Promise<number[]> {
  const ids: number[] = [];
  for (const chunk of chunksOf(rows, 1000)) {
    const made = await tx.insertInto('file').values(chunk).returning('id').execute();
    ids.push(...made.map(({ id }) => id).sort((a, b) => a - b));
  }
  return ids;
}

export function find(tx: Tx, id: number) {
  return tx.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findMany(tx: Tx, ids: number[]) {
  return tx.selectFrom('file').selectAll().where('id', 'in', ids).execute();
}

/** The file with what decides who may read it. */
export function findFor(tx: Tx, id: number, actor: Actor) {
  return tx
    .selectFrom('file')
    .selectAll()
    .select([isReferredTo(FILE).as('is_referred_to'), isReferredTo(FILE, actor).as('is_readable')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Keeps the file from being swept until the transaction ends; the look-up that follows then sees what is true. */
export async function hold(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('file').select('id').where('id', '=', id).forKeyShare().execute();
}

/** A picture that could not be read has a width of nothing, so that nobody tries again. */
export async function setThumbnail(tx: Tx, id: number, made: { thumbnail_sha256: string | null; width: number; height: number }) {
  await tx.updateTable('file').set(made).where('id', '=', id).execute();
}

/** Uploads older than an instant that no record refers to. They are locked; what somebody is just about to refer to is passed over. */
export async function lockUnreferred(tx: Tx, createdBefore: string, most: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('file')
    .select('id')
    .where('created_on', '<', createdBefore)
    .where((eb) => eb.not(isReferredTo(FILE)))
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

/** Looks once more, with the rows now held: a record that came to refer to one meanwhile is seen by this statement. */
export async function removeUnreferred(tx: Tx, ids: number[]): Promise<number> {
  const result = await tx
    .deleteFrom('file')
    .where('id', 'in', ids)
    .where((eb) => eb.not(isReferredTo(FILE)))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Of these hashes, those that some file still needs, or one that is on its way up in pieces. */
export async function neededHashes(tx: Tx, hashes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from file where sha256 = any(${hashes})
    union select thumbnail_sha256 from file where thumbnail_sha256 = any(${hashes})
    union select sha256 from upload_part where sha256 = any(${hashes})
    union select sha256 from base_map_part where sha256 = any(${hashes})`.execute(tx);
  return new Set(rows.map((row) => row.sha256));
}
