import { DepositPatch, type TickedPayment } from '@dmse/contract/payments/deposit';
import { DateField } from '../../../parts/date/date-field.tsx';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames } from '../../../parts/form/record-form.tsx';
import type { BankAccount } from '../bank-account.tsx';
import { TickedPaymentsField } from './ticked-payments-field.tsx';

const field = fieldNames(DepositPatch);

export type DepositFieldsProps = { accounts: readonly BankAccount[]; payments: readonly TickedPayment[] | undefined };

/** When, where to, and which payments: of a new deposit and of one that is open. */
export function DepositFields({ accounts, payments }: DepositFieldsProps) {
  return (
    <>
      <FormSection title="Deposit">
        <DateField name={field.date} isRequired />
        <ChoiceField name={field.account_code} choices={accounts} isRequired />
        <LineField name={field.note} isWide />
      </FormSection>
      <FormSection title="Payments">
        <TickedPaymentsField name={field.payments} payments={payments} />
      </FormSection>
    </>
  );
}
