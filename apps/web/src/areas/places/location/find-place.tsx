import { type FoundPlace, geocodeAddress, geocodeParcel } from '@dmse/contract/places/geocode';
import { readPosition } from '@dmse/domain/places/coordinate-text';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';

type Way = 'address' | 'parcel' | 'coordinates';
const HINTS: Record<Way, string> = {
  address: 'Such as 14 Wharf Lane, Shediac',
  parcel: 'The parcel identifier (PID)',
  coordinates: 'Easting, northing or latitude, longitude',
};

export type Found = { lon: number; lat: number; address?: string; pid?: string };
export type FindPlaceProps = {
  /** Eastings and northings to degrees; null while the office grid is not known. */
  fromGrid: ((easting: number, northing: number) => { lon: number; lat: number } | null) | null;
  onFound: (found: Found) => void;
};

/** Finds a place by address, by parcel, or by coordinates as people write them. */
export function FindPlace({ fromGrid, onFound }: FindPlaceProps) {
  const [way, setWay] = useState<Way>('address');
  const [text, setText] = useState('');
  const [results, setResults] = useState<readonly FoundPlace[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function placeByCoordinates(): void {
    const read = readPosition(text);
    const at = 'problem' in read ? null : read.kind === 'lonlat' ? read : (fromGrid?.(read.easting, read.northing) ?? null);
    if (at) onFound({ lon: at.lon, lat: at.lat });
    else setProblem('problem' in read ? read.problem : 'These do not lie on the office grid.');
  }

  async function find(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    setProblem(null);
    setResults(null);
    if (text.trim() === '') return;
    if (way === 'coordinates') return placeByCoordinates();
    setBusy(true);
    try {
      const answer = await call(way === 'address' ? geocodeAddress : geocodeParcel, { query: text.trim() });
      setResults(answer.results);
      if (answer.results.length === 0) setProblem('Nothing of that name is known. Set the place by a click on the map.');
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack sx={{ gap: 2 }}>
      <Stack component="form" direction="row" onSubmit={(event) => void find(event)} sx={{ gap: 2, flexWrap: 'wrap' }}>
        <TextField select label="Find by" value={way} onChange={(event) => setWay(event.target.value as Way)} sx={{ minWidth: 140 }}>
          <MenuItem value="address">Address</MenuItem>
          <MenuItem value="parcel">Parcel</MenuItem>
          <MenuItem value="coordinates">Coordinates</MenuItem>
        </TextField>
        <TextField
          label="Place"
          placeholder={HINTS[way]}
          value={text}
          onChange={(event) => setText(event.target.value)}
          sx={{ flex: '1 1 220px' }}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <Button type="submit" variant="outlined" loading={isBusy}>
          Find
        </Button>
      </Stack>
      {problem ? <Alert severity="info">{problem}</Alert> : null}
      {results && results.length > 0 ? (
        <List dense disablePadding aria-label="Places found" sx={{ maxHeight: 200, overflow: 'auto' }}>
          {results.map((place) => (
            <ListItemButton
              key={`${place.source} ${place.label}`}
              onClick={() => {
                setResults(null);
                onFound({ lon: place.lon, lat: place.lat, ...(way === 'address' ? { address: place.label } : { pid: place.label }) });
              }}
            >
              <ListItemText primary={place.label} secondary={place.source} />
            </ListItemButton>
          ))}
        </List>
      ) : null}
    </Stack>
  );
}
