import type { BudgetEntry } from '@dmse/contract/work/budget';
import { typeIntoEntry } from '@dmse/domain/work/budget';
import { draftEntry } from '@dmse/domain/work/task-from-template';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { changeRecord, lockRecord } from '../../../records/record.ts';
import { type Owner, openOwnerOf, ownerColumns, readOwner, tellOwner } from '../work-record/owner.service.ts';
import { stampOf } from '../work-record/stamp.ts';
import { workOf } from '../work-record/work-record.ts';
import * as budget from './budget.queries.ts';
import { entryNoun, loadKinds } from './budget-text.ts';
import { insertEntries } from './draft.queries.ts';
import { loadPricing, type Pricing } from './pricing.service.ts';

type Named = { job?: number | undefined; quote?: number | undefined };
export type Line = { milestone: number; job_role?: number | undefined; disbursement_type?: number | undefined };
type Figures = {
  minutes?: number | undefined;
  quantity?: number | undefined;
  unit_cost?: number | undefined;
  markup_pct?: number | undefined;
};

/** Nothing is spent before there are time and expenses. */
export function showEntry(row: budget.EntryRow): BudgetEntry {
  return row;
}

export async function listBudget(context: Context, query: Named & PageInput) {
  const { count, results } = await budget.list(context.tx, readOwner(query), query);
  return { count, results: results.map(showEntry) };
}

export async function getWholeBudget(context: Context, owner: Owner): Promise<BudgetEntry[]> {
  return (await budget.listAll(context.tx, owner)).map(showEntry);
}

export async function getBudgetOf(context: Context, milestones: readonly number[]): Promise<BudgetEntry[]> {
  return (await budget.listOfMilestones(context.tx, milestones)).map(showEntry);
}

async function getEntry(context: Context, id: number): Promise<BudgetEntry> {
  const row = await budget.find(context.tx, id);
  if (!row) throw notFound();
  return showEntry(row);
}

/** A new entry, priced by the rates and costs of today. */
export function priceEntry(owner: Owner, { rateOf, priceOf }: Pricing, line: Line, figures: Figures) {
  const { milestone, job_role, disbursement_type = 0 } = line;
  const { minutes = 0, quantity = 0, unit_cost, markup_pct } = figures;
  const price = priceOf(disbursement_type);
  const bought = { unit_cost: unit_cost ?? price?.unit_cost ?? 0, markup_pct: markup_pct ?? price?.markup_pct ?? 0 };
  const draft = draftEntry(job_role === undefined ? { disbursement_type, quantity, ...bought } : { job_role, minutes }, rateOf);
  return { ...draft, ...ownerColumns(owner), milestone };
}

/** Time is for roles, quantities and prices for disbursements: refuses what was typed into the wrong kind of row. */
export function refuseWrongKind(isRole: boolean, figures: Record<string, unknown>): void {
  const wrong = (isRole ? ['quantity', 'unit_cost', 'markup_pct'] : ['minutes']).find((field) => figures[field] !== undefined);
  if (wrong) throw invalid({ [wrong]: isRole ? 'A job role is budgeted in time.' : 'A disbursement is budgeted by quantity.' });
}

export function refuseUnusedKind(line: { job_role?: number | null | undefined }, kind: { is_active: boolean } | undefined): void {
  if (kind?.is_active) return;
  throw invalid(
    (line.job_role ?? null) === null
      ? { disbursement_type: 'There is no such disbursement type, or it is no longer used.' }
      : { job_role: 'There is no such job role, or it is no longer used.' },
  );
}

function asLine({ job_role, disbursement_type }: Line) {
  return { job_role: job_role ?? null, disbursement_type: disbursement_type ?? null };
}

type NewEntry = Line & Figures & { is_locked?: boolean | undefined };

export async function createBudgetEntry(context: Context, { is_locked = false, ...values }: NewEntry): Promise<BudgetEntry> {
  const { milestone, job_role, disbursement_type, ...figures } = values;
  const owner = await openOwnerOf(context, 'milestone', milestone, 'milestone');
  const kinds = await loadKinds(context);
  refuseUnusedKind(values, kinds.kindOf(asLine(values)));
  refuseWrongKind(job_role !== undefined, figures);
  const entry = priceEntry(owner, await loadPricing(context, owner), { milestone, job_role, disbursement_type }, figures);
  const [id] = await insertEntries(context.tx, [{ ...entry, ...stampOf(context), is_locked }]);
  const names = await budget.listMilestoneNames(context.tx, owner);
  await tellOwner(context, owner, `budgeted ${kinds.nameOf(asLine(values))} for milestone ${names.get(milestone)} in`);
  return getEntry(context, id!);
}

type EntryPatch = Figures & { is_locked?: boolean | undefined };

export async function updateBudgetEntry(context: Context, id: number, { is_locked, ...typed }: EntryPatch): Promise<BudgetEntry> {
  const owner = await openOwnerOf(context, 'budget_entry', id);
  return changeRecord(context, { ...workOf(entryNoun, owner), get: getEntry }, id, async () => {
    const row = await budget.find(context.tx, id);
    if (!row) throw notFound();
    refuseWrongKind(row.job_role !== null, typed);
    const figures = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined)) as Figures;
    const { amount, is_scaled } = Object.keys(figures).length > 0 ? typeIntoEntry(row, figures) : row;
    return { values: { ...figures, amount, is_scaled, ...(is_locked === undefined ? {} : { is_locked }) } };
  });
}

export async function removeBudgetEntry(context: Context, id: number): Promise<void> {
  const owner = await openOwnerOf(context, 'budget_entry', id);
  const row = await lockRecord(context, entryNoun, id);
  const title = await entryNoun.titleOf(row, context);
  await budget.remove(context.tx, [id]);
  await tellOwner(context, owner, `deleted ${title} in`);
}
