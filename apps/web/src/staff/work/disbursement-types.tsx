import { createDisbursementType, type DisbursementType, listDisbursementTypes, updateDisbursementType } from '@dmse/contract/work/template';
import { LineField } from '../../parts/fields/line-field.tsx';
import { MoneyField } from '../../parts/fields/money-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { MoneyText } from '../../parts/text/money-text.tsx';
import type { StaffScreenProps } from '../pages.ts';
import { type ListColumn, ListPage } from './list-page.tsx';

const field = fieldNames(updateDisbursementType.declaration.body);
const COLUMNS: readonly ListColumn<DisbursementType>[] = [
  { id: 'name', text: (row) => row.name },
  { id: 'unit', text: (row) => row.unit, width: 100 },
  { id: 'unit_cost', title: 'Unit cost (CAD)', cell: (row) => <MoneyText cents={row.unit_cost} dense />, align: 'right', width: 140 },
  { id: 'markup_pct', text: (row) => `${row.markup_pct} %`, align: 'right', width: 100 },
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
      initial={{ unit: 'each', unit_cost: 0, markup_pct: 0, position: 0, is_active: true }}
      columns={COLUMNS}
      nameOf={(row) => row.name}
    >
      <FormSection title="Disbursement type">
        <LineField name={field.name} isRequired />
        <LineField name={field.unit} isRequired hint="Such as km, day or each." />
        <MoneyField name={field.unit_cost} />
        <NumberField name={field.markup_pct} />
        <LineField name={field.account_code} />
        <NumberField name={field.position} hint="Lower comes first." />
        <SwitchField name={field.is_active} />
      </FormSection>
    </ListPage>
  );
}
