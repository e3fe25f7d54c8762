import type { MapFilter, MapLayer } from '@dmse/contract/places/map';
import { facetLabel, type MapFacet } from '@dmse/domain/places/map-layers';
import Stack from '@mui/material/Stack';
import { MultiSelect } from '../../../parts/search/multi-select.tsx';
import { sayState } from '../map-layers/map-look.ts';

export type LayerFiltersProps = { layer: MapLayer; filter: MapFilter; onChange: (filter: MapFilter) => void };

function sayValue(facet: MapFacet, value: string): string {
  if (value === '') return 'Not given';
  return facet === 'state' || facet === 'system' ? sayState(value) : value;
}

/** What a layer can be narrowed by, each with how many there are. */
export function LayerFilters({ layer, filter, onChange }: LayerFiltersProps) {
  return (
    <Stack sx={{ gap: 3, pt: 2, '& > .MuiTextField-root': { flex: 'none' } }}>
      {layer.facets.map(({ facet, values }) => (
        <MultiSelect
          key={facet}
          label={facetLabel(layer.layer, facet)}
          choices={values.map(({ value, count }) => ({ value, label: `${sayValue(facet, value)} (${count.toLocaleString('en-CA')})` }))}
          value={filter[facet] ?? []}
          onChange={(chosen) => onChange({ ...filter, [facet]: chosen.length > 0 ? chosen : undefined })}
        />
      ))}
    </Stack>
  );
}
