import type { RequestBody } from '@dmse/contract/endpoint';
import * as wire from '@dmse/contract/expenses/disbursement';
import { canEditJob } from '@dmse/domain/access/job-access';
import { whyPeriodClosed } from '@dmse/domain/expenses/expense-rules';
import { priceItem, whyNotItem } from '@dmse/domain/expenses/internal-items';
import { EXPENSES, whyNotOwn } from '@dmse/domain/states/approver';
import { billingOf } from '@dmse/domain/states/expense';
import { whyWipTaken } from '@dmse/domain/states/wip';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { listHistory } from '../../../records/history.ts';
import { getLockedThrough } from '../../../records/posted.ts';
import { type Changeable, createRecord, fieldsOf, openRecord, type RowOf, removeRecord, updateRecord } from '../../../records/record.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { setWip, wipStates } from '../../wip/ledger/ledger.service.ts';
import { listUnitCosts } from '../../work/staff-list/staff-list.service.ts';
import { getPlace, holdPlaces, refuseClosedPlace, taskName } from '../expense/expense-place.service.ts';
import * as items from './item.queries.ts';

export const itemNoun: Changeable<'disbursement_item', wire.DisbursementItem> = {
  noun: 'disbursement',
  table: 'disbursement_item',
  nameOf: (row) => String(row.date),
  fields: fieldsOf(wire.itemFields, {
    task: (id, { tx }) => taskName(tx, Number(id)),
    disbursement_type: async (id, { tx }) => (await items.findType(tx, Number(id)))?.name ?? null,
  }),
  get: getItem,
  async refuse(context, row) {
    if (!(await mayChange(context, row.user, row.job))) throw notFound();
  },
};

/** How the ledger calls an internal item. */
export function itemKey(id: number): string {
  return `item/${id}`;
}

/** Whoever entered it, an Expenses Admin, and whoever answers for the job. */
async function mayChange(context: Context, owner: number, job: number): Promise<boolean> {
  if (whyNotOwn(owner, context.actor, EXPENSES) === null) return true;
  const place = await getPlace(context, job, null);
  return place !== null && canEditJob(context.actor, place);
}

export async function getItem(context: Context, id: number): Promise<wire.DisbursementItem> {
  const { tx } = context;
  const row = await items.find(tx, id);
  if (!row || !(await mayChange(context, row.user.id, row.job.id))) throw notFound();
  const wip_state = (await wipStates(tx, [itemKey(id)])).get(itemKey(id)) ?? 'UNBILLED';
  return { ...row, billing: billingOf({ is_billable: row.is_billable, wip_state }) };
}

type Whole = {
  date: string;
  job: number;
  task: number | null;
  disbursement_type: number;
  quantity: number;
  is_billable: boolean;
  note: string;
};

/** What an item becomes, priced by the unit cost of its day. What is not priced anew keeps its price. */
async function planItem(context: Context, before: RowOf<'disbursement_item'> | null, next: Whole) {
  const { tx } = context;
  const type = await items.findType(tx, next.disbursement_type);
  if (!type || (!type.is_active && before?.disbursement_type !== type.id))
    throw invalid({ disbursement_type: 'There is no such disbursement type, or it is no longer used.' });
  refuseClosedPlace(await getPlace(context, next.job, next.task));
  const closed_through = await getLockedThrough(tx, 'accounting');
  for (const date of [next.date, ...(before ? [before.date] : [])]) refuse(whyPeriodClosed(date, closed_through));
  const isSamePrice = before !== null && before.disbursement_type === next.disbursement_type && before.date === next.date;
  const costs = isSamePrice
    ? [{ disbursement_type: type.id, unit_cost: before.unit_cost, markup_pct: before.markup_pct, valid_from: null, valid_to: null }]
    : await listUnitCosts(context);
  const priced = priceItem(next, costs);
  refuse(whyNotItem(next, priced, await getToday(context)));
  const { unit_cost, markup_pct, cost, amount: charge } = priced!;
  return { ...next, unit_cost, markup_pct, cost, charge };
}

function follow(context: Context, { id, job, task, charge: amount, date: work_date, is_billable }: RowOf<'disbursement_item'>) {
  return setWip(context, [{ item: itemKey(id), work: is_billable ? { job, task, amount, work_date } : null }]);
}

export async function createItem(context: Context, sent: RequestBody<typeof wire.createItem>): Promise<wire.DisbursementItem> {
  const { date, job, disbursement_type, quantity, task = null, is_billable = true, note = '' } = sent;
  await holdPlaces(context, [job]);
  const planned = await planItem(context, null, { date, job, task, disbursement_type, quantity, is_billable, note });
  const row = await createRecord(context, itemNoun, { ...planned, user: context.actor.id });
  await follow(context, row);
  return getItem(context, row.id);
}

async function refuseTaken({ tx }: Context, { id, is_billable }: RowOf<'disbursement_item'>): Promise<void> {
  const state = (await wipStates(tx, [itemKey(id)])).get(itemKey(id));
  if (is_billable && state) refuse(whyWipTaken(state, 'This disbursement'));
}

export async function updateItem(context: Context, id: number, patch: RequestBody<typeof wire.updateItem>): Promise<wire.DisbursementItem> {
  await holdPlaces(context, [(await items.find(context.tx, id))?.job.id]);
  const before = await openRecord(context, itemNoun, id);
  await refuseTaken(context, before);
  const { date, job, task, disbursement_type, quantity, is_billable, note } = before;
  const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const planned = await planItem(context, before, { date, job, task, disbursement_type, quantity, is_billable, note, ...sent });
  const row = await updateRecord(context, itemNoun, before, planned);
  if (row.version !== before.version) await follow(context, row);
  return getItem(context, id);
}

export async function removeItem(context: Context, id: number): Promise<void> {
  await holdPlaces(context, [(await items.find(context.tx, id))?.job.id]);
  const row = await openRecord(context, itemNoun, id);
  await refuseTaken(context, row);
  refuse(whyPeriodClosed(row.date, await getLockedThrough(context.tx, 'accounting')));
  await removeRecord(context, itemNoun, row);
  await setWip(context, [{ item: itemKey(id), work: null }]);
}

export async function listItemHistory(context: Context, id: number, page: PageInput) {
  await getItem(context, id);
  return listHistory(context, itemNoun.noun, id, [id], page);
}
