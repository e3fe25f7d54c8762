import { createTaskTemplate, listTaskTemplates, type TaskTemplate, updateTaskTemplate } from '@dmse/contract/work/template';
import { LineField } from '../../parts/fields/line-field.tsx';
import { ParagraphField } from '../../parts/fields/paragraph-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import type { StaffScreenProps } from '../pages.ts';
import { type ListColumn, ListPage } from './list-page.tsx';
import { TemplateStepsField } from './template-steps-field.tsx';

const field = fieldNames(updateTaskTemplate.declaration.body);
const COLUMNS: readonly ListColumn<TaskTemplate>[] = [
  { id: 'name', text: (row) => row.name, width: '30%' },
  { id: 'description', text: (row) => row.description, unset: '–' },
  { id: 'milestones', text: (row) => String(row.milestones.length), align: 'right', width: 110 },
  { id: 'account_code', text: (row) => row.account_code, unset: '–', width: 120 },
  { id: 'is_active', text: (row) => (row.is_active ? 'Yes' : 'No'), width: 90 },
];

/** What a task made from a template begins with. */
export function TaskTemplatesPage({ rest }: StaffScreenProps) {
  return (
    <ListPage
      rest={rest}
      path="task-templates"
      title="Task templates"
      subtitle="A task made from a template gets its milestones, budget and account code. Tasks already made stay as they are."
      noun={['task template', 'task templates']}
      list={listTaskTemplates}
      create={createTaskTemplate}
      update={updateTaskTemplate}
      initial={{ is_active: true, milestones: [] }}
      columns={COLUMNS}
      nameOf={(row) => row.name}
    >
      <FormSection title="Task template">
        <LineField name={field.name} isRequired />
        <LineField name={field.account_code} />
        <ParagraphField name={field.description} />
        <SwitchField name={field.is_active} />
      </FormSection>
      <FormSection title="Milestones" explanation="In the order of the work. Each waits for the one before it, unless it says otherwise.">
        <TemplateStepsField name={field.milestones} />
      </FormSection>
    </ListPage>
  );
}
