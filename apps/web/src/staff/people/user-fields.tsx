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
        <LineField name="full_name" label="Full name" isRequired />
        <LineField name="initials" label="Initials" hint={isNew ? 'Made from the name when left empty.' : ''} />
        <LineField name="username" label="Username" isRequired hint="What they sign in with; lower case." />
        <LineField name="email" label="E-mail" type="email" isRequired />
        <LineField name="phone" label="Phone" type="tel" />
        <SwitchField name="is_project_manager" label="Can be a project manager" />
        {isNew ? null : <SwitchField name="is_active" label="Active" hint="Switched off, the person is signed out everywhere at once." />}
      </FormSection>
      <FormSection title="Groups" explanation="A greater role brings the lesser ones of its kind along. Everyone is an Employee.">
        <ChecklistField name="granted" label="Groups" choices={ROLE_CHOICES} />
      </FormSection>
      <FormSection title="Employment">
        <EmployeeConfigField endpoint={listEmployees} />
      </FormSection>
    </>
  );
}
