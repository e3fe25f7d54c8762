import type { MapNeighbour } from '@dmse/contract/places/map';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { sayBearing, sayDistance } from '../../../parts/map/ground-line.ts';
import { writeMapAddress } from '../map/map-address.ts';
import { EntryLine } from '../map-cards/entry-line.tsx';

export type NearGroupProps = { label: string; neighbours: readonly MapNeighbour[] };

const FIRST = 5;
const CLOSE_ZOOM = 17;

/** The neighbours of one layer: the nearest few, the others on request. */
export function NearGroup({ label, neighbours }: NearGroupProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? neighbours : neighbours.slice(0, FIRST);
  return (
    <Box component="section" aria-label={label} sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3">
        {label} ({neighbours.length})
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((one) => (
          <Near key={one.id} {...one} />
        ))}
      </Box>
      {neighbours.length > FIRST ? (
        <Button size="small" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? 'Show fewer' : `Show all ${neighbours.length}`}
        </Button>
      ) : null}
    </Box>
  );
}

function Near({ layer, id, label, detail, state, variants, path, lon, lat, distance, bearing }: MapNeighbour) {
  const line = <EntryLine layer={layer} label={label} detail={detail} state={state} variants={variants} isGrouped />;
  const search = writeMapAddress({ view: { center: [lon, lat], zoom: CLOSE_ZOOM }, pick: { layer, id } });
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 44, py: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {path ? (
          <Link component={RouterLink} to={path} underline="hover" color="inherit" sx={{ display: 'block' }}>
            {line}
          </Link>
        ) : (
          line
        )}
      </Box>
      <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {distance < 1 ? 'Same place' : `${sayDistance(distance)} ${sayBearing(bearing)}`}
      </Typography>
      <Tooltip title="Show on map">
        <IconButton
          component={RouterLink}
          to="/map"
          search={search as never}
          size="small"
          aria-label={`Show ${label || detail} on the map`}
        >
          <Icon name="map" size={18} />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
