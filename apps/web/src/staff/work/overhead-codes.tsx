import { createOverheadCode, listOverheadCodes, type OverheadCode, updateOverheadCode } from '@dmse/contract/time/overhead-code';
import { LineField } from '../../parts/fields/line-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import type { StaffScreenProps } from '../pages.ts';
import { type ListColumn, ListPage } from './list-page.tsx';

const field = fieldNames(updateOverheadCode.declaration.body);
const COLUMNS: readonly ListColumn<OverheadCode>[] = [
  { id: 'name', text: (row) => row.name },
  { id: 'code', text: (row) => row.code, unset: '–', width: 140 },
  { id: 'is_active', text: (row) => (row.is_active ? 'Yes' : 'No'), width: 90 },
];

/** What time is for when it is for no job: holidays, training, the office. */
export function OverheadCodesPage({ rest }: StaffScreenProps) {
  return (
    <ListPage
      rest={rest}
      path="overhead-codes"
      title="Overhead codes"
      subtitle="What time is entered for when it is for no job. Switched off, a code is no longer offered; entries keep it."
      noun={['overhead code', 'overhead codes']}
      list={listOverheadCodes}
      create={createOverheadCode}
      update={updateOverheadCode}
      initial={{ position: 0, is_active: true }}
      columns={COLUMNS}
      nameOf={(row) => row.name}
    >
      <FormSection title="Overhead code">
        <LineField name={field.name} isRequired />
        <LineField name={field.code} hint="What payroll calls it." />
        <NumberField name={field.position} hint="Lower comes first." />
        <SwitchField name={field.is_active} />
      </FormSection>
    </ListPage>
  );
}
