import { createStaticLayer, MAX_LAYER_BYTES } from '@dmse/contract/sites/static-layer';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';

const ACCEPT = ['.geojson', '.json', '.kml', '.kmz', '.gpx', '.dxf', '.zip', '.png', '.webp'];
const CORNERS = ['Top left', 'Top right', 'Bottom right', 'Bottom left'] as const;

function isPicture(name: string): boolean {
  return /\.(png|webp)$/i.test(name);
}

/** "-64.78, 46.09" as numbers, or null. */
function readCorner(text: string): [number, number] | null {
  const [longitude, latitude, ...rest] = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  const isPair = rest.length === 0 && Number.isFinite(longitude) && Number.isFinite(latitude);
  return isPair ? [longitude!, latitude!] : null;
}

export type LayerUploadProps = { run: string };

/** Attaches a drawing or a picture to a run, for the crew to have under their points. */
export function LayerUpload({ run }: LayerUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [crs, setCrs] = useState('');
  const [corners, setCorners] = useState<readonly string[]>(['', '', '', '']);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<unknown>(null);
  const needsCorners = file !== null && isPicture(file.name);
  const read = corners.map(readCorner);
  const isReady = file !== null && (!needsCorners || read.every((corner) => corner !== null));

  async function attach(): Promise<void> {
    if (!file) return;
    setBusy(true);
    setTrouble(null);
    const form = new FormData();
    form.append('field_run', run);
    if (crs) form.append('crs', crs);
    if (needsCorners) form.append('corners', JSON.stringify(read));
    form.append('file', file, file.name);
    try {
      const layer = await call(createStaticLayer, {}, form);
      await invalidateArea(queries, 'sites');
      showToast({ text: endSentence(`Attached ${layer.name}`), subtitle: layer.problems[0], icon: 'check', colour: 'success' });
      setFile(null);
    } catch (error) {
      setTrouble(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack sx={{ gap: 3 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <Typography sx={{ flex: 1, minWidth: 200, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {file?.name ?? `GeoJSON, KML, KMZ, GPX, DXF, zipped shapefile, PNG or WebP; at most ${MAX_LAYER_BYTES / 1024 / 1024} MB.`}
        </Typography>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Layer file"
          accept={ACCEPT.join(',')}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            setTrouble(null);
            event.target.value = '';
          }}
        />
      </Stack>
      {file && !needsCorners ? (
        <TextField
          select
          label="Coordinates of the file"
          value={crs}
          onChange={(event) => setCrs(event.target.value)}
          sx={{ maxWidth: 360 }}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">As the file says; a DXF on the office grid</MenuItem>
          <MenuItem value="office">Office grid</MenuItem>
          <MenuItem value="lonlat">Longitude and latitude</MenuItem>
          <MenuItem value="utm19">UTM zone 19</MenuItem>
          <MenuItem value="utm20">UTM zone 20</MenuItem>
        </TextField>
      ) : null}
      {needsCorners ? (
        <Stack sx={{ gap: 3, flexDirection: { xs: 'column', sm: 'row' }, flexWrap: 'wrap' }}>
          {CORNERS.map((label, at) => (
            <TextField
              key={label}
              label={`${label}: longitude, latitude`}
              value={corners[at]}
              onChange={(event) => setCorners(corners.with(at, event.target.value))}
              error={corners[at] !== '' && read[at] === null}
              sx={{ minWidth: 260 }}
            />
          ))}
        </Stack>
      ) : null}
      {trouble ? <Alert severity="error">{errorText(trouble)}</Alert> : null}
      {file ? (
        <Button variant="contained" disabled={!isReady} loading={isBusy} onClick={() => void attach()} sx={{ alignSelf: 'flex-start' }}>
          Attach layer
        </Button>
      ) : null}
    </Stack>
  );
}
