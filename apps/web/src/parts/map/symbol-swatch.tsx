import { useColorScheme } from '@mui/material/styles';
import type { MapSymbol, MapTone } from './map-layer.ts';
import { SYMBOL_CORNERS, toneColour } from './map-symbols.ts';

export type SymbolSwatchProps = { symbol: MapSymbol; tone: MapTone };

/** A symbol of the map in a legend. Words beside it say what it means. */
export function SymbolSwatch({ symbol, tone }: SymbolSwatchProps) {
  const { mode, systemMode } = useColorScheme();
  const colour = toneColour((mode === 'system' ? systemMode : mode) ?? 'light', tone);
  const corners = SYMBOL_CORNERS[symbol];
  const paint = symbol === 'ring' ? { fill: 'none', stroke: colour, strokeWidth: 0.4 } : { fill: colour };
  return (
    <svg aria-hidden="true" width={14} height={14} viewBox="-1.2 -1.2 2.4 2.4" style={{ flexShrink: 0 }}>
      {corners ? <polygon points={corners.map((corner) => corner.join()).join(' ')} {...paint} /> : <circle r={0.9} {...paint} />}
    </svg>
  );
}
