import { createHistoricalFile, type HistoricalFile, updateHistoricalFile } from '@dmse/contract/historicals/historical-file';
import { listJobs } from '@dmse/contract/jobs/job';
import { HISTORICAL_FIELDS, type HistoricalField, relevantFieldsOf } from '@dmse/domain/historicals/relevant-fields';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { DateField } from '../../../parts/date/date-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { PickerField } from '../../../parts/fields/picker-field.tsx';
import { CloseFormButton } from '../../../parts/form/close-form-button.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { CategoryFields } from './category-fields.tsx';
import { CompanyField } from './company-field.tsx';
import { ControlPointsField } from './control-points-field.tsx';
import { HistoricalPatch, useRelevantFields } from './historical-fields.ts';

/** The location has its own panel, and a draft its own button. */
const Fields = HistoricalPatch.omit({ location: true, is_draft: true });
const field = fieldNames(Fields);

const toValues = (file: HistoricalFile) => ({
  ...file,
  job: file.job?.id ?? null,
  control_points: file.control_points.map(({ id }) => id),
});
const names = (file: HistoricalFile) => ({
  job: file.job ? [{ id: file.job.id, label: file.job.num }] : [],
  control_points: file.control_points.map(({ id, name }) => ({ id, label: name })),
});

const INPUTS: Record<HistoricalField, ReactNode> = {
  file_number: <LineField name={field.file_number} />,
  plan_number: <LineField name={field.plan_number} />,
  client_name: <LineField name={field.client_name} />,
  pid: <LineField name={field.pid} hint="Parcel identifiers, separated by commas." />,
  surveyed_on: <DateField name={field.surveyed_on} />,
  category: <CategoryFields />,
  description: <ParagraphField name={field.description} />,
  legal_description: <ParagraphField name={field.legal_description} />,
  note: <ParagraphField name={field.note} />,
};

/** The fields that matter for the company; those that hold something are there too, and the others at the press of a button. */
function FileFields() {
  const relevant = useRelevantFields();
  const [isWhole, setWhole] = useState(false);
  const company = (useWatch({ name: field.company }) as string | null) ?? '';
  const held = useWatch({ name: [...HISTORICAL_FIELDS] }) as unknown[];
  // A field that held something does not go away while one empties it.
  const known = useRef(new Set<HistoricalField>());
  for (const [at, name] of HISTORICAL_FIELDS.entries()) if (held[at]) known.current.add(name);
  const first = relevantFieldsOf(relevant, company) ?? HISTORICAL_FIELDS;
  const rest = HISTORICAL_FIELDS.filter((name) => !first.includes(name));
  const shown = [...first, ...rest.filter((name) => isWhole || known.current.has(name))];
  return (
    <>
      <FormSection title="File">
        <CompanyField name={field.company} />
        {shown.map((name) => (
          // The fields stand where the company wants them, and keep what was typed when it changes.
          <Box key={name} sx={{ display: 'contents' }}>
            {INPUTS[name]}
          </Box>
        ))}
        {shown.length < HISTORICAL_FIELDS.length ? (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Button onClick={() => setWhole(true)}>Show all fields</Button>
          </Box>
        ) : null}
      </FormSection>
      <FormSection title="Links" explanation="The job that used this file, and the control it was tied to.">
        <PickerField
          name={field.job}
          endpoint={listJobs}
          toChoice={({ id, num, desc }) => ({ id, label: num, subtitle: desc })}
          recentKey="job"
        />
        <ControlPointsField name={field.control_points} />
      </FormSection>
    </>
  );
}

export type HistoricalFormProps = { file: HistoricalFile /** Saved, or given up. */; onClose: () => void };

export function HistoricalForm({ file, onClose }: HistoricalFormProps) {
  return (
    <RecordForm
      endpoint={updateHistoricalFile}
      input={{ id: file.id }}
      schema={Fields}
      record={file}
      toValues={toValues}
      names={names}
      onSaved={onClose}
    >
      <CloseFormButton label="Back to details" onClose={onClose} />
      <FileFields />
    </RecordForm>
  );
}

export type NewHistoricalFormProps = { company: string; onCreated: (file: HistoricalFile) => void };

export function NewHistoricalForm({ company, onCreated }: NewHistoricalFormProps) {
  return (
    <RecordForm
      endpoint={createHistoricalFile}
      input={{}}
      schema={Fields}
      initial={{ company }}
      toValues={toValues}
      names={names}
      onSaved={onCreated}
      saveLabel="Create file"
      savedText="Created the file."
    >
      <FileFields />
    </RecordForm>
  );
}
