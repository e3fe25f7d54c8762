import type { PlaceOf } from '@dmse/contract/places/location';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { MapThumbnail } from '../../../parts/map/map-thumbnail.tsx';
import { useNearby } from './use-nearby.ts';

export type PlaceThumbnailProps = { noun: 'job' | 'quote' | 'historical file'; id: number; num: string; location: PlaceOf | null };

/** Where the work is, small; a click leads to the map below. */
export function PlaceThumbnail({ noun, id, num, location }: PlaceThumbnailProps) {
  const geometry = location?.geometry ?? null;
  const nearby = useNearby(geometry);
  const address = location?.address || (location?.pid ? `PID ${location.pid}` : '');
  const others = nearby
    .filter((place) => !(place.noun === noun && place.id === id))
    .map((place) => ({ name: place.num, shape: place.geometry }));
  return (
    <ButtonBase
      onClick={() => document.querySelector('[aria-label="Location"]')?.scrollIntoView({ block: 'start' })}
      sx={{
        display: 'block',
        width: '100%',
        textAlign: 'left',
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        overflow: 'hidden',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      {geometry ? <MapThumbnail label={`Sketch of where ${num} is`} shape={geometry} others={others} /> : null}
      <Typography component="span" variant="caption" sx={{ display: 'block', px: 3, py: 2, color: 'text.secondary' }}>
        {address || (geometry ? 'Show on the map' : 'No location yet')}
      </Typography>
    </ButtonBase>
  );
}
