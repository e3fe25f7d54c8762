import type { Deposit } from '@dmse/contract/payments/deposit';
import { STAMPS } from './stamps.ts';

/** A deposit that may still be changed. */
export function buildDeposit(change: Partial<Deposit> = {}): Deposit {
  return {
    ...{ id: 3, state: 'OPEN', date: '2026-03-05', account_code: '1000', account_name: 'Chequing', note: '', total: 0, count: 0 },
    ...{ payments: [], methods: [], why_not: { change: null, DEPOSITED: null, OPEN: null, remove: null }, ...STAMPS, ...change },
  };
}
