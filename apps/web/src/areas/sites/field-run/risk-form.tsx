import { type FieldRun, FieldRunPatch, updateFieldRun } from '@dmse/contract/sites/field-run';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import Alert from '@mui/material/Alert';
import { useCall } from '../../../api/use-call.ts';
import { ChecklistField } from '../../../parts/fields/checklist-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';

const Fields = FieldRunPatch.pick({
  task_types: true,
  present_hazards: true,
  hazard_controls: true,
  personal_protective_equipment_used: true,
});
const field = fieldNames(Fields);

/** What the firm offers, and what a crew has ticked or typed beyond it. */
function choicesOf(offered: readonly string[] | undefined, held: readonly string[] | null) {
  return [...new Set([...(offered ?? []), ...(held ?? [])])].map((value) => ({ value, label: value }));
}

export type RiskFormProps = { run: FieldRun };

/** The risk assessment of a run, as the crew filled it in and as it may be completed. */
export function RiskForm({ run }: RiskFormProps) {
  const settings = useCall(getSitesSettings, {}, { staleTime: 5 * 60_000 });
  const lists = settings.data?.risk_lists;
  return (
    <>
      {run.has_risk_assessment ? null : (
        <Alert severity="warning" sx={{ mb: 4 }}>
          No risk assessment has been written for this run. The crew is asked for it before the first shot.
        </Alert>
      )}
      <RecordForm
        endpoint={updateFieldRun}
        input={{ id: run.id }}
        schema={Fields}
        record={run}
        toValues={(record) => ({ ...record })}
        isReadOnly={!run.can_edit}
      >
        <FormSection title="Task types">
          <ChecklistField name={field.task_types} choices={choicesOf(lists?.task_types, run.task_types)} />
        </FormSection>
        <FormSection title="Hazards" explanation="Hazards on site today and the controls in place.">
          <ChecklistField name={field.present_hazards} choices={choicesOf(lists?.hazards, run.present_hazards)} />
          <ParagraphField name={field.hazard_controls} />
        </FormSection>
        <FormSection title="Personal protective equipment">
          <ChecklistField
            name={field.personal_protective_equipment_used}
            choices={choicesOf(lists?.personal_protective_equipment, run.personal_protective_equipment_used)}
          />
        </FormSection>
      </RecordForm>
    </>
  );
}
