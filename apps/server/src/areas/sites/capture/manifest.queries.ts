import type { Manifest } from '@dmse/contract/sites/sync';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

type Row = Manifest['rows'][number] & { file_bytes: number | null };

/**
 * Everything of a run. Where an earlier life of the data is asked about, `known_version` is how far what that life had acknowledged is
 * still here: versions written in it or before. A life that is not known has acknowledged nothing.
 */
export async function list(tx: Tx, run: string, epoch: string | null): Promise<Row[]> {
  const known = epoch === null ? sql`r.version` : knownVersion(epoch);
  const { rows } = await sql<Row>`
    select r.id, r.kind, r.version, r.is_deleted, r.sha256, r.file_bytes, ${known} as known_version from (
      select id, 'run' as kind, version, is_deleted, null::text as sha256, null::bigint as file_bytes from field_run where id = ${run}
      union all select id, 'point', version, is_deleted, null, null from shot where field_run = ${run}
      union all select id, 'pipe', version, is_deleted, null, null from pipe where field_run = ${run}
      union all select i.id, 'image', i.version, i.is_deleted, i.sha256, f.bytes from shot_image i join file f on f.id = i.file where i.field_run = ${run}
    ) r order by r.kind, r.id`.execute(tx);
  return rows;
}

function knownVersion(epoch: string) {
  return sql`(
    select coalesce(max(h.version), 0) from field_history h join dataset_epoch e on e.epoch = h.epoch
    where h.item = r.id and e.place <= (select place from dataset_epoch where epoch::text = ${epoch}))`;
}

export async function findSeq(tx: Tx, run: string): Promise<number | null> {
  const row = await tx.selectFrom('field_run').select('seq').where('id', '=', run).executeTakeFirst();
  return row?.seq ?? null;
}
