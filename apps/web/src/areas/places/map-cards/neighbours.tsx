import { listMapNeighbours } from '@dmse/contract/places/map';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { sayBearing, sayDistance } from '../../../parts/map/ground-line.ts';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import type { LayerPick } from '../map/map-address.ts';
import { EntryLine } from './entry-line.tsx';

export type NeighboursProps = {
  lon: number;
  lat: number;
  /** The one whose neighbours they are. */
  without?: LayerPick;
  onPick: (pick: LayerPick, at: Lonlat) => void;
};

/** What the firm knows near a place, the nearest first. */
export function Neighbours({ lon, lat, without, onPick }: NeighboursProps) {
  const near = useCall(listMapNeighbours, { lon, lat }, { staleTime: 60_000 });
  if (near.error) return <Typography role="alert">{errorText(near.error)}</Typography>;
  if (!near.data) return <Skeleton height={40} />;
  const others = near.data.results.filter(({ layer, id }) => !(layer === without?.layer && id === without.id));
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="subtitle2">
        {others.length === 0 ? 'Nothing' : others.length} within {sayDistance(near.data.metres)}
      </Typography>
      {others.map((one) => (
        <Box key={`${one.layer} ${one.id}`} sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}>
          <Link
            component="button"
            onClick={() => onPick({ layer: one.layer, id: one.id }, [one.lon, one.lat])}
            underline="hover"
            sx={{ flex: 1, minWidth: 0 }}
          >
            <EntryLine layer={one.layer} label={one.label} detail={one.detail} state={one.state} variants={one.variants} />
          </Link>
          <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {sayDistance(one.distance)} {sayBearing(one.bearing)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
