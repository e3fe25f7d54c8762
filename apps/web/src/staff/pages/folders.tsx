import { FolderTemplate, Geocoding, Inbox } from '@dmse/contract/settings/office';
import Stack from '@mui/material/Stack';
import { FormSection } from '../../parts/form/form-section.tsx';
import { LineField } from '../../parts/form/line-field.tsx';
import { NumberField } from '../../parts/form/number-field.tsx';
import { OrderedListField } from '../../parts/form/ordered-list-field.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';

const FOLDERS = FolderTemplate.partial();
const INBOX = Inbox.partial();
const PLACES = Geocoding.partial();

/** Where files, mail and places come from and go to. */
export function FoldersPage() {
  return (
    <>
      <PageHeader title="Folders, inbox and map" subtitle="Passwords are never kept here; they come from the server’s environment." />
      <Stack sx={{ gap: 6 }}>
        <SettingForm section="folder_template" schema={FOLDERS}>
          <FormSection
            title="Folder template"
            explanation="What “Create the folders” makes for a job or quote. What is there already is left alone."
          >
            <LineField
              name="drive"
              label="Drive"
              isWide
              hint="A folder on the server or a network share, or the address of a WebDAV drive."
            />
            <OrderedListField name="folders" label="Folders" itemLabel="Folder" />
          </FormSection>
        </SettingForm>
        <SettingForm section="inbox" schema={INBOX}>
          <FormSection
            title="Inbox"
            explanation="Mail to the inbox address of a job becomes a memo. Changes are taken up within half a minute."
          >
            <LineField name="domain" label="Inbox domain" hint="The part after the @; empty switches inbox addresses off." />
            <LineField name="imap_host" label="IMAP host" hint="The mailbox that is read; its password is IMAP_PASSWORD." />
            <NumberField name="imap_port" label="IMAP port" />
            <LineField name="imap_user" label="IMAP user" />
            <LineField name="imap_folder" label="IMAP folder" />
            <NumberField name="smtp_listen_port" label="SMTP listener port" hint="0 for none." />
          </FormSection>
        </SettingForm>
        <SettingForm section="geocoding" schema={PLACES}>
          <FormSection
            title="Map and places"
            explanation="Left empty, places are found among the firm’s own records and imported files, and the shipped map is shown."
          >
            <LineField name="address_url" label="Address search" hint="An address with {query} in it." isWide />
            <LineField name="parcel_url" label="Parcel search" hint="An address with {query} in it." isWide />
            <LineField name="style_url" label="Map style" isWide />
          </FormSection>
        </SettingForm>
      </Stack>
    </>
  );
}
