import type { PlaceGeometry } from '@dmse/contract/places/location';
import { listMapNeighbours, type MapNeighbour } from '@dmse/contract/places/map';
import { middleOf } from '@dmse/domain/places/geometry';
import { MAP_LAYER_NAMES, MAP_LAYERS, type MapLayerName } from '@dmse/domain/places/map-layers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { sayDistance } from '../../../parts/map/ground-line.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { writeMapAddress } from '../map/map-address.ts';
import { NearGroup } from './near-group.tsx';

export type NearPanelProps = {
  /** Which record this is: it is not its own neighbour. */
  layer: MapLayerName;
  id: number | string;
  geometry: PlaceGeometry | null;
};

const CHOICES = [100, 250, 500, 1000, 2000, 5000, 10_000];
/** Not chosen: the distance of the settings. */
const USUAL = 0;

/** At this zoom a map of ordinary width shows so much around its middle. */
function zoomFor(metres: number): number {
  return Math.max(8, Math.min(18, 17 - Math.log2(metres / 150)));
}

function groupsOf(neighbours: readonly MapNeighbour[]): [MapLayerName, MapNeighbour[]][] {
  return MAP_LAYER_NAMES.flatMap((layer) => {
    const own = neighbours.filter((one) => one.layer === layer);
    return own.length > 0 ? [[layer, own] as [MapLayerName, MapNeighbour[]]] : [];
  });
}

/** What the firm has done and knows around a record, nearest first: jobs, quotes, control, field runs, historical files. */
export function NearPanel({ layer, id, geometry }: NearPanelProps) {
  const [chosen, setChosen] = useState(USUAL);
  const place = geometry && middleOf(geometry);
  const { lon, lat } = place ?? { lon: 0, lat: 0 };
  const near = useCall(
    listMapNeighbours,
    { lon, lat, ...(chosen === USUAL ? {} : { metres: chosen }) },
    { enabled: place !== null, staleTime: 60_000, keepOld: true },
  );
  const found = near.data;
  const metres = found?.metres ?? chosen;
  const others = found?.results.filter((one) => !(one.layer === layer && one.id === String(id))) ?? [];
  // The record itself is counted where it is on the map.
  const more = found ? found.count - found.results.length : 0;
  const choices = [...new Set([...CHOICES, ...(found && chosen === USUAL ? [found.metres] : [])])].sort((a, b) => a - b);
  const view = place && found ? { center: [lon, lat] as const, zoom: zoomFor(metres) } : null;
  return (
    <Paper component="section" variant="outlined" aria-label="Nearby" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          Nearby
        </Typography>
        {place ? (
          <TextField
            select
            size="small"
            label="Within"
            value={chosen === USUAL ? (found?.metres ?? '') : chosen}
            onChange={(event) => setChosen(Number(event.target.value))}
            sx={{ minWidth: 110 }}
          >
            {choices.map((choice) => (
              <MenuItem key={choice} value={choice}>
                {sayDistance(choice)}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
        {view ? (
          <Button
            component={RouterLink}
            to="/map"
            search={writeMapAddress({ view, pick: { layer, id: String(id) } }) as never}
            startIcon={<Icon name="map" size={18} />}
          >
            Show on map
          </Button>
        ) : null}
      </Stack>
      {place ? null : <Typography sx={{ color: 'text.secondary', mt: 2 }}>Once the location is set, what is near stands here.</Typography>}
      {near.error ? <ErrorState title="What is near could not be loaded." error={near.error} onRetry={() => void near.refetch()} /> : null}
      {place && near.isPending ? <Skeleton height={64} /> : null}
      {found ? (
        <Box sx={{ mt: 2, opacity: near.isPlaceholderData ? 0.5 : 1 }} aria-busy={near.isPlaceholderData}>
          {others.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>Nothing else is known within {sayDistance(metres)}.</Typography>
          ) : (
            <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, columnGap: 6, rowGap: 4 }}>
              {groupsOf(others).map(([name, own]) => (
                <NearGroup key={`${name} ${metres}`} label={MAP_LAYERS[name].label} neighbours={own} />
              ))}
            </Box>
          )}
          {more > 0 ? (
            <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', mt: 3 }}>
              The nearest {found.results.length} of {found.count}. The map shows them all.
            </Typography>
          ) : null}
        </Box>
      ) : null}
    </Paper>
  );
}
