import type { Invoice } from '@dmse/contract/invoices/invoice';

type Shown = Pick<
  Invoice,
  | 'date'
  | 'due_date'
  | 'terms_days'
  | 'language'
  | 'reference'
  | 'billing_name'
  | 'billing_address'
  | 'note'
  | 'is_tax_exempt'
  | 'tax_exempt_reason'
  | 'roll_up'
  | 'has_annex'
  | 'lines'
  | 'taxes'
  | 'subtotal'
  | 'tax'
  | 'total'
>;

/** Everything a client reads on an invoice, kept with the version so that it can be printed again as it was. */
export type InvoiceDocument = Shown & {
  num: string;
  revision: number;
  client: { id: number; name: string };
  jobs: { id: number; num: string; desc: string }[];
  firm: {
    firm_name: string;
    legal_name: string;
    address: string;
    phone: string;
    email: string;
    website: string;
    logo_horizontal: number | null;
  };
  registration_numbers: Record<string, string>;
  payment_text: string;
  interest_text: string;
  /** Dollars of which country. */
  currency: string;
};
