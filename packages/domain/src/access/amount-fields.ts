import { can } from './grants.ts';
import type { Role } from './roles.ts';

/** Fields that tell what somebody is charged or paid. Whoever may not see amounts does not meet them in history either. */
export const AMOUNT_FIELDS: readonly string[] = [
  'fee_cap',
  'rates',
  'rate',
  'rate_rule',
  'charge_rate',
  'cost_rate',
  'unit_cost',
  'markup_pct',
  'amount',
  'total',
];

/** What stays out of the history this person reads. */
export function hiddenFields(groups: readonly Role[]): readonly string[] {
  return can(groups, 'amounts.see') ? [] : AMOUNT_FIELDS;
}
