import { AccountCodes } from '@dmse/contract/settings/office';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';
import { RecordListField } from './record-list-field.tsx';

const field = fieldNames(AccountCodes);
const PARTS = [
  { key: 'code', label: 'Code', width: 140 },
  { key: 'name', label: 'Name' },
];

/** The accounts work is booked to. */
export function AccountsPage() {
  return (
    <>
      <PageHeader title="Account codes" subtitle="Offered on tasks, templates and disbursement types." />
      <SettingForm section="account_codes" schema={AccountCodes}>
        <FormSection title="Accounts">
          <RecordListField name={field.accounts} itemLabel="account" parts={PARTS} />
        </FormSection>
      </SettingForm>
    </>
  );
}
