import { createFieldRun, type FieldRun, FieldRunPatch, NewFieldRun, updateFieldRun } from '@dmse/contract/sites/field-run';
import { FormSection } from '../../parts/form/form-section.tsx';
import { LineField } from '../../parts/form/line-field.tsx';
import { LineListField } from '../../parts/form/line-list-field.tsx';
import { ParagraphField } from '../../parts/form/paragraph-field.tsx';
import { RecordForm } from '../../parts/form/record-form.tsx';
import { CrewField } from './crew-field.tsx';

/** What a person writes about a run from a desk; the rest comes from the field or from processing. */
const Shown = FieldRunPatch.pick({ name: true, short_description: true, job_num: true, crew: true, equipment: true, note: true });
const ShownNew = NewFieldRun.pick({
  id: true,
  name: true,
  short_description: true,
  job_num: true,
  crew: true,
  equipment: true,
  note: true,
});

const toValues = (run: FieldRun) => ({ ...run, job_num: run.job_num });

function Fields({ run }: { run?: FieldRun }) {
  return (
    <FormSection title="Field run" explanation="What the crew should know before they leave.">
      <LineField name="name" label="Name" hint="Such as the street and what is done there." />
      <LineField name="job_num" label="Job" hint="The job’s number, such as 26-0123." />
      <LineField name="short_description" label="Description" isWide />
      <CrewField name="crew" label="Crew" members={run?.crew_members ?? []} />
      <LineListField name="equipment" label="Equipment" itemLabel="Instrument or tool" />
      <ParagraphField name="note" label="Note" />
    </FormSection>
  );
}

export type FieldRunFormProps = { run: FieldRun };

export function FieldRunForm({ run }: FieldRunFormProps) {
  return (
    <RecordForm endpoint={updateFieldRun} input={{ id: run.id }} schema={Shown} record={run} toValues={toValues} isReadOnly={!run.can_edit}>
      <Fields run={run} />
    </RecordForm>
  );
}

export type NewFieldRunFormProps = {
  /** Chosen here, so that a second press of the button makes no second run. */
  id: string;
  onCreated: (run: FieldRun) => void;
};

export function NewFieldRunForm({ id, onCreated }: NewFieldRunFormProps) {
  return (
    <RecordForm
      endpoint={createFieldRun}
      input={{}}
      schema={ShownNew}
      initial={{ id }}
      toValues={toValues}
      onSaved={onCreated}
      saveLabel="Create field run"
      savedText="Created the field run."
    >
      <Fields />
    </RecordForm>
  );
}
