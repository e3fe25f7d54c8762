import type { WipState } from '@dmse/domain/states/wip';
import type { Context } from '../../../call/context.ts';
import type { Tx } from '../../../db/database.ts';

export type WipWork = { job: number; task: number | null; amount: number; work_date: string };

/** Placeholder until the ledger is here. */
export async function setWip(_context: Context, _list: readonly { item: string; work: WipWork | null }[]): Promise<void> {}

export async function wipStates(_tx: Tx, _items: readonly string[]): Promise<Map<string, WipState>> {
  return new Map();
}
