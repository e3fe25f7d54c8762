import { Coordinates } from '@dmse/contract/settings/field';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import { useQueryClient } from '@tanstack/react-query';
import { callKey, useCall } from '../../api/use-call.ts';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { OrderedListField } from '../../parts/fields/ordered-list-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';
import { FrameField } from './frame-field.tsx';
import { GeoidGrids } from './geoid-grids.tsx';
import { GeoidModelsField } from './geoid-models-field.tsx';
import { GridField } from './grid-field.tsx';
import { MODEL_LIST, WORD_LIST } from './list-text.ts';
import { OfficeCrsField } from './office-crs-field.tsx';

const field = fieldNames(Coordinates);
const LISTS = { geoid_models: MODEL_LIST, elevation_systems: WORD_LIST };

/** The grid, frame and heights of the office, with the geoid grids they are reckoned by. */
export function CoordinatesPage() {
  const queries = useQueryClient();
  // Everybody who sees this page may read these; the list of grids alone would need a field role.
  const settings = useCall(getSitesSettings, {});
  const grids = settings.data?.geoid_grids;
  const renew = () => void queries.invalidateQueries({ queryKey: [callKey(getSitesSettings)[0]] });
  return (
    <>
      <PageHeader
        title="Coordinates"
        subtitle="What easting, northing and elevation mean at this office. Points already stored are not changed by it."
      />
      <SettingForm section="coordinates" schema={Coordinates} lists={LISTS} onSaved={renew}>
        <FormSection title="Office grid" explanation="All eastings and northings of the office use this grid.">
          <OfficeCrsField name={field.office_crs} />
        </FormSection>
        <FormSection title="Frame" explanation="What a PPP report must say to be used as it is.">
          <FrameField name={field.frame} />
        </FormSection>
        <FormSection
          title="Geoid in force"
          explanation="Without a grid the undulation of the PPP report at the base is used for the whole run, and the report says so."
        >
          <GridField name={field.undulation_grid} label="Geoid grid" kind="undulation" grids={grids} />
          <GridField
            name={field.offset_grid}
            label="Offset grid"
            kind="offset"
            grids={grids}
            hint="Added to the geoid grid where that leads to another vertical system."
          />
        </FormSection>
        <FormSection title="Elevation systems" explanation="Offered for the elevation of a control point.">
          <OrderedListField name={field.elevation_systems} itemLabel="Elevation system" max={50} />
        </FormSection>
        <FormSection
          title="Geoid models"
          explanation="A file or model whose name holds one of these words leads to the vertical system beside it. The first that fits wins."
        >
          <GeoidModelsField name={field.geoid_models} />
        </FormSection>
        <FormSection title="Reduction" explanation="Options for reducing a raw file.">
          <SwitchField name={field.shift_keyed_in} hint="Points typed in, not measured, follow the shift of the run." />
          <NumberField
            name={field.refraction}
            isRequired
            hint="Share of the earth’s curvature that refraction takes back in a total-station sight."
          />
        </FormSection>
      </SettingForm>
      <GeoidGrids settings={settings} onChanged={renew} />
    </>
  );
}
