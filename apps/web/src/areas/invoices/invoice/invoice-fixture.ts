import { INVOICE_MOVES, type Invoice, type InvoiceChoices } from '@dmse/contract/invoices/invoice';
import { LINE_KINDS } from '@dmse/domain/invoices/lines';

const STAMP = '2026-03-04T12:00:00.000Z';
const ALICE = { id: 1, full_name: 'Alice Arsenault' };

const entry = (at: number) => ({
  ...{
    item: `time/${at}`,
    amount: 125_00,
    rest: null,
    date: '2026-03-02',
    who: 'Joe Jardine',
    what: `Calcs ${at}`,
    task: '',
    role: '',
    minutes: 60,
    rate: 125_00,
  },
});
const line = (id: number, entries: readonly number[]): Invoice['lines'][number] => ({
  ...{
    id,
    kind: 'time',
    job: 5,
    task: id,
    description: `Task ${id}`,
    quantity: 1,
    unit: '',
    unit_price: null,
    amount: entries.length * 125_00,
  },
  ...{ account_code: '4000', tax_type: 'HST', division: '', activity: '', percent: null, fee: null, tax: entries.length * 18_75 },
  entries: entries.map(entry),
});

/** A draft with two lines: two hours on the first, one on the second. */
export function buildInvoice(change: Partial<Invoice> = {}): Invoice {
  const moves = Object.fromEntries(INVOICE_MOVES.map((move) => [move, null])) as Invoice['moves'];
  return {
    ...{ id: 7, num: null, state: 'DRAFT', client: { id: 3, name: 'Riverbend Farms' }, jobs: [{ id: 5, num: '26-0005' }] },
    ...{ date: '2026-03-04', due_date: '2026-04-03', terms_days: 30, language: 'en', reference: '', billing_name: 'Riverbend Farms' },
    ...{ billing_address: '1 Water St', note: '', is_tax_exempt: false, tax_exempt_reason: '', roll_up: 'task', has_annex: false },
    ...{ tax_province: 'NB', subtotal: 375_00, tax: 56_25, total: 431_25, balance: 0, settlement: 'none', is_overdue: false },
    ...{
      taxes: [{ code: 'HST', name: 'HST', rate: 15, amount: 56_25 }],
      issued_total: 0,
      allocated: 0,
      written_off: 0,
      credits: [],
      revision: 0,
    },
    ...{ reason: '', editor: null, approved_on: null, approved_by: null, approval_comment: '', retainer: 0, checklist: [], moves },
    ...{ lines: [line(1, [1, 2]), line(2, [3])], can_edit: true, why_not_edit: null, can_approve: false },
    upload: null,
    ...{ version: 4, created_on: STAMP, updated_on: STAMP, created_by: ALICE, updated_by: ALICE },
    ...change,
  };
}

const HST = { code: 'HST', name: 'HST', rate: 15, base_fraction: 1 };
export const CHOICES: InvoiceChoices = {
  accounts: [
    { code: '4000', name: 'Fees' },
    { code: '4100', name: 'Disbursements' },
  ],
  tax_types: [
    { code: 'HST', name: 'HST', rules: [HST] },
    { code: 'NONE', name: 'No tax', rules: [] },
  ],
  division_tracking_options: [],
  activity_tracking_options: [],
  line_defaults: Object.fromEntries(
    LINE_KINDS.map((kind) => [
      kind,
      kind === 'text' ? { account_code: '', tax_type: '' } : { account_code: '4000', tax_type: kind === 'retainer' ? 'NONE' : 'HST' },
    ]),
  ) as InvoiceChoices['line_defaults'],
  jobs: [
    {
      ...{ id: 5, num: '26-0005', desc: 'Lot 7', fee_cap: 500_00, billed: 100_00 },
      progress: null,
      tasks: [{ id: 1, name: 'Boundary survey', budget_amount: 1000_00, previous: 250_00 }],
    },
  ],
};
