import { getOpenItems } from '@dmse/contract/payments/payment';
import { sayCount } from '@dmse/domain/text/counts';
import Alert from '@mui/material/Alert';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { LinkButton } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { NotFound } from '../../../parts/page/not-found.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RecordPending } from '../../../parts/record/record-pending.tsx';
import { AskedClient } from '../../clients/client/asked-client.tsx';
import { refreshPayments } from '../refresh-payments.ts';
import { NewPaymentForm, type NewPaymentFormProps } from './new-payment-form.tsx';

const TITLE = 'New Payment';
const ID = /^[1-9]\d{0,15}$/;

type FormProps = Pick<NewPaymentFormProps, 'client' | 'named'>;

function Form({ client, named }: FormProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <NewPaymentForm
      client={client}
      named={named}
      onCreated={({ id }) => {
        void refreshPayments(queries);
        void navigate({ to: `/payment/${id}` });
      }}
    />
  );
}

/** For the invoices in the address: what is owed on them is filled in. */
function ForInvoices({ ids }: { ids: number[] }): ReactNode {
  const asked = useCall(getOpenItems, { invoice: ids }, { retry: false, staleTime: 0 });
  if (asked.isError)
    return <ErrorState title="The invoices could not be loaded." error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <RecordPending noun="invoices" />;
  const { client, invoices } = asked.data;
  if (!client)
    return (
      <EmptyState
        icon="receipt_long"
        title="Nothing is owed here."
        text="The invoices of this link are paid, or were not sent to a client."
      >
        <LinkButton to="/payment/new/$" variant="outlined">
          Choose a client
        </LinkButton>
      </EmptyState>
    );
  const missing = ids.length - invoices.length;
  return (
    <>
      {missing > 0 ? (
        <Alert severity="info" sx={{ mb: 4 }}>
          {sayCount(missing, 'invoice')} of this link {missing === 1 ? 'is' : 'are'} left out: paid, not sent, or of a client other than{' '}
          {client.name}.
        </Alert>
      ) : null}
      <Form client={client} named={invoices} />
    </>
  );
}

/** `/payment/new/1/2/3` pays these invoices; `/payment/new` asks for the client, unless `?client=5` names it. */
export function NewPayment() {
  const { _splat = '' } = useParams({ from: '/payment/new/$' });
  const words = [...new Set<string>(_splat.split('/').filter(Boolean))];
  if (!words.every((word) => ID.test(word))) return <NotFound />;
  return (
    <>
      <PageHeader title={TITLE} />
      {words.length > 0 ? (
        <ForInvoices key={_splat} ids={words.map(Number)} />
      ) : (
        <AskedClient>{(client) => <Form client={client} named={[]} />}</AskedClient>
      )}
    </>
  );
}
