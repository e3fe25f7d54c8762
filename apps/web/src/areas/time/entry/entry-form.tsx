import { createTimeEntry, type NamedTarget, type TimeEntry, updateTimeEntry } from '@dmse/contract/time/entry';
import { getWeek } from '@dmse/contract/time/week';
import type { EntryStep } from '@dmse/domain/time/entry-time';
import Box from '@mui/material/Box';
import { useCall } from '../../../api/use-call.ts';
import { DateField } from '../../../parts/date/date-field.tsx';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { SwitchField } from '../../../parts/fields/switch-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { namedTargetOf, targetOf } from '../week/target.ts';
import { ClockField, MilestoneField, RoleField, TimeField, WorkField } from './entry-fields.tsx';

const Patch = updateTimeEntry.declaration.body;
const NewEntry = createTimeEntry.declaration.body;
const field = fieldNames(Patch);

const toValues = (entry: TimeEntry) => ({ ...entry, ...targetOf(entry), job_role: entry.job_role?.id ?? null });

function useStep(): EntryStep {
  return (useCall(getWeek, {}, { staleTime: 300_000 }).data?.entry_step ?? 1) as EntryStep;
}

function Fields({ target, unsetRole }: { target: NamedTarget | null; unsetRole: string }) {
  const step = useStep();
  return (
    <FormSection title="Entry">
      <WorkField field={field} first={target} />
      <MilestoneField field={field} />
      <Box sx={{ display: 'contents' }}>
        <DateField name={field.date} isRequired />
        <TimeField key={step} field={field} step={step} />
        <ClockField name={field.start} date={field.date} />
        <ClockField name={field.end} date={field.date} />
        <RoleField field={field} unset={unsetRole} />
        <SwitchField name={field.is_billable} hint="Overhead is never billable." />
      </Box>
      <ParagraphField name={field.note} isWide hint="Billable time needs one before the week is submitted." />
    </FormSection>
  );
}

/** An entry as it is, and as it may be changed while its week is open. */
export function EntryForm({ entry }: { entry: TimeEntry }) {
  return (
    <RecordForm
      endpoint={updateTimeEntry}
      input={{ id: entry.id }}
      schema={Patch}
      record={entry}
      toValues={toValues}
      isReadOnly={entry.why_closed !== null}
    >
      <Fields target={namedTargetOf(entry)} unsetRole={entry.job_role?.name ?? 'None'} />
    </RecordForm>
  );
}

export type NewEntryFormProps = { date: string | null; onCreated: (entry: TimeEntry) => void };

export function NewEntryForm({ date, onCreated }: NewEntryFormProps) {
  const today = useToday();
  return (
    <RecordForm
      endpoint={createTimeEntry}
      input={{}}
      schema={NewEntry}
      initial={{ date: date ?? today, is_billable: true }}
      toValues={toValues}
      onSaved={onCreated}
      saveLabel="Create entry"
      savedText="Created the entry."
    >
      <Fields target={null} unsetRole="My own role" />
    </RecordForm>
  );
}
