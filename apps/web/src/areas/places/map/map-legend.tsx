import { countMapLayer, type MapFilter, type MapLayer } from '@dmse/contract/places/map';
import { MAP_LAYERS, type MapLayerName } from '@dmse/domain/places/map-layers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { SymbolSwatch } from '../../../parts/map/symbol-swatch.tsx';
import { LAYER_LOOKS, legendKeys } from '../map-layers/map-look.ts';
import { LayerFilters } from './layer-filters.tsx';
import type { MapFilters } from './map-address.ts';

const isNarrowed = (filter: MapFilter) => Object.values(filter).some((values) => values !== undefined && values.length > 0);

function LayerCount({ layer, filter }: { layer: MapLayer; filter: MapFilter }) {
  const isAsked = isNarrowed(filter);
  const counted = useCall(countMapLayer, { layer: layer.layer, ...filter }, { enabled: isAsked, keepOld: true });
  const all = layer.count.toLocaleString('en-CA');
  const some = isAsked && counted.data ? `${counted.data.count.toLocaleString('en-CA')} of ${all}` : all;
  return (
    <Typography component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {some}
    </Typography>
  );
}

type LayerRowProps = {
  layer: MapLayer;
  isShown: boolean;
  filter: MapFilter;
  onToggle: () => void;
  onFilter: (filter: MapFilter) => void;
};

function LayerRow({ layer, isShown, filter, onToggle, onFilter }: LayerRowProps) {
  const [isOpen, setOpen] = useState(isNarrowed(filter));
  const { label } = MAP_LAYERS[layer.layer];
  const keys = isShown ? legendKeys(layer.layer) : [];
  const hasFilters = isShown && layer.facets.some(({ values }) => values.length > 0);
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 40 }}>
        <FormControlLabel
          sx={{ flex: 1, minWidth: 0, mr: 0 }}
          control={<Checkbox size="small" checked={isShown} onChange={onToggle} />}
          label={
            <Stack direction="row" component="span" sx={{ alignItems: 'center', gap: 2 }}>
              <SymbolSwatch {...LAYER_LOOKS[layer.layer]} />
              {label}
            </Stack>
          }
        />
        <LayerCount layer={layer} filter={filter} />
        {hasFilters ? (
          <IconButton
            size="small"
            aria-label={`Filter ${label.toLowerCase()}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            color={isNarrowed(filter) ? 'primary' : 'default'}
          >
            <Icon name="filter_alt" size={20} />
          </IconButton>
        ) : (
          <Box sx={{ width: 30 }} />
        )}
      </Stack>
      {keys.length > 0 ? (
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, pl: 8, pb: 1 }}>
          {keys.map((key) => (
            <Stack key={key.label} direction="row" sx={{ alignItems: 'center', gap: 1 }}>
              <SymbolSwatch symbol={key.symbol} tone={key.tone} />
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {key.label}
              </Typography>
            </Stack>
          ))}
        </Stack>
      ) : null}
      {hasFilters && isOpen ? (
        <Box sx={{ pl: 8, pb: 2 }}>
          <LayerFilters layer={layer} filter={filter} onChange={onFilter} />
          {isNarrowed(filter) ? (
            <Button size="small" onClick={() => onFilter({})} sx={{ mt: 1 }}>
              Clear the filter
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}

export type MapLegendProps = {
  known: readonly MapLayer[];
  shown: readonly MapLayerName[];
  filters: MapFilters;
  onShown: (shown: readonly MapLayerName[]) => void;
  onFilters: (filters: MapFilters) => void;
};

/** The layers with their symbols and counts, each switched on and narrowed by itself. */
export function MapLegend({ known, shown, filters, onShown, onFilters }: MapLegendProps) {
  return (
    <Box component="ul" aria-label="Layers" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {known.map((layer) => {
        const name = layer.layer;
        const isShown = shown.includes(name);
        return (
          <LayerRow
            key={name}
            layer={layer}
            isShown={isShown}
            filter={filters[name] ?? {}}
            onToggle={() => onShown(isShown ? shown.filter((one) => one !== name) : [...shown, name])}
            onFilter={(filter) => onFilters({ ...filters, [name]: filter })}
          />
        );
      })}
    </Box>
  );
}
