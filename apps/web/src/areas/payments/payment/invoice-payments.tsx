import { applyCredit, getOpenItems, listPayments, type PaymentRow, paymentFields } from '@dmse/contract/payments/payment';
import { sayCents, sumCents } from '@dmse/domain/money/cents';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useCan } from '../../../session/self.ts';
import { refreshPayments } from '../refresh-payments.ts';
import { PaymentStandingChip } from './payment-standing.tsx';

const columnsOf = (invoice: number): DataColumn<PaymentRow>[] => [
  { id: 'received_on', title: 'Date', cell: (row) => row.received_on },
  { id: 'method', title: paymentFields.method, cell: (row) => row.method },
  { id: 'reference', title: paymentFields.reference, cell: (row) => row.reference || '–' },
  { id: 'amount', title: 'Payment (CAD)', cell: (row) => <MoneyText cents={row.amount} dense />, align: 'right' },
  {
    id: 'on',
    title: 'On this invoice (CAD)',
    cell: (row) => <MoneyText cents={row.invoices.find(({ id }) => id === invoice)?.amount ?? 0} dense />,
    align: 'right',
  },
  { id: 'standing', title: 'Standing', cell: (row) => <PaymentStandingChip standing={row.standing} /> },
];

/** The credit of the client, offered for this invoice. */
function CreditOffer({ invoice, credit }: { invoice: number; credit: number }) {
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  async function apply(): Promise<void> {
    setBusy(true);
    try {
      const { applied, balance } = await call(applyCredit, {}, { invoice });
      const put = sayCents(sumCents(applied.map(({ amount }) => amount)));
      showToast({ text: `Put ${put} of credit on the invoice; ${sayCents(balance)} is still owed.`, icon: 'check', colour: 'success' });
    } catch (error) {
      showProblem(error, 'The credit was not applied.');
    }
    await refreshPayments(queries);
    setBusy(false);
  }
  return (
    <Alert
      severity="info"
      action={
        <Button size="small" color="inherit" loading={isBusy} onClick={() => void apply()}>
          Apply credit
        </Button>
      }
    >
      The client has {sayCents(credit)} of credit.
    </Alert>
  );
}

export type InvoicePaymentsProps = { invoice: number };

/** What was paid on an invoice, and what could be: its Payments tab. */
export function InvoicePayments({ invoice }: InvoicePaymentsProps) {
  const mayWrite = useCan('payments.write');
  const { data, error, isError, refetch } = useCall(listPayments, { invoice, page_size: 200 });
  // Nothing is open where the invoice is paid or was not sent.
  const open = useCall(getOpenItems, { invoice: [invoice] }, { enabled: mayWrite, staleTime: 0 }).data;
  const isOwed = (open?.invoices.length ?? 0) > 0;
  const credit = sumCents((open?.credits ?? []).map(({ unapplied }) => unapplied));
  if (isError) return <ErrorState title="The payments could not be loaded." error={error} onRetry={() => void refetch()} />;
  const enter = (
    <LinkButton to="/payment/new/$" params={{ _splat: String(invoice) }} variant="contained" startIcon={<Icon name="add" size={18} />}>
      Enter payment
    </LinkButton>
  );
  return (
    <Stack sx={{ gap: 3 }}>
      {isOwed && credit > 0 ? <CreditOffer invoice={invoice} credit={credit} /> : null}
      {isOwed && data && data.count > 0 ? (
        <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
          {enter}
        </Stack>
      ) : null}
      <DataTable
        label="Payments"
        columns={columnsOf(invoice)}
        rows={data?.results}
        rowId={({ id }) => id}
        rowLink={({ id }) => `/payment/${id}`}
        empty={
          <EmptyState icon="payments" title="Nothing has been paid on this invoice.">
            {isOwed ? enter : null}
          </EmptyState>
        }
      />
    </Stack>
  );
}
