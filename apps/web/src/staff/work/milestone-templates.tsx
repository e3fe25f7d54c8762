import {
  createMilestoneTemplate,
  listMilestoneTemplates,
  type MilestoneTemplate,
  updateMilestoneTemplate,
} from '@dmse/contract/work/template';
import { LineField } from '../../parts/fields/line-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import type { StaffScreenProps } from '../pages.ts';
import { type ListColumn, ListPage } from './list-page.tsx';

const field = fieldNames(updateMilestoneTemplate.declaration.body);
const COLUMNS: readonly ListColumn<MilestoneTemplate>[] = [
  { id: 'name', text: (row) => row.name },
  { id: 'is_active', text: (row) => (row.is_active ? 'Yes' : 'No'), width: 90 },
];

/** The kinds of work people search for in Assignments View. */
export function MilestoneTemplatesPage({ rest }: StaffScreenProps) {
  return (
    <ListPage
      rest={rest}
      path="milestone-templates"
      title="Milestone templates"
      subtitle="The kinds of work one can search for. Milestones already made keep their name."
      noun={['milestone template', 'milestone templates']}
      list={listMilestoneTemplates}
      create={createMilestoneTemplate}
      update={updateMilestoneTemplate}
      initial={{ is_active: true }}
      columns={COLUMNS}
      nameOf={(row) => row.name}
    >
      <FormSection title="Milestone template">
        <LineField name={field.name} isRequired />
        <SwitchField name={field.is_active} />
      </FormSection>
    </ListPage>
  );
}
