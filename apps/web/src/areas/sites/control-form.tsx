import { type ControlPoint, ControlPointPatch, updateControlPoint } from '@dmse/contract/sites/control-point';
import { FormSection } from '../../parts/form/form-section.tsx';
import { LineField } from '../../parts/form/line-field.tsx';
import { ParagraphField } from '../../parts/form/paragraph-field.tsx';
import { RecordForm } from '../../parts/form/record-form.tsx';
import { SwitchField } from '../../parts/form/switch-field.tsx';

const Shown = ControlPointPatch.pick({ name: true, note: true, is_hpn: true, control_destroyed: true });

export type ControlFormProps = { point: ControlPoint };

/** What a control point is called, how to find it, and whether it still stands. */
export function ControlForm({ point }: ControlFormProps) {
  return (
    <RecordForm
      endpoint={updateControlPoint}
      input={{ id: point.id }}
      schema={Shown}
      record={point}
      toValues={(record) => ({ ...record })}
      isReadOnly={!point.can_edit}
    >
      <FormSection title="Control point">
        <LineField name="name" label="Name" isRequired />
        <SwitchField name="is_hpn" label="High Precision Network (HPN)" />
        <ParagraphField name="note" label="Note" hint="What the mark is and how to find it." />
        <SwitchField name="control_destroyed" label="Destroyed" />
      </FormSection>
    </RecordForm>
  );
}
