import type { LocalDate } from '@dmse/domain/dates/local-date';
import { latestOn } from '@dmse/domain/dates/valid-period';
import type { DatedUnitCost } from '@dmse/domain/expenses/internal-items';
import { type ChosenRate, chooseRate } from '@dmse/domain/work/rate-choice';
import type { Context } from '../../../call/context.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { listUnitCosts } from '../staff-list/staff-list.service.ts';
import type { Owner } from '../work-record/owner.service.ts';
import * as rates from './rate.queries.ts';

export type Price = { unit_cost: number; markup_pct: number };
export type Pricing = { rateOf: (job_role: number) => ChosenRate | null; priceOf: (disbursement_type: number) => Price | null };

export const loadRates = rates.loadRates;

/** A type whose costs all begin later is known, and costs nothing yet. */
function priceOn(costs: readonly DatedUnitCost[] | undefined, date: LocalDate): Price | null {
  if (!costs) return null;
  const { unit_cost, markup_pct } = latestOn(costs, date) ?? { unit_cost: 0, markup_pct: 0 };
  return { unit_cost, markup_pct };
}

/** Today's rates and prices for a job or quote: job before client before role at date. */
export async function loadPricing(context: Context, owner: Owner): Promise<Pricing> {
  const { tx } = context;
  const today = await getToday(context);
  const table = await rates.loadRates(tx, owner);
  const costs = Map.groupBy(await listUnitCosts({ tx }), ({ disbursement_type }) => disbursement_type);
  return { rateOf: (job_role) => chooseRate(table, job_role, today), priceOf: (type) => priceOn(costs.get(type), today) };
}
