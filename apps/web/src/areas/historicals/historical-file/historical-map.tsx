import type { HistoricalRow } from '@dmse/contract/historicals/historical-file';
import { nameHistoricalFile } from '@dmse/domain/historicals/relevant-fields';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useBaseMaps } from '../../../parts/map/base/use-base-maps.ts';
import { boundsOfLayers } from '../../../parts/map/map-bounds.ts';
import type { FeatureLayer, MapLayer } from '../../../parts/map/map-layer.ts';
import { MapPane, type MapPaneProps } from '../../../parts/map/map-pane.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';

export type HistoricalMapProps = {
  rows: readonly HistoricalRow[];
  /** The office grid. */
  crs: MapPaneProps['crs'];
  /** The file that is pointed at in the list. */
  selected: number | null;
  onSelect: (id: number | null) => void;
  /** On a phone there is no list beside it: what is picked is named here. */
  onOpen: (id: number) => void;
};

/** The files of a page of the list where they belong on the ground. */
export function HistoricalMap({ rows, crs, selected, onSelect, onOpen }: HistoricalMapProps) {
  const isNarrow = useNarrow();
  const { style } = useBaseMaps();
  const layers = useMemo<readonly MapLayer[]>(() => {
    const features = rows.flatMap((row): FeatureLayer['features'] => {
      const geometry = row.location?.geometry;
      return geometry ? [{ type: 'Feature', id: row.id, geometry, properties: { label: nameHistoricalFile(row) } }] : [];
    });
    return [{ id: 'files', kind: 'features', tone: 'secondary', symbol: 'square', label_zoom: 10, features }];
  }, [rows]);
  // Another page of the list is another part of the country.
  const fit = useMemo(() => boundsOfLayers(layers), [layers]);
  const located = (layers[0] as FeatureLayer).features.length;
  const chosen = rows.find(({ id }) => id === selected);
  return (
    <Box
      component="section"
      aria-label="Map of these files"
      sx={{
        position: { sm: 'sticky' },
        top: { sm: 'calc(var(--top-bar, 0px) + 8px)' },
        height: { xs: 'calc(100dvh - 300px)', sm: 'clamp(360px, calc(100dvh - var(--top-bar, 0px) - 220px), 720px)' },
        minHeight: 260,
        display: 'flex',
        flexDirection: 'column',
        border: { sm: 1 },
        borderColor: { sm: 'divider' },
        borderRadius: '10px',
        overflow: 'hidden',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ flex: 1, minHeight: 0 }}>
        <MapPane
          label="Map of historical files"
          layers={layers}
          fit={fit}
          style={style}
          {...(crs ? { crs } : {})}
          selected={selected === null ? null : String(selected)}
          onPick={(pick) => onSelect(pick ? Number(pick.id) : null)}
        />
      </Box>
      <Box role="status" sx={{ px: 3, py: 2, borderTop: 1, borderColor: 'divider', fontSize: '0.75rem', color: 'text.secondary' }}>
        {chosen && isNarrow ? (
          <Typography
            component="button"
            onClick={() => onOpen(chosen.id)}
            sx={{
              border: 0,
              p: 0,
              minHeight: 44,
              font: 'inherit',
              fontSize: '0.875rem',
              textAlign: 'left',
              bgcolor: 'transparent',
              color: 'primary.main',
            }}
          >
            Open {nameHistoricalFile(chosen)}
          </Typography>
        ) : (
          `${located} of the ${rows.length} files on this page ${located === 1 ? 'has' : 'have'} a location.`
        )}
      </Box>
    </Box>
  );
}
