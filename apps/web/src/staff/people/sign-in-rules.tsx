import { listEmployees } from '@dmse/contract/people/user';
import { SignInRules } from '@dmse/contract/settings/sign-in';
import { ROLES } from '@dmse/domain/access/roles';
import { useCall } from '../../api/use-call.ts';
import { ChecklistField } from '../../parts/fields/checklist-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { TagsField } from '../../parts/fields/tags-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';

const field = fieldNames(SignInRules);
const ROLE_CHOICES = ROLES.map((role) => ({ value: role, label: role }));

/** What the firm asks of people who sign in. */
export function SignInRulesPage() {
  const people = useCall(listEmployees, {});
  const choices = (people.data?.results ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }));
  return (
    <>
      <PageHeader
        title="Sign-in rules"
        subtitle="Who needs a second factor, when it is asked for again, and who signs in with a password."
      />
      <SettingForm section="sign_in" schema={SignInRules}>
        <FormSection
          title="Second factor"
          explanation="Whoever is in one of these groups and has none sets it up at the next sign-in. In a demo nobody needs one."
        >
          <ChecklistField name={field.factor_roles} choices={ROLE_CHOICES} />
          <NumberField name={field.confirm_minutes} hint="Before dangerous acts: groups, lock dates, secrets of links." />
        </FormSection>
        <FormSection title="Passwords" explanation="Where another system signs people in, the password form can be switched off.">
          <SwitchField name={field.has_password_form} />
          <TagsField
            name={field.password_users}
            choices={choices}
            hint="May use a password all the same, for the day the other system fails."
          />
        </FormSection>
      </SettingForm>
    </>
  );
}
