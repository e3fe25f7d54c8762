import {
  BASE_MAP_KIND_TEXT,
  BASE_MAP_KINDS,
  type BaseMap,
  type BaseMapKind,
  createBaseMap,
  listBaseMaps,
  updateBaseMap,
} from '@dmse/contract/places/base-map';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormContext, useWatch } from 'react-hook-form';
import { callKey, useCall } from '../../api/use-call.ts';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { LineField } from '../../parts/fields/line-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../parts/form/record-form.tsx';
import { Icon } from '../../parts/icon/icon.tsx';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { PagePending } from '../../parts/page/page-pending.tsx';
import { BaseMapUpload } from './base-map-upload.tsx';

const field = fieldNames(createBaseMap.declaration.body);
const KINDS = BASE_MAP_KINDS.map((value) => ({ value, label: BASE_MAP_KIND_TEXT[value] }));
const ADDRESS_HINTS: Readonly<Record<BaseMapKind, string>> = {
  style: 'The address of a MapLibre style (JSON).',
  raster: 'With {z}, {x} and {y} where the tile is named.',
  wmts: 'With {TileMatrix}, {TileCol} and {TileRow} where the tile is named; the tiles are those of Web Mercator (GoogleMapsCompatible).',
  pmtiles: 'The address of a .pmtiles file. Our server reads its tiles; browsers ask only our server.',
  file: '',
};

function Fields({ kind: fixed }: { kind: BaseMapKind | null }) {
  const { control } = useFormContext();
  const chosen = useWatch({ control, name: 'kind' }) as BaseMapKind | undefined;
  const kind = fixed ?? chosen ?? 'raster';
  return (
    <FormSection title="Base map" explanation={fixed === null && kind === 'file' ? 'The file is chosen once the base map is created.' : ''}>
      <LineField name={field.name} isRequired hint="As people choose it: Aerial 2025, Cadastre." />
      {fixed === null ? <ChoiceField name={field.kind} choices={KINDS} isRequired /> : null}
      {kind === 'file' ? null : <LineField name={field.url} isRequired isWide hint={ADDRESS_HINTS[kind]} />}
      <LineField name={field.attribution} isWide hint="Whose map it is, shown in its corner." />
      <NumberField name={field.min_zoom} hint="The world is 0, a street about 17." />
      <NumberField name={field.max_zoom} hint="Nearer than this, its tiles are enlarged." />
      <SwitchField name={field.is_default} hint="For whoever has not chosen another." />
    </FormSection>
  );
}

const toValues = ({ name, url, attribution, min_zoom, max_zoom, is_default }: BaseMap) => ({
  name,
  url,
  attribution,
  min_zoom,
  max_zoom,
  is_default,
});

/** A new base map, or one of the list. */
export function BaseMapForm({ rest }: { rest: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const loaded = useCall(
    listBaseMaps,
    {},
    { refetchInterval: ({ state }) => (state.data?.results.some((one) => one.state === 'reading') ? 2000 : false) },
  );
  const refresh = () => client.invalidateQueries({ queryKey: callKey(listBaseMaps).slice(0, 1) });
  const back = () => void navigate({ to: '/base-maps' } as never);
  if (loaded.isError)
    return <ErrorState title="The base maps could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return <PagePending />;
  const record = loaded.data.results.find(({ id }) => String(id) === rest);
  if (rest !== 'new' && !record) return <EmptyState icon="search_off" title="There is no such base map." />;
  return (
    <>
      <PageHeader
        title={record?.name ?? 'New base map'}
        {...(record ? { subtitle: BASE_MAP_KIND_TEXT[record.kind] } : {})}
        actions={
          <Button onClick={back} startIcon={<Icon name="arrow_back" size={18} />}>
            All base maps
          </Button>
        }
      />
      {record ? (
        <>
          {record.kind === 'file' ? <BaseMapUpload base={record} onChanged={() => void refresh()} /> : null}
          <RecordForm
            endpoint={updateBaseMap}
            input={{ id: record.id }}
            schema={updateBaseMap.declaration.body}
            record={record}
            toValues={(row) => toValues(row as BaseMap)}
            onSaved={() => void refresh().then(back)}
          >
            <Fields kind={record.kind} />
          </RecordForm>
        </>
      ) : (
        <RecordForm
          endpoint={createBaseMap}
          input={{}}
          schema={createBaseMap.declaration.body}
          initial={{
            kind: 'raster',
            url: '',
            attribution: '',
            min_zoom: 0,
            max_zoom: 19,
            position: loaded.data.count,
            is_default: loaded.data.count === 0,
          }}
          saveLabel="Create base map"
          toValues={(row) => toValues(row as BaseMap)}
          onSaved={(made) => {
            const { id, kind } = made as BaseMap;
            void refresh().then(() => (kind === 'file' ? navigate({ to: `/base-maps/${id}` }) : back()));
          }}
        >
          <Fields kind={null} />
        </RecordForm>
      )}
    </>
  );
}
