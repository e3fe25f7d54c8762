import {
  createIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from '@dmse/contract/people/provider';
import { LineField } from '../../parts/fields/line-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import type { StaffScreenProps } from '../pages.ts';
import { type ListColumn, ListPage } from '../work/list-page.tsx';
import { GroupRolesField } from './group-roles-field.tsx';

const field = fieldNames(updateIdentityProvider.declaration.body);
const COLUMNS: readonly ListColumn<IdentityProvider>[] = [
  { id: 'name', text: (row) => row.name },
  { id: 'issuer', text: (row) => row.issuer },
  { id: 'redirect_uri', title: 'Redirect address', text: (row) => row.redirect_uri },
  { id: 'is_active', text: (row) => (row.is_active ? 'Yes' : 'No'), width: 90 },
];

/** The systems that sign people in by OpenID Connect. */
export function IdentityProvidersPage({ rest }: StaffScreenProps) {
  return (
    <ListPage
      rest={rest}
      path="identity-providers"
      title="Single sign-on"
      subtitle="Systems that sign people in by OpenID Connect, such as Microsoft 365, Google or Keycloak. Register the redirect address over there; sign-outs are taken at the same address with logout instead of callback."
      noun={['system', 'systems']}
      list={listIdentityProviders}
      create={createIdentityProvider}
      update={updateIdentityProvider}
      initial={{
        scopes: 'openid profile email',
        is_active: true,
        creates_accounts: false,
        trusts_addresses: false,
        is_second_factor: false,
        groups_claim: 'groups',
        group_roles: [],
        client_secret: '',
      }}
      columns={COLUMNS}
      nameOf={(row) => row.name}
    >
      <FormSection title="System">
        <LineField name={field.name} isRequired hint="Stands on the button of the sign-in page." />
        <LineField name={field.issuer} isRequired hint="Such as https://login.microsoftonline.com/<tenant>/v2.0" />
        <LineField name={field.client_id} isRequired />
        <LineField
          name={field.client_secret}
          type="password"
          hint="Kept sealed and never shown. Left empty when changing, the old one stays."
        />
        <LineField name={field.scopes} />
        <SwitchField name={field.is_active} />
      </FormSection>
      <FormSection title="People" explanation="Whoever signs in is found by the link to their account, the first time by their address.">
        <SwitchField
          name={field.trusts_addresses}
          hint="For a system that does not say so itself, such as Microsoft 365 of your own firm."
        />
        <SwitchField name={field.creates_accounts} hint="Off, an administrator makes the account first." />
        <SwitchField name={field.is_second_factor} hint="Then people are not asked for one here as well." />
      </FormSection>
      <FormSection
        title="Groups"
        explanation="At each sign-in the groups below are given and taken. Groups that no row names stay as they are."
      >
        <LineField name={field.groups_claim} />
        <GroupRolesField name={field.group_roles} />
      </FormSection>
    </ListPage>
  );
}
