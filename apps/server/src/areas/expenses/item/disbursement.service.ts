import type { RequestQuery } from '@dmse/contract/endpoint';
import type { Disbursement, DisbursementSummary, listDisbursements as Wire } from '@dmse/contract/expenses/disbursement';
import { canEditJob } from '@dmse/domain/access/job-access';
import { type Approver, EXPENSES, whyNotOwn } from '@dmse/domain/states/approver';
import { billingOf } from '@dmse/domain/states/expense';
import { sayPrice } from '@dmse/domain/wip/explain';
import type { Context } from '../../../call/context.ts';
import { wipStates } from '../../wip/ledger/ledger.service.ts';
import { wipItem } from '../expense/expense.service.ts';
import { loadApprover, maySee } from '../expense/expense-access.service.ts';
import { getPlace, type Place } from '../expense/expense-place.service.ts';
import * as items from './item.queries.ts';
import { itemKey } from './item.service.ts';

const keyOf = ({ kind, id }: items.ListedDisbursement) => (kind === 'expense' ? wipItem(id) : itemKey(id));

function sayCharge(row: items.ListedDisbursement): string {
  if (!row.is_billable) return 'Not billable.';
  const { kind, quantity, disbursement_type, unit_cost, markup_pct, as_agent, net, cost } = row;
  if (kind === 'expense') return sayPrice({ kind, net, gross: cost, markup_pct, as_agent });
  return sayPrice({ kind, quantity: quantity ?? 0, unit: disbursement_type?.unit ?? '', unit_cost: unit_cost ?? 0, markup_pct });
}

function mayOpen({ kind, user }: items.ListedDisbursement, who: Approver, place: Place): boolean {
  return kind === 'expense' ? maySee(user.id, who) : whyNotOwn(user.id, who, EXPENSES) === null || canEditJob(who, place);
}

export async function listDisbursements(
  context: Context,
  filter: RequestQuery<typeof Wire>,
): Promise<{ count: number; results: Disbursement[] }> {
  const { tx } = context;
  const place = await getPlace(context, filter.job, null);
  const who = await loadApprover(context);
  const { count, results } = await items.listOfJob(tx, filter);
  const states = await wipStates(tx, results.map(keyOf));
  return {
    count,
    results: results.map((row) => ({
      ...row,
      billing: billingOf({ is_billable: row.is_billable, wip_state: states.get(keyOf(row)) ?? 'UNBILLED' }),
      charge_rule: sayCharge(row),
      can_open: mayOpen(row, who, place!),
    })),
  };
}

export async function getDisbursementSummary(context: Context, job: number): Promise<DisbursementSummary> {
  await getPlace(context, job, null);
  return { types: await items.sumByType(context.tx, job) };
}
