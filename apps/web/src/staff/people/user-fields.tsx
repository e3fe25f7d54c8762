import { listEmployees } from '@dmse/contract/people/user';
import { ROLES } from '@dmse/domain/access/roles';
import { ChecklistField } from '../../parts/fields/checklist-field.tsx';
import { LineField } from '../../parts/fields/line-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { EmployeeConfigField } from './employee-config-field.tsx';

const ROLE_CHOICES = ROLES.filter((role) => role !== 'Employee').map((role) => ({ value: role, label: role }));

export type UserFieldsProps = { isNew?: boolean };

/** What an administrator keeps about a person. */
export function UserFields({ isNew = false }: UserFieldsProps) {
  return (
    <>
      <FormSection title="Person">
        <LineField name="full_name" isRequired />
        <LineField name="initials" hint={isNew ? 'Made from the name when left empty.' : ''} />
        <LineField name="username" isRequired hint="What they sign in with; lower case." />
        <LineField name="email" type="email" isRequired />
        <LineField name="phone" type="tel" />
        <SwitchField name="is_project_manager" />
        {isNew ? null : <SwitchField name="is_active" hint="Switched off, the person is signed out everywhere at once." />}
      </FormSection>
      <FormSection title="Groups" explanation="A greater role brings the lesser ones of its kind along. Everyone is an Employee.">
        <ChecklistField name="granted" choices={ROLE_CHOICES} />
      </FormSection>
      <FormSection title="Employment">
        <EmployeeConfigField endpoint={listEmployees} />
      </FormSection>
    </>
  );
}
