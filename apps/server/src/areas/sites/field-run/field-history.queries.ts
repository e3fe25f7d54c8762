import type { FieldKind } from '@dmse/contract/sites/sync';
import type { OthersVersion } from '@dmse/domain/sites/merge-edit';
import type { Tx } from '../../../db/database.ts';

export type NewVersion = {
  kind: FieldKind;
  item: string;
  field_run: string | null;
  version: number;
  action: 'created' | 'changed' | 'deleted' | 'restored' | 'moved';
  /** The fields this version set. */
  fields: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
  base: number | null;
  device: string | null;
  op: string | null;
  at: string;
  by: number;
  captured_by: number | null;
  request_id: string;
};

/** Appends a version with everything before and after it (SYNC-S2). Nobody may change it afterwards. */
export async function append(tx: Tx, { before, after, ...entry }: NewVersion): Promise<void> {
  await tx
    .insertInto('field_history')
    .values({ ...entry, before: before === null ? null : JSON.stringify(before), after: JSON.stringify(after) })
    .execute();
}

/** The fields that anybody has changed after a version. */
export async function listChangedFields(tx: Tx, item: string, since: number): Promise<string[]> {
  return [...new Set((await listOthers(tx, item, since, null)).flatMap(({ fields }) => fields))];
}

/** What others than this device wrote after a version. The office is no device, so everybody else is another to it. */
export function listOthers(tx: Tx, item: string, since: number, device: string | null): Promise<OthersVersion[]> {
  let rows = tx.selectFrom('field_history').select(['version', 'fields']).where('item', '=', item).where('version', '>', since);
  if (device !== null) rows = rows.where((eb) => eb.or([eb('device', 'is', null), eb('device', '!=', device)]));
  return rows.orderBy('version').execute();
}
