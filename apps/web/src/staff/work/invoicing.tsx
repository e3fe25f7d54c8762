import { getAccountingSettings } from '@dmse/contract/expenses/accounting';
import { Invoicing } from '@dmse/contract/settings/invoicing';
import { isWorkAccount } from '@dmse/domain/expenses/accounts';
import { INVOICE_PLACES, STATEMENT_PLACES } from '@dmse/domain/invoices/mail-text';
import { useCall } from '../../api/use-call.ts';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { LineField } from '../../parts/fields/line-field.tsx';
import { ParagraphField } from '../../parts/fields/paragraph-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';
import { RecordListField } from './record-list-field.tsx';

const field = fieldNames(Invoicing);
const NUMBER_PARTS = [
  { key: 'tax', label: 'Tax', width: 140 },
  { key: 'number', label: 'Number' },
];
const sayPlaces = (places: readonly string[]) => places.map((place) => `{${place}}`).join(' ');

/** How invoices are numbered, what new lines begin with, and the words on documents and in mails. */
export function InvoicingPage() {
  const { data } = useCall(getAccountingSettings, {});
  const accounts = (data?.accounts ?? []).filter(isWorkAccount).map(({ code, name }) => ({ value: code ?? '', label: `${code} ${name}` }));
  const taxTypes = (data?.tax_types ?? [])
    .filter(({ can_apply_to_revenue }) => can_apply_to_revenue)
    .map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <PageHeader title="Invoicing" subtitle="Invoices already submitted keep their number and their words." />
      <SettingForm section="invoicing" schema={Invoicing}>
        <FormSection title="Numbers and approval">
          <LineField
            name={field.number}
            isRequired
            hint="YY is the year, NNNN the number, counted within the year where the pattern has one. Numbers have no gaps."
          />
          <SwitchField name={field.needs_approval} />
        </FormSection>
        <FormSection title="New lines" explanation="What a line begins with; it can be changed on the invoice.">
          <ChoiceField name={field.time_account} choices={accounts} />
          <ChoiceField name={field.disbursement_account} choices={accounts} />
          <ChoiceField name={field.retainer_account} choices={accounts} />
          <ChoiceField name={field.tax_type} choices={taxTypes} />
          <ChoiceField name={field.untaxed_type} choices={taxTypes} />
        </FormSection>
        <FormSection
          title="Registration numbers"
          explanation="The HST number of the site settings serves HST and GST. Enter those of other taxes here."
        >
          <RecordListField name={field.registration_numbers} itemLabel="number" parts={NUMBER_PARTS} />
        </FormSection>
        <FormSection title="On every invoice" explanation="A French invoice without a French text has the English one.">
          <ParagraphField name={field.payment_text} />
          <ParagraphField name={field.payment_text_fr} />
          <ParagraphField name={field.interest_text} />
          <ParagraphField name={field.interest_text_fr} />
        </FormSection>
        <FormSection title="Mail with an invoice" explanation={`These are filled in: ${sayPlaces(INVOICE_PLACES)}`}>
          <LineField name={field.invoice_subject} isRequired />
          <LineField name={field.invoice_subject_fr} isRequired />
          <ParagraphField name={field.invoice_message} />
          <ParagraphField name={field.invoice_message_fr} />
        </FormSection>
        <FormSection title="Mail with a statement of account" explanation={`These are filled in: ${sayPlaces(STATEMENT_PLACES)}`}>
          <LineField name={field.statement_subject} isRequired />
          <LineField name={field.statement_subject_fr} isRequired />
          <ParagraphField name={field.statement_message} />
          <ParagraphField name={field.statement_message_fr} />
        </FormSection>
      </SettingForm>
    </>
  );
}
