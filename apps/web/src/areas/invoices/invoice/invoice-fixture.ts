import type { InvoiceChoices } from '@dmse/contract/invoices/invoice';
import { LINE_KINDS } from '@dmse/domain/invoices/lines';

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
