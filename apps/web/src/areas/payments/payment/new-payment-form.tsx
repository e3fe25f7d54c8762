import { createPayment, listPayingClients, type OpenInvoice, type Payment } from '@dmse/contract/payments/payment';
import { sumCents } from '@dmse/domain/money/cents';
import { PAYMENT_METHODS } from '@dmse/domain/payments/deposit';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ProblemError } from '../../../api/problem-error.ts';
import { DateField } from '../../../parts/date/date-field.tsx';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { MoneyInput, type MoneyValue, sayMoney } from '../../../parts/fields/money-input.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { PickerField } from '../../../parts/fields/picker-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import type { FormValues } from '../../../parts/form/form-values.ts';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { useField } from '../../../parts/form/use-field.ts';
import { ErrorState, errorText } from '../../../parts/notice/error-state.tsx';
import { payingChoice } from '../paying-client.ts';
import { type DraftAllocation, distribute, sumDraft, whyNotPlaced } from './allocation-draft.ts';
import { AllocationField } from './allocation-field.tsx';
import { useOpenInvoices } from './use-open-invoices.ts';

const Body = createPayment.declaration.body;
const field = fieldNames(Body);
export const METHOD_CHOICES = PAYMENT_METHODS.map((method) => ({ value: method, label: method }));

type FieldsProps = {
  rows: readonly OpenInvoice[] | undefined;
  /** The invoices the address names, or those ticked since. */
  first: readonly number[];
  onClient: (client: number | null) => void;
};

/** The amount is shared out as it is typed; as long as nobody has typed one, it is what was put on the invoices. */
function Fields({ rows, first, onClient }: FieldsProps) {
  const { setValue, getValues } = useFormContext<FormValues>();
  const client = (useWatch<FormValues>({ name: field.client }) ?? null) as number | null;
  const { label, field: amount, error } = useField(field.amount, undefined, sayMoney);
  const isTyped = useRef(false);
  const [chosen, setChosen] = useState(first);
  const value = (amount.value as MoneyValue | undefined) ?? null;
  const place = (draft: DraftAllocation[]) => setValue(field.allocations, draft, { shouldDirty: true });

  const shown = useRef(client);
  useEffect(() => onClient(client), [client, onClient]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is placed anew only when another client's invoices have come
  useEffect(() => {
    if (shown.current === client) return;
    if (client !== null && !rows) return;
    shown.current = client;
    setChosen([]);
    const typed = getValues(field.amount);
    place(isTyped.current && typeof typed === 'number' && rows ? distribute(typed, rows, []) : []);
    if (!isTyped.current) amount.onChange(null);
  }, [client, rows]);

  function typeAmount(next: MoneyValue): void {
    isTyped.current = next !== null;
    amount.onChange(next);
    if (typeof next === 'number' && rows) place(distribute(next, rows, chosen));
  }
  function followRows(draft: DraftAllocation[]): void {
    setChosen(draft.map(({ invoice }) => invoice));
    if (!isTyped.current) amount.onChange(sumDraft(draft) || null);
  }
  return (
    <>
      <FormSection title="Payment">
        <PickerField
          name={field.client}
          label="Client"
          endpoint={listPayingClients}
          toChoice={payingChoice}
          recentKey="paying-client"
          isRequired
        />
        <DateField name={field.received_on} isRequired />
        <MoneyInput
          label={label}
          name={amount.name}
          inputRef={amount.ref}
          value={value}
          onChange={typeAmount}
          onBlur={amount.onBlur}
          isRequired
          error={error}
          hint="Put on the oldest invoices first; change it in the list."
        />
        <ChoiceField name={field.method} choices={METHOD_CHOICES} noneLabel="Choose the method" isRequired />
        <LineField name={field.reference} hint="The number of the cheque or transfer." />
        <ParagraphField name={field.note} />
      </FormSection>
      <FormSection title="Invoices">
        {client === null ? (
          <Typography sx={{ color: 'text.secondary' }}>Choose the client to see what is owed.</Typography>
        ) : (
          <AllocationField
            names={field}
            rows={client === shown.current ? rows : undefined}
            amount={typeof value === 'number' ? value : null}
            onDraft={followRows}
          />
        )}
      </FormSection>
    </>
  );
}

export type NewPaymentFormProps = {
  client: { id: number; name: string } | null;
  /** The invoices the address names, with what is owed on them. */
  named: readonly OpenInvoice[];
  onCreated: (payment: Payment) => void;
};

/** What a client has paid, and the invoices it is for. */
export function NewPaymentForm({ client: first, named, onCreated }: NewPaymentFormProps) {
  const today = useToday();
  const [client, setClient] = useState(first?.id ?? null);
  const { rows, isError, error, refetch } = useOpenInvoices(client);
  const [refusal, setRefusal] = useState<ProblemError | null>(null);
  const [initial] = useState(() => ({
    client: first?.id ?? null,
    received_on: today,
    ...(named.length > 0 ? { amount: sumCents(named.map(({ balance }) => balance)) } : {}),
    allocations: named.map(({ id, balance }) => ({ invoice: id, amount: balance })),
    keeps_credit: false,
  }));
  const schema = useMemo(
    () =>
      Body.superRefine((payment, context) => {
        const why = whyNotPlaced({ ...payment, refunded: 0 }, rows ?? []);
        if (why) context.addIssue({ code: 'custom', path: ['allocations'], message: why });
      }),
    [rows],
  );
  /** Somebody has paid meanwhile: what is owed now is shown, and what was typed stays. */
  function showRefusal(problem: ProblemError): boolean {
    if (problem.code !== 'CONFLICT') return false;
    setRefusal(problem);
    void refetch();
    return true;
  }
  return (
    <RecordForm
      endpoint={createPayment}
      input={{}}
      schema={schema}
      initial={initial}
      initialNames={first ? { client: [{ id: first.id, label: first.name }] } : {}}
      toValues={(payment) => ({ ...payment })}
      onSaved={onCreated}
      onRefused={showRefusal}
      saveLabel="Enter payment"
      savedText="Entered the payment."
    >
      {refusal ? (
        <Alert severity="warning" onClose={() => setRefusal(null)}>
          {errorText(refusal)} The list below has been loaded again; what you typed is still there.
        </Alert>
      ) : null}
      {isError ? <ErrorState title="The open invoices could not be loaded." error={error} onRetry={() => void refetch()} /> : null}
      <Fields rows={rows} first={named.map(({ id }) => id)} onClient={setClient} />
    </RecordForm>
  );
}
