import { type Action, can } from './grants.ts';
import type { Role } from './roles.ts';

/** Whoever keeps the price lists, the tax rules, the cash and the books sees what they keep. */
const KEEPERS: readonly Action[] = [
  'work.settings',
  'taxes.write',
  'expenses.settings',
  'expenses.admin',
  'invoices.read',
  'invoices.write',
  'payments.read',
  'payments.write',
  'ledger.check',
  'accounting.read',
  'accounting.write',
];

/** Does this person see what is charged and paid, in a call that needs this action? */
export function seesAmounts(groups: readonly Role[], action?: Action): boolean {
  return can(groups, 'amounts.see') || (action !== undefined && KEEPERS.includes(action));
}
