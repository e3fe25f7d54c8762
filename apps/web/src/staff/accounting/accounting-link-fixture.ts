import type { LedgerComparison } from '@dmse/contract/accounting/differences';
import type { AccountingLink } from '@dmse/contract/accounting/link';
import type { AccountingProposal } from '@dmse/contract/accounting/proposal';

const AT = '2026-03-04T12:00:00.000Z';
const client = { id: 3, name: 'Baie Verte Ltd.' };

export function buildLink(change: Partial<AccountingLink> = {}): AccountingLink {
  return {
    redirect: 'https://dmse.example.ca/staff/accounting-link',
    ...{ is_configured: true, state: 'connected', organisation: 'Fundy Border Surveys', organisations: [] },
    ...{ connected_on: AT, connected_by: null, expires_on: '2026-05-03', start_on: '2026-03-01', write_off_account: '' },
    ...{ tax_types: [{ code: 'HST', remote: '', name: 'HST 15 %' }], remote_tax_types: [{ code: 'TAX001', name: 'HST NB' }] },
    ...{ remote_accounts: [], settings_on: AT, swept_on: AT, paused_until: null, problems: [], waiting: 0, failed: 1, proposals: 2 },
    version: 4,
    ...change,
  };
}

export function buildProposal(id: number): AccountingProposal {
  return {
    ...{ id, kind: 'payment', says: `Payment ${id} was made over there.`, effect: 'It is entered here.', client },
    ...{ invoice: { id: 7, num: '00007' }, amount: 100_00, date: '2026-03-03', state: 'open', found_on: AT },
    ...{ decided_on: null, decided_by: null, payment: null },
  };
}

export function buildComparison(change: Partial<LedgerComparison> = {}): LedgerComparison {
  const side = { documents: 2, total: 862_50, tax: 112_50, owed: 431_25 };
  return { compared_on: AT, is_running: false, failed: '', here: side, there: side, undeposited: 0, differences: [], ...change };
}
