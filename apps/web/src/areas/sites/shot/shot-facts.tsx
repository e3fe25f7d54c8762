import type { Shot } from '@dmse/contract/sites/shot';
import { sayAge } from '@dmse/domain/sites/position-age';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link as RouteLink } from '@tanstack/react-router';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { sayGrid } from '../control-point/grid-figure.ts';

export type ShotFactsProps = { shot: Shot };

/** Where the shot is: as the device saw it, and on the office grid once processed. */
export function ShotFacts({ shot }: ShotFactsProps) {
  const { properties, geometry } = shot;
  const [longitude, latitude, height] = geometry?.coordinates ?? [];
  const control = properties.control_point;
  return (
    <Paper component="section" variant="outlined" aria-labelledby="position" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography id="position" variant="h2" sx={{ mb: 3 }}>
        Position
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', fontVariantNumeric: 'tabular-nums' }}>
        <ReadOnlyValue label="Easting (m)">{sayGrid(properties.easting)}</ReadOnlyValue>
        <ReadOnlyValue label="Latitude">{latitude?.toFixed(8)}</ReadOnlyValue>
        <ReadOnlyValue label="Northing (m)">{sayGrid(properties.northing)}</ReadOnlyValue>
        <ReadOnlyValue label="Longitude">{longitude?.toFixed(8)}</ReadOnlyValue>
        <ReadOnlyValue label="Elevation (m)">{sayGrid(properties.elevation)}</ReadOnlyValue>
        <ReadOnlyValue label="Height by the device (m)">{height?.toFixed(3)}</ReadOnlyValue>
        <ReadOnlyValue label="Processed">
          {properties.processed_on ? <DateText value={properties.processed_on} as="prose" /> : 'Not yet'}
        </ReadOnlyValue>
        <ReadOnlyValue label="Accuracy by the device">{properties.accuracy === null ? '' : `${properties.accuracy} m`}</ReadOnlyValue>
        <ReadOnlyValue label="Age of the position">
          {properties.position_age === null ? '' : `${sayAge(properties.position_age)} when saved`}
        </ReadOnlyValue>
        <ReadOnlyValue label="Captured">
          {properties.captured_at ? <DateText value={properties.captured_at} as="prose" /> : ''}
        </ReadOnlyValue>
        <ReadOnlyValue label="Captured by">{properties.captured_by?.full_name}</ReadOnlyValue>
        {properties.captured_at_device ? (
          <ReadOnlyValue label="By the device’s clock, which was wrong" isWide>
            <DateText value={properties.captured_at_device} as="prose" />
          </ReadOnlyValue>
        ) : null}
        {control ? (
          <ReadOnlyValue label="Shot on control point" isWide>
            <Link component={RouteLink} {...({ to: `/control/${control.id}` } as object)}>
              {control.name}
            </Link>
          </ReadOnlyValue>
        ) : null}
      </Box>
    </Paper>
  );
}
