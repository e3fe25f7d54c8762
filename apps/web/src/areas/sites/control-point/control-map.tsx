import type { ControlPoint } from '@dmse/contract/sites/control-point';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import { makeProjection } from '@dmse/survey/geo/projection';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import type { MapLayer } from '../../../parts/map/map-layer.ts';
import { MapPane } from '../../../parts/map/map-pane.tsx';

export type ControlMapProps = { point: ControlPoint };

/** Where a control point stands. */
export function ControlMap({ point }: ControlMapProps) {
  const settings = useCall(getSitesSettings, {}, { staleTime: 5 * 60_000 });
  const crs = settings.data?.office_crs ?? null;
  const { id, name, easting, northing, is_hpn, control_destroyed } = point;
  const layers = useMemo<readonly MapLayer[]>(() => {
    const at = crs ? makeProjection(crs).toGeographic({ easting, northing }) : null;
    if (!at) return [];
    return [
      {
        id: 'control',
        kind: 'features',
        tone: control_destroyed ? 'muted' : 'primary',
        symbol: is_hpn ? 'diamond' : 'triangle',
        features: [
          { type: 'Feature', id, geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] }, properties: { label: name } },
        ],
      },
    ];
  }, [crs, id, name, easting, northing, is_hpn, control_destroyed]);
  return (
    <Box sx={{ height: 300, border: 1, borderColor: 'divider', borderRadius: '10px', overflow: 'hidden' }}>
      {layers.length > 0 ? <MapPane label={`Map of ${name}`} layers={layers} crs={crs} /> : null}
    </Box>
  );
}
