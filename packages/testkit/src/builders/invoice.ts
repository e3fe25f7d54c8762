import { INVOICE_MOVES, type Invoice, type WrittenLine } from '@dmse/contract/invoices/invoice';
import { personRef } from './person.ts';
import { STAMPS } from './stamps.ts';

const WORK = { rest: null, date: '2026-03-02', who: 'Joe Jardine', task: '', role: '', minutes: 60, rate: 125_00, amount: 125_00 };
const LINE = { quantity: 1, unit: '', unit_price: null, account_code: '4000', division: '', activity: '', percent: null, fee: null };

function timeLine(id: number, entries: readonly number[]): Invoice['lines'][number] {
  const [amount, tax] = [entries.length * 125_00, entries.length * 18_75];
  return {
    ...{ ...LINE, id, kind: 'time', job: 5, task: id, description: `Task ${id}`, tax_type: 'HST', amount, tax },
    entries: entries.map((at) => ({ ...WORK, item: `time/${at}`, what: `Calcs ${at}` })),
  };
}

/** A draft with two lines: two hours on the first, one on the second. */
export function buildInvoice(change: Partial<Invoice> = {}): Invoice {
  const moves = Object.fromEntries(INVOICE_MOVES.map((move) => [move, null])) as Invoice['moves'];
  return {
    ...{ id: 7, num: null, state: 'DRAFT', client: { id: 3, name: 'Riverbend Farms' }, jobs: [{ id: 5, num: '26-0005' }] },
    ...{ date: '2026-03-04', due_date: '2026-04-03', terms_days: 30, language: 'en', reference: '', billing_name: 'Riverbend Farms' },
    ...{ billing_address: '1 Water St', note: '', is_tax_exempt: false, tax_exempt_reason: '', roll_up: 'task', has_annex: false },
    ...{ tax_province: 'NB', subtotal: 375_00, tax: 56_25, total: 431_25, balance: 0, settlement: 'none', is_overdue: false },
    ...{ taxes: [{ code: 'HST', name: 'HST', rate: 15, amount: 56_25 }], issued_total: 0, allocated: 0, written_off: 0, credits: [] },
    ...{ revision: 0, reason: '', editor: null, approved_on: null, approved_by: null, approval_comment: '', retainer: 0, checklist: [] },
    ...{ moves, lines: [timeLine(1, [1, 2]), timeLine(2, [3])], can_edit: true, why_not_edit: null, can_approve: false, upload: null },
    ...{ ...STAMPS, created_by: personRef('alice'), updated_by: personRef('alice'), ...change },
  };
}

/** A line to be written with nothing but an amount, in an account and under a tax type. */
export function newFeeLine(amount: number, change: Partial<WrittenLine> = {}): WrittenLine {
  const what = { kind: 'fixed fee', job: null, task: null, description: 'Boundary survey', tax_type: 'EXEMPT' } as const;
  return { ...LINE, ...what, entries: [], amount, ...change };
}
