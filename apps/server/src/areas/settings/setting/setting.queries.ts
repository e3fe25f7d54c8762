import type { Tx } from '../../../db/database.ts';
import { statementName } from '../../../db/pooled-client.ts';

export function find(tx: Tx, section: string) {
  return tx
    .selectFrom('setting')
    .modifyFront(statementName('setting_section'))
    .select(['value', 'version'])
    .where('section', '=', section)
    .executeTakeFirstOrThrow();
}

export function lock(tx: Tx, section: string) {
  return tx.selectFrom('setting').select(['value', 'version']).where('section', '=', section).forUpdate().executeTakeFirstOrThrow();
}

export async function store(tx: Tx, section: string, value: unknown, version: number, now: string, by: number): Promise<void> {
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(value), version, updated_on: now, updated_by: by })
    .where('section', '=', section)
    .execute();
}

export async function findMode(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('meta').select('value').where('key', '=', 'mode').executeTakeFirst();
  return row?.value ?? null;
}
