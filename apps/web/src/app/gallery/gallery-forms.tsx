import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { DateField } from '../../parts/date/date-field.tsx';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { LineField } from '../../parts/fields/line-field.tsx';
import { LineListField } from '../../parts/fields/line-list-field.tsx';
import { LinkListField } from '../../parts/fields/link-list-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { ParagraphField } from '../../parts/fields/paragraph-field.tsx';
import { PickerField } from '../../parts/fields/picker-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FileDrop } from '../../parts/file/file-drop.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../parts/form/record-form.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import type { PickerChoice } from '../../parts/picker/picker-choice.ts';
import { InlineEdit } from '../../parts/record/inline-edit.tsx';
import { KINDS, listThings, type Thing, ThingPatch, type ThingRow, updateThing } from './gallery-api.ts';
import { GallerySection } from './gallery-section.tsx';
import { editElsewhere, FIRST_THING } from './gallery-server.ts';

const KIND_CHOICES = KINDS.map((value) => ({ value, label: value }));
const ROLE = { key: 'role', label: 'Role' };
const FLAG = { key: 'is_main', label: 'Main' };
const BROKEN = { mood: 'broken' } as const;
const toChoice = (row: ThingRow): PickerChoice => ({ id: row.id, label: row.name, subtitle: row.city });
const namesOf = () => ({
  owner: [{ id: 2, label: 'Baie Verte Holdings', subtitle: 'Shediac' }],
  links: [
    { id: 3, label: 'Zoë Léger', subtitle: 'Bathurst' },
    { id: 4, label: 'Shediac Marina', subtitle: 'Fredericton' },
  ],
});
const field = fieldNames(ThingPatch);

function ThingFields({ part = '' }: { part?: string }) {
  return (
    <>
      <FormSection title={`Details${part}`} explanation="What everybody sees first.">
        <LineField name={field.name} label="Name" isRequired />
        <ChoiceField name={field.kind} label="Kind" choices={KIND_CHOICES} />
        <LineField name={field.email} label="E-mail" type="email" />
        <LineField name={field.city} label="City" />
        <NumberField name={field.count} label="Payment terms" unit="days" hint="Counted from the date of the invoice." />
        <DateField name={field.due_date} label="Due date" />
        <LineListField name={field.phones} label="Phones" itemLabel="Phone" type="tel" />
        <PickerField name={field.owner} label="Owner" endpoint={listThings} toChoice={toChoice} recentKey="gallery" />
        <SwitchField name={field.is_active} label="Active" hint="Inactive things are not offered in pickers." />
        <ParagraphField name={field.note} label="Note" />
      </FormSection>
      <FormSection title={`Linked things${part}`} explanation="The main one receives the mail.">
        <LinkListField
          name={field.links}
          label="Linked things"
          addLabel="Add a thing"
          idKey="thing"
          role={ROLE}
          flag={FLAG}
          endpoint={listThings}
          toChoice={toChoice}
          recentKey="gallery"
          linkTo={(id) => `/gallery?thing=${id}`}
        />
      </FormSection>
    </>
  );
}

/** Everything that is typed into. */
export function GalleryForms() {
  const [thing, setThing] = useState<Thing>(FIRST_THING);
  const [choice, setChoice] = useState<PickerChoice | null>(null);
  const [cell, setCell] = useState('Assign levels');
  return (
    <>
      <GallerySection title="Record form">
        <Box>
          <Button variant="outlined" onClick={editElsewhere}>
            Let somebody else save it
          </Button>
        </Box>
        <RecordForm
          endpoint={updateThing}
          input={{ id: 1 }}
          schema={ThingPatch}
          record={thing}
          toValues={(record) => record}
          names={namesOf}
          onSaved={setThing}
        >
          <ThingFields />
        </RecordForm>
      </GallerySection>
      <GallerySection title="Record form, read only">
        <RecordForm
          endpoint={updateThing}
          input={{ id: 1 }}
          schema={ThingPatch}
          record={thing}
          toValues={(record) => record}
          names={namesOf}
          isReadOnly
        >
          <ThingFields part=" (read only)" />
        </RecordForm>
      </GallerySection>
      <GallerySection title="Picker">
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 4 }}>
          <Picker
            label="Thing"
            endpoint={listThings}
            toChoice={toChoice}
            recentKey="gallery"
            value={choice}
            onChange={setChoice}
            hint="The last five first."
          />
          <Picker
            label="Refused by the server"
            endpoint={listThings}
            input={BROKEN}
            toChoice={toChoice}
            recentKey="gallery-broken"
            value={null}
            onChange={() => {}}
          />
          <Picker
            label="With an error"
            endpoint={listThings}
            toChoice={toChoice}
            recentKey="gallery"
            value={choice}
            onChange={setChoice}
            error="This field may not be blank."
            isRequired
          />
          <Picker
            label="Disabled"
            endpoint={listThings}
            toChoice={toChoice}
            recentKey="gallery"
            value={choice}
            onChange={setChoice}
            isDisabled
          />
        </Box>
      </GallerySection>
      <GallerySection title="Inline edit">
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))', gap: 4 }}>
          <InlineEdit label="Milestone" value={cell} onSave={async (next) => setCell(next)} />
          <InlineEdit
            label="Refused"
            value="Try to change me"
            onSave={async () => {
              throw new Error('Failed to update.');
            }}
          />
          <InlineEdit label="Read only" value="Only to read" onSave={async () => {}} isReadOnly />
        </Box>
      </GallerySection>
      <GallerySection title="File drop">
        <FileDrop label="Attachments" maxBytes={25_000_000} isMultiple onUploaded={() => {}} />
        <FileDrop
          label="CSV file"
          accept={['.csv', 'text/csv']}
          maxBytes={5_000_000}
          onUploaded={() => {}}
          whyNot="The disk is nearly full; uploads are stopped."
        />
      </GallerySection>
    </>
  );
}
