import type { RequestQuery } from '@dmse/contract/endpoint';
import type { Disbursement, DisbursementSummary, listDisbursements as Wire } from '@dmse/contract/expenses/disbursement';
import { canEditJob } from '@dmse/domain/access/job-access';
import { sayItemPrice } from '@dmse/domain/expenses/internal-items';
import { sayCents } from '@dmse/domain/money/cents';
import { type Approver, EXPENSES, whyNotOwn } from '@dmse/domain/states/approver';
import { billingOf } from '@dmse/domain/states/expense';
import type { Context } from '../../../call/context.ts';
import { wipStates } from '../../wip/ledger/ledger.service.ts';
import { wipItem } from '../expense/expense.service.ts';
import { loadApprover, maySee } from '../expense/expense-access.service.ts';
import { getPlace, type Place } from '../expense/expense-place.service.ts';
import * as items from './item.queries.ts';
import { itemKey } from './item.service.ts';

const keyOf = ({ kind, id }: items.ListedDisbursement) => (kind === 'expense' ? wipItem(id) : itemKey(id));

/** "142 km at $0.72 + 10 %", "$100.00 before tax + 5 %" */
function sayCharge({
  kind,
  is_billable,
  as_agent,
  quantity,
  disbursement_type,
  unit_cost,
  markup_pct,
  cost,
}: items.ListedDisbursement): string {
  if (!is_billable) return 'Not billable';
  if (kind === 'item') return sayItemPrice(quantity ?? 0, disbursement_type?.unit ?? '', { unit_cost: unit_cost ?? 0, markup_pct });
  if (as_agent) return `${sayCents(cost)}, paid as agent of the client`;
  return `${sayCents(cost)} before tax${markup_pct === 0 ? '' : ` + ${markup_pct} %`}`;
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
      billing: billingOf({ is_billable: row.is_billable, wip_state: states.get(keyOf(row)) ?? 'UNBILLED' }).state,
      charge_rule: sayCharge(row),
      can_open: mayOpen(row, who, place!),
    })),
  };
}

export async function getDisbursementSummary(context: Context, job: number): Promise<DisbursementSummary> {
  await getPlace(context, job, null);
  return { types: await items.sumByType(context.tx, job) };
}
