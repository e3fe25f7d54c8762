import { createDisbursementType, type DisbursementType, listDisbursementTypes, updateDisbursementType } from '@dmse/contract/work/template';
import { LineField } from '../../parts/fields/line-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { MoneyText } from '../../parts/text/money-text.tsx';
import type { StaffScreenProps } from '../pages.ts';
import { CostsField } from './costs-field.tsx';
import { type ListColumn, ListPage } from './list-page.tsx';

const field = fieldNames(updateDisbursementType.declaration.body);
const COLUMNS: readonly ListColumn<DisbursementType>[] = [
  { id: 'name', text: (row) => row.name },
  { id: 'unit', text: (row) => row.unit, width: 100 },
  {
    id: 'costs',
    title: 'Newest unit cost (CAD)',
    cell: (row) => <MoneyText cents={row.costs[0]?.unit_cost ?? null} dense />,
    align: 'right',
    width: 170,
  },
  { id: 'markup_pct', title: 'Markup', text: (row) => `${row.costs[0]?.markup_pct ?? 0} %`, align: 'right', width: 100 },
  { id: 'account_code', text: (row) => row.account_code, unset: '–', width: 120 },
  { id: 'is_active', text: (row) => (row.is_active ? 'Yes' : 'No'), width: 90 },
];

/** What is charged besides hours: mileage, monuments, equipment. */
export function DisbursementTypesPage({ rest }: StaffScreenProps) {
  return (
    <ListPage
      rest={rest}
      path="disbursement-types"
      title="Disbursement types"
      subtitle="What is charged besides hours. What is already budgeted keeps its cost and markup."
      noun={['disbursement type', 'disbursement types']}
      list={listDisbursementTypes}
      create={createDisbursementType}
      update={updateDisbursementType}
      initial={{ unit: 'each', costs: [{ valid_from: null, unit_cost: 0, markup_pct: 0 }], position: 0, is_active: true }}
      columns={COLUMNS}
      nameOf={(row) => row.name}
    >
      <FormSection title="Disbursement type">
        <LineField name={field.name} isRequired />
        <LineField name={field.name_fr} hint="On the documents of clients who read French; without one, the name." />
        <LineField name={field.unit} isRequired hint="Such as km, day or each." />
        <LineField name={field.unit_fr} />
        <LineField name={field.account_code} />
        <NumberField name={field.position} hint="Lower comes first." />
        <SwitchField name={field.is_active} />
      </FormSection>
      <FormSection title="Unit costs">
        <CostsField name={field.costs} />
      </FormSection>
    </ListPage>
  );
}
