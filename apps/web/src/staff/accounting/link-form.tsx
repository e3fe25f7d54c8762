import { type AccountingLink, LinkPatch, updateAccountingLink } from '@dmse/contract/accounting/link';
import { DateField } from '../../parts/date/date-field.tsx';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../parts/form/record-form.tsx';
import { useCan } from '../../session/self.ts';
import { TaxPairsField } from './tax-pairs-field.tsx';

const field = fieldNames(LinkPatch);

/** From when documents are sent, and what the firm's accounts and taxes are over there. */
export function LinkForm({ link }: { link: AccountingLink }) {
  const mayChange = useCan('accounting.write');
  const { remote_accounts, write_off_account } = link;
  const isGone = write_off_account !== '' && !remote_accounts.some(({ code }) => code === write_off_account);
  const accounts = [...remote_accounts, ...(isGone ? [{ code: write_off_account, name: '' }] : [])];
  return (
    <RecordForm
      endpoint={updateAccountingLink}
      input={{}}
      schema={LinkPatch}
      record={link}
      toValues={({ start_on, write_off_account: account, tax_types }) => ({
        start_on,
        write_off_account: account,
        tax_types: tax_types.map(({ code, remote }) => ({ code, remote })),
      })}
      isReadOnly={!mayChange}
    >
      <FormSection title="What is sent">
        <DateField name={field.start_on} isRequired hint="What is dated before that day is not sent." />
        <ChoiceField
          name={field.write_off_account}
          choices={accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}`.trim() }))}
          hint="A write-off is a credit note on this account."
        />
      </FormSection>
      <FormSection title="Tax types" explanation="The tax type that each of the firm's own is in the accounting system.">
        <TaxPairsField name={field.tax_types} link={link} />
      </FormSection>
    </RecordForm>
  );
}
