import { type Payment, PaymentPatch, updatePayment } from '@dmse/contract/payments/payment';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { CloseFormButton } from '../../../parts/form/close-form-button.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { METHOD_CHOICES } from './new-payment-form.tsx';

const field = fieldNames(PaymentPatch);

export type PaymentFormProps = { payment: Payment; onSaved: () => void; onClose: () => void };

/** What may still be said otherwise of a payment. */
export function PaymentForm({ payment, onSaved, onClose }: PaymentFormProps) {
  return (
    <RecordForm
      endpoint={updatePayment}
      input={{ id: payment.id }}
      schema={PaymentPatch}
      record={payment}
      toValues={(one) => ({ ...one })}
      onSaved={onSaved}
    >
      <CloseFormButton label="Back to the payment" onClose={onClose} />
      <FormSection title="Details" explanation="Client, date and amount are in the books: a mistake there is taken back as a whole.">
        <ChoiceField name={field.method} choices={METHOD_CHOICES} isRequired />
        <LineField name={field.reference} />
        <ParagraphField name={field.note} />
      </FormSection>
    </RecordForm>
  );
}
