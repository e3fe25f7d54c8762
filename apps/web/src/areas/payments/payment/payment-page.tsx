import { getPayment, listPaymentHistory, type Payment, paymentFields, receivedFields } from '@dmse/contract/payments/payment';
import type { PaymentReversal } from '@dmse/domain/payments/reverse';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { FactsPanel, factOf } from '../../../parts/record/facts-panel.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RowActions } from '../../../parts/search/row-actions.tsx';
import type { RowAction } from '../../../parts/search/search-column.ts';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { formatCents, MoneyText } from '../../../parts/text/money-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useCan, useSelf } from '../../../session/self.ts';
import { refreshPayments } from '../refresh-payments.ts';
import { AllocationForm } from './allocation-form.tsx';
import { InvoiceLink } from './invoice-links.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PaymentStandingChip } from './payment-standing.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { ReverseRefundDialog } from './reverse-refund-dialog.tsx';

const LIST = { to: '/payments' };
type Allocated = Payment['allocations'][number];
type Refund = Payment['refunds'][number];
/** What takes the place of the facts, or is asked for in a dialog. */
type Act = 'change' | 'allocate' | 'refund' | PaymentReversal | { takeBack: Refund };

const ALLOCATIONS: readonly DataColumn<Allocated>[] = [
  { id: 'num', title: 'Invoice', cell: (row) => <InvoiceLink invoice={row} /> },
  { id: 'date', title: 'Date', cell: (row) => <DateText value={row.date} /> },
  { id: 'due_date', title: 'Due', cell: (row) => <DateText value={row.due_date} /> },
  { id: 'total', title: 'Total (CAD)', cell: (row) => <MoneyText cents={row.total} dense />, align: 'right' },
  { id: 'balance', title: 'Still owed (CAD)', cell: (row) => <MoneyText cents={row.balance} dense />, align: 'right' },
  { id: 'amount', title: 'From this payment (CAD)', cell: (row) => <MoneyText cents={row.amount} dense />, align: 'right' },
];
const refundColumns = (takeBack: ((refund: Refund) => void) | null): readonly DataColumn<Refund>[] => [
  { id: 'date', title: 'Date', cell: (row) => <DateText value={row.date} /> },
  { id: 'account', title: 'Bank account', cell: (row) => row.account_code },
  { id: 'reference', title: paymentFields.reference, cell: (row) => row.reference || '–' },
  { id: 'by', title: 'By', cell: (row) => row.created_by?.full_name ?? '–' },
  { id: 'amount', title: 'Amount (CAD)', cell: (row) => <MoneyText cents={row.amount} dense />, align: 'right' },
  {
    id: 'reversed_on',
    title: 'Taken back',
    align: 'right',
    cell: (row) => (row.reversed_on ? <DateText value={row.reversed_on} /> : takeBack ? <TakeBack refund={row} onClick={takeBack} /> : '–'),
  },
];

function TakeBack({ refund, onClick }: { refund: Refund; onClick: (refund: Refund) => void }) {
  const action = { label: 'Take back', icon: 'undo' as const, run: () => onClick(refund), whyNot: refund.why_not_reverse };
  return <RowActions actions={[{ ...action, isPrimary: true, isOnCard: true }]} of={`refund ${formatCents(refund.amount)}`} />;
}

function factsOf({ client, received_on, amount, method, reference, unapplied, refunded, deposit, note, fee }: Payment) {
  return [
    {
      label: 'Client',
      value: (
        <Link component={RouterLink} to={`/client/${client.id}`}>
          {client.name}
        </Link>
      ),
    },
    factOf(receivedFields.received_on, <DateText value={received_on} as="prose" />),
    factOf(receivedFields.amount, <MoneyText cents={amount} />),
    factOf(paymentFields.method, method),
    factOf(paymentFields.reference, reference),
    { label: 'On no invoice', value: <MoneyText cents={unapplied} /> },
    ...(refunded > 0 ? [{ label: 'Refunded', value: <MoneyText cents={refunded} /> }] : []),
    ...(fee > 0 ? [{ label: 'Bank’s fee', value: <MoneyText cents={fee} /> }] : []),
    {
      label: 'Deposit',
      value: deposit ? (
        <Link component={RouterLink} {...({ to: '/deposits', search: { deposit: deposit.id } } as object)}>
          {deposit.date}, {deposit.state}
        </Link>
      ) : (
        'None'
      ),
    },
    ...(note ? [{ ...factOf(paymentFields.note, note), isWide: true }] : []),
  ];
}

