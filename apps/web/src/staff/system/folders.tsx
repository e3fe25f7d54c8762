import { FolderTemplate, Geocoding, Inbox, MapSettings } from '@dmse/contract/settings/office';
import Stack from '@mui/material/Stack';
import { LineField } from '../../parts/fields/line-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { OrderedListField } from '../../parts/fields/ordered-list-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { HostValues } from '../host-values.tsx';
import { SettingForm } from '../setting-form.tsx';

const FOLDERS = FolderTemplate.omit({ drive: true });
const INBOX = Inbox.omit({ imap_host: true, imap_port: true, imap_user: true });
const [template, inbox, places] = [fieldNames(FOLDERS), fieldNames(INBOX), fieldNames(Geocoding)];
const near = fieldNames(MapSettings);

/** Where files, mail and places come from and go to. */
export function FoldersPage() {
  return (
    <>
      <PageHeader title="Folders, inbox and places" subtitle="The folders of a job, its inbox, and where places are found." />
      <Stack sx={{ gap: 6 }}>
        <SettingForm section="folder_template" schema={FOLDERS}>
          <FormSection
            title="Folder template"
            explanation="What “Create the folders” makes for a job or quote. What is there already is left alone."
          >
            <HostValues section="folder_template" names={['drive']} />
            <OrderedListField name={template.folders} itemLabel="Folder" />
          </FormSection>
        </SettingForm>
        <SettingForm section="inbox" schema={INBOX}>
          <FormSection
            title="Inbox"
            explanation="Mail to the inbox address of a job becomes a memo. Changes take effect within half a minute."
          >
            <LineField name={inbox.domain} hint="The part after the @; empty switches inbox addresses off." />
            <NumberField name={inbox.smtp_listen_port} hint="0 for none." />
            <LineField name={inbox.imap_folder} hint="The folder of the mailbox that is read." />
            <HostValues section="inbox" names={['imap_host', 'imap_user']} />
          </FormSection>
        </SettingForm>
        <SettingForm section="geocoding" schema={Geocoding}>
          <FormSection title="Places" explanation="Left empty, places are found among the firm’s own records and imported files.">
            <LineField name={places.address_url} hint="An address with {query} in it." isWide />
            <LineField name={places.parcel_url} hint="An address with {query} in it." isWide />
          </FormSection>
        </SettingForm>
        <SettingForm section="map" schema={MapSettings}>
          <FormSection title="Neighbours" explanation="Jobs, quotes and historical files show what is near them.">
            <NumberField name={near.near_metres} hint="Whoever looks may choose another distance." />
          </FormSection>
        </SettingForm>
      </Stack>
    </>
  );
}
