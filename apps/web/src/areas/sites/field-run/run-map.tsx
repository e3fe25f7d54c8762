import type { Pipe } from '@dmse/contract/sites/pipe';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import type { Shot } from '@dmse/contract/sites/shot';
import { isStructure } from '@dmse/domain/sites/shot-category';
import { systemTone } from '@dmse/domain/sites/structure-text';
import Box from '@mui/material/Box';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import type { Bounds, MapFeature, MapLayer } from '../../../parts/map/map-layer.ts';
import { MapPane } from '../../../parts/map/map-pane.tsx';

export type RunMapProps = {
  shots: readonly Shot[];
  pipes: readonly Pipe[];
  /** The shot to mark. */
  selected?: string | null;
  /** What to show at first; everything unless said. */
  fit?: Bounds | null;
  height?: number | string;
};

function shotFeature({ id, geometry, properties }: Shot): MapFeature {
  const symbol = properties.control_point ? 'triangle' : isStructure(properties.sub_category) ? 'square' : 'dot';
  return { type: 'Feature', id, geometry, properties: { label: properties.name ?? undefined, symbol } };
}

function pipeFeature({ id, geometry, properties }: Pipe): MapFeature {
  return {
    type: 'Feature',
    id,
    geometry,
    properties: { tone: systemTone(properties.system), is_dashed: properties.status === 'abandoned' },
  };
}

/** A run on the map: its shots by kind, its pipes between them. A tap on a shot opens it. */
export function RunMap({ shots, pipes, selected = null, fit = null, height = 380 }: RunMapProps) {
  const navigate = useNavigate();
  const settings = useCall(getSitesSettings, {}, { staleTime: 5 * 60_000 });
  const layers = useMemo<readonly MapLayer[]>(
    () => [
      { id: 'pipes', kind: 'features', features: pipes.map(pipeFeature), tone: 'info', is_background: true },
      { id: 'shots', kind: 'features', features: shots.map(shotFeature), tone: 'primary' },
    ],
    [shots, pipes],
  );
  return (
    <Box sx={{ height, border: 1, borderColor: 'divider', borderRadius: '10px', overflow: 'hidden' }}>
      <MapPane
        label="Map of the shots and pipes"
        layers={layers}
        selected={selected}
        fit={fit}
        crs={settings.data?.office_crs ?? null}
        tools={['measure']}
        onPick={(pick) => {
          if (pick?.layer === 'shots') void navigate({ to: `/fieldrun-shot/${pick.id}` });
        }}
      />
    </Box>
  );
}
