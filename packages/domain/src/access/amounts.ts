import { type Action, can } from './grants.ts';
import type { Role } from './roles.ts';

/** Whoever keeps the price lists and the tax rules sees what they keep. */
const PRICE_LISTS: readonly Action[] = ['work.settings', 'taxes.write'];

/** Does this person see what is charged and paid, in a call that needs this action? */
export function seesAmounts(groups: readonly Role[], action?: Action): boolean {
  return can(groups, 'amounts.see') || (action !== undefined && PRICE_LISTS.includes(action));
}
