import {
  type ControlPoint,
  ControlPointPatch,
  createControlPoint,
  NewControlPoint,
  updateControlPoint,
} from '@dmse/contract/sites/control-point';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { NumberField } from '../../../parts/fields/number-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { SwitchField } from '../../../parts/fields/switch-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';

const Fields = ControlPointPatch.pick({ name: true, note: true, is_hpn: true, control_destroyed: true });
const field = fieldNames(ControlPointPatch);

export type ControlFormProps = { point: ControlPoint };

/** What a control point is called, how to find it, and whether it still stands. */
export function ControlForm({ point }: ControlFormProps) {
  return (
    <RecordForm
      endpoint={updateControlPoint}
      input={{ id: point.id }}
      schema={Fields}
      record={point}
      toValues={(record) => ({ ...record })}
      isReadOnly={!point.can_edit}
    >
      <FormSection title="Control point">
        <LineField name={field.name} isRequired />
        <SwitchField name={field.is_hpn} label="High Precision Network (HPN)" />
        <ParagraphField name={field.note} hint="What the mark is and how to find it." />
        <SwitchField name={field.control_destroyed} />
      </FormSection>
    </RecordForm>
  );
}

export type NewControlFormProps = { onCreated: (point: ControlPoint) => void };

/** A single new mark; lists of them are imported. */
export function NewControlForm({ onCreated }: NewControlFormProps) {
  return (
    <RecordForm
      endpoint={createControlPoint}
      input={{}}
      schema={NewControlPoint.omit({ sketch: true })}
      toValues={(record) => ({ ...record })}
      onSaved={onCreated}
      saveLabel="Create control point"
      savedText="Created the control point."
    >
      <FormSection title="New control point" explanation="Coordinates on the office grid.">
        <LineField name={field.name} isRequired />
        <SwitchField name={field.is_hpn} label="High Precision Network (HPN)" />
        <NumberField name={field.easting} isRequired />
        <LineField name={field.datum} />
        <NumberField name={field.northing} isRequired />
        <NumberField name={field.epoch} hint="A decimal year, such as 2010" />
        <NumberField name={field.elevation} hint="Leave empty where none is known." />
        <LineField name={field.elevation_system} />
        <ParagraphField name={field.note} hint="What the mark is and how to find it." />
      </FormSection>
    </RecordForm>
  );
}
