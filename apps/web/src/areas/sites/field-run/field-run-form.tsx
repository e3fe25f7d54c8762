import { listJobs } from '@dmse/contract/jobs/job';
import { createFieldRun, type FieldRun, FieldRunPatch, NewFieldRun, updateFieldRun } from '@dmse/contract/sites/field-run';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { LineListField } from '../../../parts/fields/line-list-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { PickerField } from '../../../parts/fields/picker-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { CrewField } from './crew-field.tsx';
import { jobChoice } from './job-choice.ts';

/** What a person writes about a run from a desk; the rest comes from the field or from processing. */
const EditedFields = FieldRunPatch.pick({ name: true, short_description: true, job: true, crew: true, equipment: true, note: true });
const NewFields = NewFieldRun.pick({
  id: true,
  name: true,
  short_description: true,
  job: true,
  crew: true,
  equipment: true,
  note: true,
});
const field = fieldNames(EditedFields);

const toValues = (run: FieldRun) => ({ ...run, job: run.job?.id ?? null });
const names = (run: FieldRun) => ({ job: run.job ? [{ id: run.job.id, label: run.job.num }] : [] });

function Fields({ run }: { run?: FieldRun }) {
  return (
    <FormSection title="Field run" explanation="What the crew should know before they leave.">
      <LineField name={field.name} hint="Such as the street and what is done there." />
      <PickerField
        name={field.job}
        endpoint={listJobs}
        toChoice={jobChoice}
        recentKey="job"
        {...(run && !run.job && run.job_num ? { hint: `The crew wrote ${run.job_num}, which is no job of ours.` } : {})}
      />
      <LineField name={field.short_description} isWide />
      <CrewField name={field.crew} members={run?.crew_members ?? []} />
      <LineListField name={field.equipment} itemLabel="Instrument or tool" />
      <ParagraphField name={field.note} />
    </FormSection>
  );
}

export type FieldRunFormProps = { run: FieldRun };

export function FieldRunForm({ run }: FieldRunFormProps) {
  return (
    <RecordForm
      endpoint={updateFieldRun}
      input={{ id: run.id }}
      schema={EditedFields}
      record={run}
      toValues={toValues}
      isReadOnly={!run.can_edit}
    >
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
      schema={NewFields}
      initial={{ id }}
      toValues={toValues}
      names={names}
      onSaved={onCreated}
      saveLabel="Create field run"
      savedText="Created the field run."
    >
      <Fields />
    </RecordForm>
  );
}
