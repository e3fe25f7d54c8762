import type { ReimbursementState } from '@dmse/domain/states/expense';
import type { Context } from '../../../call/context.ts';
import { recordHistories } from '../../../records/record-bulk.ts';
import { wipStates } from '../../wip/ledger/ledger.service.ts';
import * as expenses from './expense.queries.ts';
import { expenseNoun, wipItem } from './expense.service.ts';

/** Holds these expenses until the transaction ends, with what decides whether they may be paid back. */
export async function holdExpenses({ tx }: Context, ids: readonly number[]) {
  const rows = await expenses.lockMany(tx, ids);
  const states = await wipStates(
    tx,
    rows.map(({ id }) => wipItem(id)),
  );
  return rows.map((row) => ({ ...row, wip_state: states.get(wipItem(row.id)) ?? ('UNBILLED' as const) }));
}

/** Says of expenses that are held whether they are paid back, and tells each one's history. */
export async function setReimbursement(context: Context, ids: readonly number[], to: ReimbursementState, note: string): Promise<void> {
  const { tx, now, actor } = context;
  const changed = await expenses.setReimbursement(tx, ids, to, { now, by: actor.id });
  const { noun, nameOf } = expenseNoun;
  await recordHistories(
    context,
    changed.map(({ from, ...row }) => ({
      noun,
      record_id: String(row.id),
      record_name: nameOf(row),
      version: row.version,
      action: 'changed',
      changes: [{ field: 'reimbursement', label: 'Reimbursement', from, to: `${to} (${note})` }],
    })),
  );
}
