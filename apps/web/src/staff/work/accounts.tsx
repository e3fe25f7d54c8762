import { AccountCodes } from '@dmse/contract/settings/office';
import { OrderedListField } from '../../parts/fields/ordered-list-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';
import { AccountsField } from './accounts-field.tsx';

const field = fieldNames(AccountCodes);
const ACCOUNT_PARTS = [
  { key: 'code', label: 'Code', width: 110 },
  { key: 'name', label: 'Name' },
  { key: 'description', label: 'Description' },
];
const ACCOUNT_USES = {
  is_expense: 'Expenses',
  is_expense_payments: 'Expenses are paid from it',
  is_payments: 'Payments of clients',
  is_preferred_checking: 'Chequing account',
  is_preferred_petty_cash: 'Petty cash',
};
const TAX_PARTS = [
  { key: 'code', label: 'Code', width: 130 },
  { key: 'name', label: 'Name' },
];
const TAX_USES = { can_apply_to_expenses: 'Expenses', can_apply_to_revenue: 'Revenue' };
const TAX_CODES = { key: 'tax_codes', label: 'Tax rules it takes' };

/** The firm's chart of accounts, its tax types and the options it tracks by. */
export function AccountsPage() {
  return (
    <>
      <PageHeader
        title="Accounts and tax types"
        subtitle="What work and expenses are booked to, and what expenses are paid from. Awaiting Payment is always offered besides."
      />
      <SettingForm section="account_codes" schema={AccountCodes}>
        <FormSection title="Accounts">
          <AccountsField name={field.accounts} itemLabel="account" parts={ACCOUNT_PARTS} uses={ACCOUNT_USES} usesLabel="Used for" />
        </FormSection>
        <FormSection
          title="Tax types"
          explanation="A tax type takes the tax rules of these codes in the firm’s own province, at the rate of the day. Without a code nothing is taxed."
        >
          <AccountsField
            name={field.tax_types}
            itemLabel="tax type"
            parts={TAX_PARTS}
            uses={TAX_USES}
            usesLabel="Can apply to"
            words={TAX_CODES}
          />
        </FormSection>
        <FormSection title="Divisions">
          <OrderedListField name={field.division_tracking_options} itemLabel="Division" />
        </FormSection>
        <FormSection title="Activities">
          <OrderedListField name={field.activity_tracking_options} itemLabel="Activity" />
        </FormSection>
      </SettingForm>
    </>
  );
}
