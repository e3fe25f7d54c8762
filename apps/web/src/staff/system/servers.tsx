import { HostPatch, updateSettingHost } from '@dmse/contract/settings/core';
import Stack from '@mui/material/Stack';
import { LineField } from '../../parts/fields/line-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';

const MAILBOX = HostPatch.pick({ imap_host: true, imap_port: true, imap_user: true, secret: true });
const DRIVE = HostPatch.pick({ drive: true, secret: true });
const [mailbox, drive] = [fieldNames(MAILBOX), fieldNames(DRIVE)];

/** Where the passwords of the server's environment are sent. */
export function ServersPage() {
  return (
    <>
      <PageHeader
        title="Mail server and drive"
        subtitle="The server sends its password to these addresses. To change one, type that password again; it is checked, not stored."
      />
      <Stack sx={{ gap: 6 }}>
        <SettingForm section="inbox" endpoint={updateSettingHost} schema={MAILBOX}>
          <FormSection title="Mailbox" explanation="Its mails become memos. Changes take effect within half a minute.">
            <LineField name={mailbox.imap_host} hint="Such as mail.example.ca; empty for none." />
            <NumberField name={mailbox.imap_port} hint="993 for TLS from the start." />
            <LineField name={mailbox.imap_user} />
            <LineField
              name={mailbox.secret}
              label="IMAP password"
              type="password"
              hint="Only for a new host or port: the server’s IMAP_PASSWORD."
            />
          </FormSection>
        </SettingForm>
        <SettingForm section="folder_template" endpoint={updateSettingHost} schema={DRIVE}>
          <FormSection title="Drive" explanation="Where “Create the folders” makes the folders of a job or quote.">
            <LineField
              name={drive.drive}
              isWide
              hint="A folder below one of DRIVE_ROOTS, or the address of a WebDAV drive; empty for none."
            />
            <LineField
              name={drive.secret}
              label="Drive password"
              type="password"
              hint="Only for a new WebDAV address: the server’s DRIVE_PASSWORD."
            />
          </FormSection>
        </SettingForm>
      </Stack>
    </>
  );
}
