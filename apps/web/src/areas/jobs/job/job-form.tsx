import { createJob, type Job, JobPatch, NewJob, updateJob } from '@dmse/contract/jobs/job';
import { DateField } from '../../../parts/date/date-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { CloseFormButton } from '../../../parts/form/close-form-button.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { type Beginning, beginWith, ProjectFields, projectNames, projectValues, withFee } from '../project/project-fields.tsx';

/** The state has its own control; it is no part of this form. */
const Fields = withFee(JobPatch.omit({ state: true, state_reason: true, confirm: true }));
const NewFields = withFee(NewJob);
const field = fieldNames(Fields);

function JobFields() {
  return (
    <ProjectFields>
      <LineField name={field.po_number} />
      <DateField name={field.on_hold_until} />
    </ProjectFields>
  );
}

export type JobFormProps = { job: Job /** Saved, or given up. */; onClose: () => void };

export function JobForm({ job, onClose }: JobFormProps) {
  return (
    <RecordForm
      endpoint={updateJob}
      input={{ id: job.id }}
      schema={Fields}
      record={job}
      toValues={projectValues}
      names={projectNames}
      onSaved={onClose}
    >
      <CloseFormButton label="Back to details" onClose={onClose} />
      <JobFields />
    </RecordForm>
  );
}

export type NewJobFormProps = { beginning: Beginning; onCreated: (job: Job) => void };

export function NewJobForm({ beginning, onCreated }: NewJobFormProps) {
  return (
    <RecordForm
      endpoint={createJob}
      input={{}}
      schema={NewFields}
      {...beginWith(beginning)}
      toValues={projectValues}
      names={projectNames}
      onSaved={onCreated}
      saveLabel="Create job"
      savedText="Created the job."
    >
      <JobFields />
    </RecordForm>
  );
}
