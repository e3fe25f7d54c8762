import type { Invoice, InvoiceRow } from '@dmse/contract/invoices/invoice';
import { sayDue } from '@dmse/domain/dates/due-date';
import { INVOICE, type Settlement } from '@dmse/domain/states/invoice';
import type { Tone } from '@dmse/domain/states/machine';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from '@tanstack/react-router';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { ToneChip } from '../../../parts/record/tone-chip.tsx';
import { Can } from '../../../session/can.tsx';
import { UploadChip } from '../upload/upload-chips.tsx';

export const INVOICE_LIST = { to: '/invoices' };

export const invoiceTitle = ({ num }: Pick<Invoice, 'num'>) => (num === null ? 'Draft invoice' : `Invoice ${num}`);

const SETTLEMENT_TONES: Record<Settlement, Tone> = { none: 'muted', unpaid: 'info', 'partly paid': 'warning', paid: 'success' };

export function InvoiceStateFact({ state }: Pick<InvoiceRow, 'state'>) {
  return <ToneChip text={state} tone={INVOICE.rows[state].tone} />;
}

/** Paid or not, and since when it is overdue. Nothing for what asks for no money. */
export function SettlementFact({ settlement, is_overdue, due_date }: Pick<InvoiceRow, 'settlement' | 'is_overdue' | 'due_date'>) {
  const today = useToday();
  if (settlement === 'none') return null;
  return (
    <Stack direction="row" component="span" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
      <ToneChip text={settlement} tone={SETTLEMENT_TONES[settlement]} />
      {is_overdue ? <ToneChip text={sayDue(due_date, today) ?? 'overdue'} tone="error" /> : null}
    </Stack>
  );
}

/** Whom it bills; a link for whoever may read clients. */
export function ClientLink({ client }: Pick<Invoice, 'client'>) {
  return (
    <Can do="clients.read" otherwise={client.name}>
      <Link component={RouterLink} to={`/client/${client.id}`}>
        {client.name}
      </Link>
    </Can>
  );
}

export function InvoiceChips({ invoice }: { invoice: Invoice }) {
  return (
    <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
      <InvoiceStateFact state={invoice.state} />
      <SettlementFact {...invoice} />
      {invoice.upload ? <UploadChip upload={invoice.upload} /> : null}
    </Stack>
  );
}
