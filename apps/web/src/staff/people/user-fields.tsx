import { listEmployees, NewInvited, StaffUserPatch } from '@dmse/contract/people/user';
import { ROLES } from '@dmse/domain/access/roles';
import { ChecklistField } from '../../parts/fields/checklist-field.tsx';
import { LineField } from '../../parts/fields/line-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { EmployeeConfigField } from './employee-config-field.tsx';

const ROLE_CHOICES = ROLES.filter((role) => role !== 'Employee').map((role) => ({ value: role, label: role }));
const field = { ...fieldNames(NewInvited), is_active: fieldNames(StaffUserPatch).is_active };

export type UserFieldsProps = { isNew?: boolean };

/** What an administrator keeps about a person. */
export function UserFields({ isNew = false }: UserFieldsProps) {
  return (
    <>
      <FormSection title="Person">
        <LineField name={field.full_name} isRequired />
        <LineField name={field.initials} hint={isNew ? 'Made from the name when left empty.' : ''} />
        <LineField name={field.username} isRequired hint="What they sign in with; lower case." />
        <LineField name={field.email} type="email" isRequired />
        <LineField name={field.phone} type="tel" />
        <SwitchField name={field.is_project_manager} />
        {isNew ? (
          <SwitchField name={field.invite} hint="Mails a link by which they choose a password. Off, a password is shown to you once." />
        ) : null}
        {isNew ? null : <SwitchField name={field.is_active} hint="Switched off, the person is signed out everywhere at once." />}
      </FormSection>
      <FormSection title="Groups" explanation="A greater role brings the lesser ones of its kind along. Everyone is an Employee.">
        <ChecklistField name={field.granted} choices={ROLE_CHOICES} />
      </FormSection>
      <FormSection title="Employment">
        <EmployeeConfigField name={field.employee_config} endpoint={listEmployees} />
      </FormSection>
    </>
  );
}
