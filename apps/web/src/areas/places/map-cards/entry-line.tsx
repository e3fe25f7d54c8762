import { MAP_LAYERS, type MapLayerName } from '@dmse/domain/places/map-layers';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SymbolSwatch } from '../../../parts/map/symbol-swatch.tsx';
import { LINE_WITH_ROOM } from '../../../parts/text/one-line.tsx';
import { lookOf } from '../map-layers/map-look.ts';

/** `isGrouped`: a heading above says already what they all are. */
export type EntryLineProps = {
  layer: MapLayerName;
  label: string;
  detail?: string;
  state?: string | null;
  variants?: readonly string[];
  isGrouped?: boolean;
};

/** One feature in a list: what it is, its number or name, and what else is known of it. */
export function EntryLine({ layer, label, detail, state = null, variants = [], isGrouped = false }: EntryLineProps) {
  const kind = MAP_LAYERS[layer].one;
  const says = isGrouped ? [detail] : [kind, detail];
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0, width: '100%' }}>
      <SymbolSwatch {...lookOf(layer, state, variants)} />
      <Box component="span" sx={{ minWidth: 0, textAlign: 'left' }}>
        <Typography component="span" sx={{ ...LINE_WITH_ROOM, fontWeight: 500, fontSize: '0.8125rem' }}>
          {label || kind}
        </Typography>
        <Typography component="span" variant="caption" sx={{ ...LINE_WITH_ROOM, color: 'text.secondary' }}>
          {says.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
    </Box>
  );
}
