import { makeProjection } from '@dmse/survey/geo/projection';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { CopyText } from '../../../parts/record/copy-text.tsx';
import type { useOfficeGrid } from '../location/use-office-grid.ts';
import type { LayerPick } from '../map/map-address.ts';
import { MapPanel } from '../map/map-panel.tsx';
import { Neighbours } from './neighbours.tsx';
import { NewHere } from './new-here.tsx';

export type MarkCardProps = {
  at: Lonlat;
  crs: ReturnType<typeof useOfficeGrid>['crs'];
  onClose: () => void;
  onPick: (pick: LayerPick, at: Lonlat) => void;
};

/** A place that was found and is nobody's record: where it is, what is near, and what can begin there. */
export function MarkCard({ at, crs, onClose, onPick }: MarkCardProps) {
  const [lon, lat] = at;
  const grid = useMemo(() => (crs ? makeProjection(crs).toGrid({ longitude: lon, latitude: lat }) : null), [crs, lon, lat]);
  return (
    <MapPanel title="This place" onClose={onClose} actions={<NewHere places={[at]} />}>
      <Box sx={{ fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' }}>
        {grid ? <CopyText text={`E, N ${grid.easting.toFixed(3)}, ${grid.northing.toFixed(3)}`} noun="grid coordinates" /> : null}
        <CopyText text={`${lat.toFixed(6)}, ${lon.toFixed(6)}`} noun="latitude and longitude" />
      </Box>
      <Neighbours lon={lon} lat={lat} onPick={onPick} />
    </MapPanel>
  );
}
