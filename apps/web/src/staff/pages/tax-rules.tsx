import { createTaxRule, listTaxRules, type TaxRule, updateTaxRule } from '@dmse/contract/accounting/tax-rule';
import { sayTaxRate } from '@dmse/domain/money/tax';
import { PROVINCES } from '@dmse/domain/parties/party';
import { ChoiceField } from '../../parts/form/choice-field.tsx';
import { DateField } from '../../parts/form/date-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { LineField } from '../../parts/form/line-field.tsx';
import { NumberField } from '../../parts/form/number-field.tsx';
import { SwitchField } from '../../parts/form/switch-field.tsx';
import type { SearchColumn } from '../../parts/search/search-column.ts';
import { ListPage } from '../office/list-page.tsx';
import type { StaffScreenProps } from '../pages.ts';

const PROVINCE_CHOICES = PROVINCES.map((value) => ({ value, label: value }));

const COLUMNS: readonly SearchColumn<TaxRule>[] = [
  { id: 'province', title: 'Province', text: (row) => row.province, width: 100 },
  { id: 'name', title: 'Tax', text: (row) => row.name },
  { id: 'rate', title: 'Rate', text: (row) => sayTaxRate(row.rate), align: 'right', width: 110 },
  { id: 'valid_from', title: 'Valid from', text: (row) => row.valid_from, width: 130 },
  { id: 'valid_to', title: 'Valid to', text: (row) => row.valid_to ?? '', unset: '–', width: 130 },
  { id: 'is_active', title: 'In use', text: (row) => (row.is_active ? 'Yes' : 'No'), width: 90 },
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
      schema={updateTaxRule.declaration.body}
      newSchema={createTaxRule.declaration.body}
      initial={{ base_fraction: 1, valid_to: null, is_active: true }}
      columns={COLUMNS}
      nameOf={({ province, name, rate }) => `${province} ${name} ${sayTaxRate(rate)}`}
    >
      <FormSection title="Tax">
        <ChoiceField name="province" label="Province" choices={PROVINCE_CHOICES} isRequired />
        <LineField name="code" label="Code" isRequired hint="Such as HST. A province has one rule of each code on any day." />
        <LineField name="name" label="Name on documents" isRequired />
        <NumberField name="rate" label="Rate" unit="%" isRequired />
        <NumberField name="base_fraction" label="Part taxed" hint="1 taxes the whole amount, 0.5 half of it." />
        <SwitchField name="is_active" label="In use" />
      </FormSection>
      <FormSection title="Period" explanation="Both days are included. Leave the last day empty while the rule holds.">
        <DateField name="valid_from" label="Valid from" isRequired />
        <DateField name="valid_to" label="Valid to" />
      </FormSection>
    </ListPage>
  );
}
