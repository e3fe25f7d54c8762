import { type ControlPoint, ControlPointPatch, updateControlPoint } from '@dmse/contract/sites/control-point';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import { useCall } from '../../../api/use-call.ts';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { NumberField } from '../../../parts/fields/number-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';

const Fields = ControlPointPatch.pick({
  easting: true,
  northing: true,
  elevation: true,
  datum: true,
  epoch: true,
  elevation_system: true,
});
const field = fieldNames(ControlPointPatch);

export type ControlCoordsFormProps = { point: ControlPoint };

/** The published coordinates, which everything shot from here and every check shot goes by. */
export function ControlCoordsForm({ point }: ControlCoordsFormProps) {
  const settings = useCall(getSitesSettings, {}, { staleTime: 5 * 60_000 });
  const systems = [...new Set([...(settings.data?.elevation_systems ?? []), point.elevation_system])].filter(Boolean);
  return (
    <RecordForm
      endpoint={updateControlPoint}
      input={{ id: point.id }}
      schema={Fields}
      record={point}
      toValues={(record) => ({ ...record })}
      isReadOnly={!point.can_edit}
      savedText="Saved the coordinates."
    >
      <FormSection
        title="Coordinates"
        explanation={`On the office grid${settings.data ? `, ${settings.data.office_crs.name}` : ''}. Earlier values stay in the history.`}
      >
        <NumberField name={field.easting} isRequired />
        <LineField name={field.datum} />
        <NumberField name={field.northing} isRequired />
        <NumberField name={field.epoch} hint="A decimal year, such as 2010" />
        <NumberField name={field.elevation} hint="Leave empty where none is known." />
        <ChoiceField name={field.elevation_system} choices={systems.map((value) => ({ value, label: value }))} noneLabel="Not known" />
      </FormSection>
    </RecordForm>
  );
}
