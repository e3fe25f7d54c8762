import { createDeposit, type Deposit, listUndeposited, moveDeposit, type TickedPayment } from '@dmse/contract/payments/deposit';
import { sayCents } from '@dmse/domain/money/cents';
import { isTickedByDefault } from '@dmse/domain/payments/deposit';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { RecordForm } from '../../../parts/form/record-form.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RecordPending } from '../../../parts/record/record-pending.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { type BankAccount, useBankAccounts } from '../bank-account.tsx';
import { refreshPayments } from '../refresh-payments.ts';
import { DepositFields } from './deposit-fields.tsx';

const TITLE = 'New Bank Deposit';
const Body = createDeposit.declaration.body;

type FormProps = { payments: readonly TickedPayment[]; accounts: readonly BankAccount[] };

function Form({ payments, accounts }: FormProps) {
  const today = useToday();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [initial] = useState(() => ({
    date: today,
    account_code: accounts[0]?.value ?? '',
    payments: payments.filter(({ method }) => isTickedByDefault(method)).map(({ id }) => id),
  }));
  const show = async ({ id }: Deposit) => {
    void navigate({ to: '/deposits', search: { deposit: id } });
    await refreshPayments(queries);
  };
  /** Should the bank's day be closed meanwhile, the deposit is there and open. */
  async function depositNow(deposit: Deposit): Promise<void> {
    try {
      await call(moveDeposit, { id: deposit.id }, { to: 'DEPOSITED' });
      showToast({ text: `Deposited ${sayCents(deposit.total)}.`, icon: 'check', colour: 'success' });
    } catch (error) {
      showProblem(error, 'Saved, but not deposited.');
    }
    await show(deposit);
  }
  return (
    <RecordForm
      endpoint={createDeposit}
      input={{}}
      schema={Body}
      initial={initial}
      toValues={(deposit) => ({ ...deposit, payments: deposit.payments.map(({ id }) => id) })}
      saveLabel="Save as open"
      savedText="Saved the deposit."
      onSaved={(deposit) => void show(deposit)}
      alsoSave={{ label: 'Deposit now', onSaved: (deposit) => void depositNow(deposit) }}
    >
      <DepositFields accounts={accounts} payments={payments} />
    </RecordForm>
  );
}

function Undeposited() {
  const { data, error, isError, refetch } = useCall(listUndeposited, {}, { staleTime: 0 });
  const accounts = useBankAccounts();
  if (isError) return <ErrorState title="The payments could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data || !accounts) return <RecordPending noun="payments" />;
  if (data.payments.length === 0)
    return (
      <EmptyState icon="payments" title="There is nothing to deposit." text="Every payment is in a deposit already.">
        <LinkButton to="/payment/new/$" variant="contained">
          New payment
        </LinkButton>
        <LinkButton to="/deposits" variant="outlined">
          Bank deposits
        </LinkButton>
      </EmptyState>
    );
  return <Form payments={data.payments} accounts={accounts} />;
}

/** Which payments are taken to the bank; Cash and Check are ticked to begin with. */
export function NewDeposit() {
  return (
    <>
      <PageHeader title={TITLE} />
      <Undeposited />
    </>
  );
}
