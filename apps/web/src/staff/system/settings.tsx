import { FirmSettings, MailSettings, RegionSettings } from '@dmse/contract/settings/core';
import { sendTestMail } from '@dmse/contract/staff/mail';
import { PROVINCES } from '@dmse/domain/clients/party';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { call } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { LineField } from '../../parts/fields/line-field.tsx';
import { ParagraphField } from '../../parts/fields/paragraph-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { SettingForm } from '../setting-form.tsx';
import { LogoField } from './logo-field.tsx';

const firm = fieldNames(FirmSettings);
const region = fieldNames(RegionSettings);
const mail = fieldNames(MailSettings);

const same = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));

async function tryMail(): Promise<void> {
  try {
    await call(sendTestMail, {});
    showToast({ text: 'Queued a test mail to your own address.' });
  } catch (error) {
    showProblem(error);
  }
}

/** What the firm is called, where it is, and how it sends mail. Each section is saved on its own. */
export function Settings() {
  return (
    <>
      <PageHeader title="Site settings" />
      <Stack sx={{ gap: 4 }}>
        <SettingForm section="firm" schema={FirmSettings}>
          <FormSection title="Firm" explanation="Shown in the top bar, on quotes and on invoices.">
            <LineField name={firm.firm_name} isRequired />
            <LineField name={firm.legal_name} />
            <ParagraphField name={firm.address} />
            <LineField name={firm.phone} type="tel" />
            <LineField name={firm.email} type="email" />
            <LineField name={firm.website} type="url" />
            <LineField name={firm.hst_number} />
            <LogoField name={firm.logo_horizontal} />
          </FormSection>
        </SettingForm>
        <SettingForm section="region" schema={RegionSettings}>
          <FormSection title="Region" explanation="Used for days, overdue dates and weeks.">
            <LineField name={region.time_zone} isRequired hint="Such as America/Moncton." />
            <ChoiceField name={region.home_province} choices={same(PROVINCES)} isRequired />
            <ChoiceField name={region.currency} choices={same(['CAD', 'USD'])} isRequired />
            <ChoiceField name={region.locale} label="Number and date format" choices={same(['en-CA', 'fr-CA'])} isRequired />
            <ChoiceField name={region.week_starts_on} choices={same(['Monday', 'Sunday'])} isRequired />
          </FormSection>
        </SettingForm>
        <SettingForm section="mail" schema={MailSettings}>
          <FormSection
            title="Mail"
            explanation="Who mails come from. The mail server itself is set where the product is started (SMTP_URL)."
          >
            <LineField name={mail.from_name} label="Sender name" />
            <LineField name={mail.from_address} label="Sender address" type="email" />
            <ParagraphField name={mail.footer} label="Footer" />
            <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => void tryMail()}>
              Send a test mail to myself
            </Button>
          </FormSection>
        </SettingForm>
      </Stack>
    </>
  );
}
