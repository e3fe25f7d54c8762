import { type ChosenRate, chooseRate } from '@dmse/domain/work/rate-choice';
import type { Context } from '../../../call/context.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import type { Owner } from '../work-record/owner.service.ts';
import * as rates from './rate.queries.ts';

export type Price = { unit_cost: number; markup_pct: number };
export type Pricing = { rateOf: (job_role: number) => ChosenRate | null; priceOf: (disbursement_type: number) => Price | null };

export const loadRates = rates.loadRates;

/** Today's rates and prices for a job or quote: job before client before role at date. */
export async function loadPricing(context: Context, owner: Owner): Promise<Pricing> {
  const { tx } = context;
  const today = await getToday(context);
  const table = await rates.loadRates(tx, owner);
  const prices = await rates.loadPrices(tx);
  return { rateOf: (job_role) => chooseRate(table, job_role, today), priceOf: (type) => prices.get(type) ?? null };
}
