import { updateHistoricalFile } from '@dmse/contract/historicals/historical-file';
import { setJobLocation } from '@dmse/contract/jobs/job';
import { setQuoteLocation } from '@dmse/contract/jobs/quote';
import type { PlaceGeometry } from '@dmse/contract/places/location';
import { getMapFeature, type MapFeatureCard } from '@dmse/contract/places/map';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { FindPlace } from '../location/find-place.tsx';
import { MapPanel } from '../map/map-panel.tsx';

async function savePlace({ layer, id }: MapFeatureCard, geometry: PlaceGeometry | null): Promise<void> {
  if (layer === 'job') await call(setJobLocation, { id: Number(id) }, { geometry });
  else if (layer === 'quote') await call(setQuoteLocation, { id: Number(id) }, { geometry });
  else await call(updateHistoricalFile, { id: Number(id) }, { location: { geometry } });
}

export type PlacePanelProps = {
  card: MapFeatureCard;
  /** Where it would be; null until a place is chosen. */
  at: Lonlat | null;
  fromGrid: ((easting: number, northing: number) => { lon: number; lat: number } | null) | null;
  onAt: (at: Lonlat) => void;
  onClose: () => void;
};

/** Another place for a job, quote or historical file: clicked on the map or typed, then confirmed, and to be undone. */
export function PlacePanel({ card, at, fromGrid, onAt, onClose }: PlacePanelProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function put(geometry: PlaceGeometry | null): Promise<void> {
    await savePlace(card, geometry);
    await client.invalidateQueries({ queryKey: [getMapFeature.path] });
    await invalidateArea(client, 'jobs');
  }
  async function save(): Promise<void> {
    if (!at) return;
    setBusy(true);
    try {
      await put({ type: 'Point', coordinates: [at[0], at[1]] });
      const undo = () => void put(card.geometry).catch((error: unknown) => showProblem(error, 'The location was not put back.'));
      showToast({ text: `Moved ${card.title}.`, icon: 'check', colour: 'success', action: { label: 'Undo', run: undo } });
      onClose();
    } catch (error) {
      showProblem(error, 'The location was not saved.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <MapPanel
      title={`Set the location of ${card.title}`}
      onClose={onClose}
      focusKey={card.id}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" variant="contained" disabled={!at} loading={isBusy} onClick={() => void save()}>
            Save location
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 3 }}>
        {at ? `New place: ${at[1].toFixed(6)}, ${at[0].toFixed(6)}.` : 'Click on the map, or find the place here.'}
        {card.geometry?.type === 'Polygon' ? ' It takes the place of the outline.' : ''}
      </Typography>
      <FindPlace fromGrid={fromGrid} onFound={({ lon, lat }) => onAt([lon, lat])} />
    </MapPanel>
  );
}
