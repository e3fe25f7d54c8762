import type { PaymentRow } from '@dmse/contract/payments/payment';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';

/** So many are named in a row; the others are on the payment's own page. */
const NAMED = 2;

export type InvoiceLinkProps = { invoice: { id: number; num: string | null } };

export function InvoiceLink({ invoice: { id, num } }: InvoiceLinkProps) {
  return (
    <Link component={RouterLink} to={`/invoice/${id}`} sx={{ whiteSpace: 'nowrap' }}>
      {num ?? `Draft ${id}`}
    </Link>
  );
}

/** The invoices a payment is on. */
export function InvoiceLinks({ invoices }: { invoices: PaymentRow['invoices'] }) {
  if (invoices.length === 0) return '–';
  const more = invoices.length - NAMED;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2 }}>
      {invoices.slice(0, NAMED).map((invoice) => (
        <InvoiceLink key={invoice.id} invoice={invoice} />
      ))}
      {more > 0 ? <span>+{more}</span> : null}
    </Box>
  );
}
