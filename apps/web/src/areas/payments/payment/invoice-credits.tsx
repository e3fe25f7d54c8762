import { type Invoice, reverseInvoiceCredit } from '@dmse/contract/invoices/invoice';
import { sayCents } from '@dmse/domain/money/cents';
import { whyNotReverseCredit } from '@dmse/domain/states/invoice';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { RowActions } from '../../../parts/search/row-actions.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { formatCents, MoneyText } from '../../../parts/text/money-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useCan } from '../../../session/self.ts';
import { AskDialog } from '../ask-dialog.tsx';
import { ReasonField } from '../reason-field.tsx';
import { refreshPayments } from '../refresh-payments.ts';

type Credit = Invoice['credits'][number];

function ReverseCreditDialog({ invoice, credit, onClose }: { invoice: Invoice; credit: Credit; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  async function reverse(): Promise<void> {
    await call(reverseInvoiceCredit, { id: invoice.id }, { credit: credit.id, reason: reason.trim() }, { ifMatch: invoice.version });
    showToast({ text: `Took back the credit of ${sayCents(credit.amount)}.`, icon: 'check', colour: 'success' });
    await refreshPayments(queries);
  }
  return (
    <AskDialog
      title="Take this credit back?"
      text={`${sayCents(credit.amount)} is owed on invoice ${invoice.num} again, and its credit note is taken off the invoice in the accounting system.`}
      verb="Take credit back"
      isDestructive
      isReady={reason.trim() !== ''}
      onDone={reverse}
      onClose={onClose}
    >
      {(errors) => <ReasonField value={reason} error={errors.reason} onChange={setReason} />}
    </AskDialog>
  );
}

/** Credits for a part of the invoice: what was given up without writing off the rest. */
export function InvoiceCredits({ invoice }: { invoice: Invoice }) {
  const [chosen, setChosen] = useState<Credit | null>(null);
  const mayReverse = useCan('accounting.write');
  const whyNot = whyNotReverseCredit({ state: invoice.state, is_reversed: false })?.sentence ?? null;
  const takeBack = (credit: Credit) => (
    <RowActions
      actions={[{ label: 'Take back', icon: 'undo', run: () => setChosen(credit), whyNot, isPrimary: true, isOnCard: true }]}
      of={`credit ${formatCents(credit.amount)}`}
    />
  );
  const columns: readonly DataColumn<Credit>[] = [
    { id: 'date', title: 'Date', cell: (row) => <DateText value={row.date} /> },
    { id: 'reason', title: 'Reason', cell: (row) => row.reason || '–' },
    { id: 'created_by', title: 'By', cell: (row) => row.created_by?.full_name ?? '–' },
    { id: 'amount', title: 'Amount (CAD)', cell: (row) => <MoneyText cents={row.amount} dense />, align: 'right' },
    ...(mayReverse ? [{ id: 'act', title: 'Actions', cell: takeBack, align: 'right' } as const] : []),
  ];
  return (
    <Stack component="section" aria-label="Credits" sx={{ gap: 2 }}>
      <Typography variant="h2">Credits</Typography>
      <Typography sx={{ color: 'text.secondary' }}>A credit lowers what is owed; revenue and tax stay as they were billed.</Typography>
      <DataTable label="Credits" columns={columns} rows={invoice.credits} rowId={({ id }) => id} empty={null} />
      {chosen ? <ReverseCreditDialog invoice={invoice} credit={chosen} onClose={() => setChosen(null)} /> : null}
    </Stack>
  );
}
