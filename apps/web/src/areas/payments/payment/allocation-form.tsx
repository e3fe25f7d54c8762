import { allocatePayment, type Payment } from '@dmse/contract/payments/payment';
import { subtractCents } from '@dmse/domain/money/cents';
import Alert from '@mui/material/Alert';
import { useMemo, useState } from 'react';
import type { ProblemError } from '../../../api/problem-error.ts';
import { CloseFormButton } from '../../../parts/form/close-form-button.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { ErrorState, errorText } from '../../../parts/notice/error-state.tsx';
import { whyNotPlaced } from './allocation-draft.ts';
import { AllocationField } from './allocation-field.tsx';
import { useOpenInvoices } from './use-open-invoices.ts';

const Body = allocatePayment.declaration.body;
const field = fieldNames(Body);
const toValues = ({ allocations, unapplied }: Payment) => ({
  allocations: allocations.map(({ id, amount }) => ({ invoice: id, amount })),
  keeps_credit: unapplied > 0,
});

export type AllocationFormProps = { payment: Payment; onSaved: () => void; onClose: () => void };

/** Puts a payment on other invoices than those it is on. */
export function AllocationForm({ payment, onSaved, onClose }: AllocationFormProps) {
  const { client, amount, refunded } = payment;
  const { rows, isError, error, refetch } = useOpenInvoices(client.id, payment.allocations);
  const [refusal, setRefusal] = useState<ProblemError | null>(null);
  const schema = useMemo(
    () =>
      Body.superRefine((body, context) => {
        const why = whyNotPlaced({ ...body, client: client.id, amount, refunded }, rows ?? []);
        if (why) context.addIssue({ code: 'custom', path: ['allocations'], message: why });
      }),
    [rows, client.id, amount, refunded],
  );
  function showRefusal(problem: ProblemError): boolean {
    setRefusal(problem);
    void refetch();
    return true;
  }
  return (
    <RecordForm
      endpoint={allocatePayment}
      input={{ id: payment.id }}
      schema={schema}
      record={payment}
      toValues={toValues}
      onSaved={onSaved}
      onRefused={showRefusal}
      saveLabel="Move payment"
      savedText="Moved the payment."
    >
      <CloseFormButton label="Back to the payment" onClose={onClose} />
      {refusal ? (
        <Alert severity="warning" onClose={() => setRefusal(null)}>
          {errorText(refusal)} The list below has been loaded again; what you typed is still there.
        </Alert>
      ) : null}
      {isError ? <ErrorState title="The open invoices could not be loaded." error={error} onRetry={() => void refetch()} /> : null}
      <FormSection title="Invoices">
        <AllocationField names={field} rows={rows} amount={subtractCents(amount, refunded)} />
      </FormSection>
    </RecordForm>
  );
}
