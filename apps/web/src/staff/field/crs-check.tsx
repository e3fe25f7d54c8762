import type { CrsSetting } from '@dmse/survey/survey-settings';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { type CheckedPoint, checkPoint, readPosition } from './check-point.ts';

/** Metres as they stand on a coordinate list: "2 500 000.000". */
const METRES = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** A position worked out on the grid while it is being chosen: beside a published one, a wrong grid shows at once. Nothing of it is kept. */
export function CrsCheck({ crs }: { crs: CrsSetting }) {
  const [latitude, setLatitude] = useState('46.5');
  const [longitude, setLongitude] = useState('-66.5');
  const { name, epsg, proj } = crs;
  const found = useMemo(() => checkPoint({ name, epsg, proj }, readPosition(latitude, longitude)), [name, epsg, proj, latitude, longitude]);
  return (
    <Box
      role="group"
      aria-label="Check point"
      sx={{ gridColumn: '1 / -1', p: 4, borderRadius: '10px', border: 1, borderColor: 'divider', bgcolor: 'background.default' }}
    >
      <Typography sx={{ fontWeight: 500 }}>Check point</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
        Type the position of a point you know and compare. It is not saved.
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr 1fr', sm: '180px 180px minmax(0, 1fr)' }, alignItems: 'center' }}>
        <TextField
          label="Latitude"
          value={latitude}
          onChange={(event) => setLatitude(event.target.value)}
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
        <TextField
          label="Longitude"
          value={longitude}
          onChange={(event) => setLongitude(event.target.value)}
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
        <Box role="status" sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 }}>
          {typeof found === 'string' ? <Alert severity="warning">{found}</Alert> : <Figures point={found} />}
        </Box>
      </Box>
    </Box>
  );
}

function Figures({ point }: { point: CheckedPoint }) {
  const figures = [
    ['Easting', `${METRES.format(point.easting)} m`],
    ['Northing', `${METRES.format(point.northing)} m`],
    ['Scale', point.ppm === null ? 'not known' : `${point.ppm >= 0 ? '+' : '−'}${Math.abs(point.ppm).toFixed(1)} ppm`],
  ] as const;
  return (
    <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 1 }}>
      {figures.map(([title, words]) => (
        <Box key={title}>
          <Box component="dt" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            {title}
          </Box>
          <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
            {words}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