/** What stands in the books, and on which invoices. */
function Facts({ payment, takeBack }: { payment: Payment; takeBack: ((refund: Refund) => void) | null }) {
  const { allocations, refunds } = payment;
  return (
    <>
      <FactsPanel label="Details" facts={factsOf(payment)} />
      <Stack component="section" aria-label="Invoices" sx={{ gap: 2 }}>
        <Typography variant="h2">Invoices</Typography>
        <DataTable
          label="Invoices"
          columns={ALLOCATIONS}
          rows={allocations}
          rowId={({ id }) => id}
          empty={<EmptyState icon="receipt_long" title="It is on no invoice." />}
        />
      </Stack>
      {refunds.length > 0 ? (
        <Stack component="section" aria-label="Refunds" sx={{ gap: 2 }}>
          <Typography variant="h2">Refunds</Typography>
          <DataTable label="Refunds" columns={refundColumns(takeBack)} rows={refunds} rowId={({ id }) => id} empty={null} />
        </Stack>
      ) : null}
    </>
  );
}

function actionsOf({ why_not }: Payment, start: (act: Act) => void): RowAction[] {
  return [
    { label: 'Change', icon: 'edit', run: () => start('change'), whyNot: why_not.change },
    {
      label: 'Move to other invoices',
      icon: 'receipt_long',
      run: () => start('allocate'),
      whyNot: why_not.allocate,
      isPrimary: true,
      isOnCard: true,
    },
    { label: 'Refund', icon: 'undo', run: () => start('refund'), whyNot: why_not.refund },
    { label: 'Returned by bank', icon: 'report', run: () => start('return'), whyNot: why_not.return, isDestructive: true },
    { label: 'Delete', icon: 'delete', run: () => start('delete'), whyNot: why_not.delete, isDestructive: true },
  ];
}

function Loaded({ payment }: { payment: Payment }) {
  const [act, setAct] = useState<Act | null>(null);
  const mayWrite = useCan('payments.write');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, client, amount, standing, reversed_on, reason } = payment;
  const { id: person } = useSelf();
  useEffect(() => {
    rememberRecord(person, { kind: 'Payment', title: `Payment ${formatCents(amount)}, ${client.name}`, path: `/payment/${id}` });
  }, [person, id, amount, client.name]);
  const close = () => setAct(null);
  const saved = () => {
    close();
    void refreshPayments(queries);
  };
  async function done(text: string, draft: number | null = null): Promise<void> {
    const open = () => void navigate({ to: `/invoice/${draft}` });
    showToast({ text, icon: 'check', colour: 'success', ...(draft === null ? {} : { action: { label: 'Open the draft', run: open } }) });
    await refreshPayments(queries);
  }
  const isForm = act === 'change' || act === 'allocate';
  const next =
    standing === 'undeposited' ? (
      <Button component={RouterLink} to="/deposit" variant="contained">
        Deposit
      </Button>
    ) : null;
  return (
    <>
      <PageHeader
        title={`Payment ${formatCents(amount)}`}
        chip={<PaymentStandingChip standing={standing} />}
        subtitle={client.name}
        actions={
          mayWrite && !isForm ? (
            <>
              <RowActions actions={actionsOf(payment, setAct)} of={`payment ${id}`} />
              {next}
            </>
          ) : null
        }
      />
      <Stack sx={{ gap: 4 }}>
        {reversed_on ? (
          <Alert severity={standing === 'returned' ? 'error' : 'info'}>
            {standing === 'returned' ? 'Returned by the bank' : 'Deleted'} on <DateText value={reversed_on} as="prose" />: {reason}
          </Alert>
        ) : null}
        {act === 'change' ? <PaymentForm payment={payment} onSaved={saved} onClose={close} /> : null}
        {act === 'allocate' ? <AllocationForm payment={payment} onSaved={saved} onClose={close} /> : null}
        {isForm ? null : <Facts payment={payment} takeBack={mayWrite ? (refund) => setAct({ takeBack: refund }) : null} />}
      </Stack>
      <HistoryPanel endpoint={listPaymentHistory} id={id} />
      {act === 'refund' ? <RefundDialog payment={payment} onDone={done} onClose={close} /> : null}
      {typeof act === 'object' && act ? (
        <ReverseRefundDialog payment={payment} refund={act.takeBack} onDone={done} onClose={close} />
      ) : null}
      {act === 'delete' || act === 'return' ? <ReverseDialog payment={payment} how={act} onDone={done} onClose={close} /> : null}
    </>
  );
}

/** A payment: what was received, the invoices it is on, and where the money is. */
export function PaymentPage() {
  const { id } = useParams({ from: '/payment/$id' });
  return (
    <RecordPage endpoint={getPayment} id={Number(id)} noun="payment" list={LIST}>
      {(payment) => <Loaded key={payment.id} payment={payment} />}
    </RecordPage>
  );
}
