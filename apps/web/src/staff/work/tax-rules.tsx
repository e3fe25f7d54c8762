import { createTaxRule, listTaxRules, type TaxRule, updateTaxRule } from '@dmse/contract/invoices/tax-rule';
import { PROVINCES } from '@dmse/domain/clients/party';
import { sayTaxRate } from '@dmse/domain/money/tax';
import { DateField } from '../../parts/date/date-field.tsx';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { LineField } from '../../parts/fields/line-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import type { StaffScreenProps } from '../pages.ts';
import { type ListColumn, ListPage } from './list-page.tsx';

const PROVINCE_CHOICES = PROVINCES.map((value) => ({ value, label: value }));

const field = fieldNames(updateTaxRule.declaration.body);
const COLUMNS: readonly ListColumn<TaxRule>[] = [
  { id: 'province', text: (row) => row.province, width: 100 },
  { id: 'name', title: 'Tax', text: (row) => row.name },
  { id: 'rate', text: (row) => sayTaxRate(row.rate), align: 'right', width: 110 },
  { id: 'valid_from', text: (row) => row.valid_from, width: 130 },
  { id: 'valid_to', text: (row) => row.valid_to ?? '', unset: '–', width: 130 },
  { id: 'is_active', text: (row) => (row.is_active ? 'Yes' : 'No'), width: 90 },
];

/** What each province taxes, from which day to which. */
export function TaxRulesPage({ rest }: StaffScreenProps) {
  return (
    <ListPage
      rest={rest}
      path="tax-rules"
      title="Tax rules"
      subtitle="Documents take the rules of the client’s tax province on their date. When a rate changes, end the old rule and add a new one."
      noun={['tax rule', 'tax rules']}
      list={listTaxRules}
      create={createTaxRule}
      update={updateTaxRule}
      initial={{ base_fraction: 1, valid_to: null, is_active: true }}
      columns={COLUMNS}
      nameOf={({ province, name, rate }) => `${province} ${name} ${sayTaxRate(rate)}`}
    >
      <FormSection title="Tax">
        <ChoiceField name={field.province} choices={PROVINCE_CHOICES} isRequired />
        <LineField name={field.code} isRequired hint="Such as HST. A province has one rule of each code on any day." />
        <LineField name={field.name} label="Name on documents" isRequired />
        <NumberField name={field.rate} unit="%" isRequired />
        <NumberField name={field.base_fraction} hint="1 taxes the whole amount, 0.5 half of it." />
        <SwitchField name={field.is_active} />
      </FormSection>
      <FormSection title="Period" explanation="Both days are included. Leave the last day empty while the rule holds.">
        <DateField name={field.valid_from} isRequired />
        <DateField name={field.valid_to} />
      </FormSection>
    </ListPage>
  );
}
