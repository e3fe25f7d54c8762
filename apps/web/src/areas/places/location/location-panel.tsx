import type { LocationPatch, PlaceGeometry, PlaceOf } from '@dmse/contract/places/location';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { showProblem } from '../../../api/problem-toast.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useBaseMaps } from '../../../parts/map/base/use-base-maps.ts';
import type { Bounds, Lonlat, MapLayer } from '../../../parts/map/map-layer.ts';
import { MapPane } from '../../../parts/map/map-pane.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { WhenSeen } from '../../../parts/when-seen.tsx';
import { FindPlace, type Found } from './find-place.tsx';
import { boundsOf, useNearby } from './use-nearby.ts';
import { useOfficeGrid } from './use-office-grid.ts';

type Patch = z.infer<typeof LocationPatch>;
type Draft = { geometry: PlaceGeometry | null; address: string; legal_description: string; pid: string };

const EMPTY: Draft = { geometry: null, address: '', legal_description: '', pid: '' };

export type LocationPanelProps = {
  /** Whose place it is, and what that is called. */
  noun: 'job' | 'quote' | 'historical file';
  id: number;
  num: string;
  location: PlaceOf | null;
  isReadOnly: boolean;
  onSave: (patch: Patch) => Promise<unknown>;
};

/** Where the work is: set by a click, an address, a parcel or coordinates; a point, or a polygon corner by corner. */
export function LocationPanel({ noun, id, num, location, isReadOnly, onSave }: LocationPanelProps) {
  const { crs, fromGrid } = useOfficeGrid();
  const { style } = useBaseMaps();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [shape, setShape] = useState<'Point' | 'Polygon'>('Point');
  const [corners, setCorners] = useState<readonly Lonlat[]>([]);
  const [isBusy, setBusy] = useState(false);
  const shown = draft ?? location ?? EMPTY;
  const [fit, setFit] = useState<Bounds | null>(() => boundsOf(location?.geometry ?? null));
  const nearby = useNearby(shown.geometry);

  const layers = useMemo<readonly MapLayer[]>(() => {
    const others = nearby.filter((place) => !(place.noun === noun && place.id === id));
    const outline = corners.length > 0 ? { type: 'LineString' as const, coordinates: [...corners] } : null;
    return [
      {
        id: 'nearby',
        kind: 'features',
        tone: 'muted',
        symbol: 'ring',
        features: others.map((place) => ({
          type: 'Feature' as const,
          id: `${place.noun} ${place.id}`,
          geometry: place.geometry,
          properties: { label: place.num },
        })),
      },
      {
        id: 'place',
        kind: 'features',
        tone: 'primary',
        features: [
          ...(shown.geometry ? [{ type: 'Feature' as const, id: 'place', geometry: shown.geometry, properties: { label: num } }] : []),
          ...(outline ? [{ type: 'Feature' as const, id: 'outline', geometry: outline, properties: { is_dashed: true } }] : []),
        ],
      },
    ];
  }, [nearby, shown.geometry, corners, noun, id, num]);

  const change = (part: Partial<Draft>) => setDraft({ ...shown, geometry: shown.geometry, ...part });

  function tap([lon, lat]: Lonlat): void {
    if (isReadOnly) return;
    if (shape === 'Point') {
      change({ geometry: { type: 'Point', coordinates: [lon, lat] } });
      return;
    }
    const next: Lonlat[] = [...corners, [lon, lat]];
    setCorners(next);
    const ring = [...next, next[0]!].map(([x, y]) => [x, y] as [number, number]);
    change({ geometry: next.length >= 3 ? { type: 'Polygon', coordinates: [ring] } : null });
  }
  function found({ lon, lat, address, pid }: Found): void {
    const geometry: PlaceGeometry = { type: 'Point', coordinates: [lon, lat] };
    setShape('Point');
    setCorners([]);
    change({ geometry, ...(address ? { address } : {}), ...(pid ? { pid } : {}) });
    setFit(boundsOf(geometry));
  }
  function reset(): void {
    setDraft(null);
    setCorners([]);
  }
  async function save(): Promise<void> {
    if (!draft) return;
    setBusy(true);
    try {
      const { geometry, address, legal_description, pid } = draft;
      await onSave({ geometry, address, legal_description, pid });
      reset();
      showToast({ text: 'Saved the location.', icon: 'check', colour: 'success' });
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Paper component="section" variant="outlined" aria-label="Location" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Typography variant="h2">Location</Typography>
      {isReadOnly ? null : (
        <Stack sx={{ gap: 3, mt: 3 }}>
          <FindPlace fromGrid={fromGrid} onFound={found} />
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <ToggleButtonGroup
              exclusive
              size="small"
              value={shape}
              aria-label="Shape"
              onChange={(_, next: 'Point' | 'Polygon' | null) => {
                if (!next) return;
                setShape(next);
                setCorners([]);
              }}
            >
              <ToggleButton value="Point">Point</ToggleButton>
              <ToggleButton value="Polygon">Polygon</ToggleButton>
            </ToggleButtonGroup>
            <Typography sx={{ color: 'text.secondary' }}>
              {shape === 'Point' ? 'Click on the map to set the place.' : 'Click each corner; three or more make the polygon.'}
            </Typography>
            {corners.length > 0 ? (
              <Button size="small" startIcon={<Icon name="undo" size={18} />} onClick={() => setCorners([])}>
                Start again
              </Button>
            ) : null}
          </Stack>
        </Stack>
      )}
      <Box sx={{ mt: 3, border: 1, borderColor: 'divider', borderRadius: '10px', overflow: 'hidden' }}>
        <WhenSeen height={320}>
          <MapPane label={`Map of ${num}`} layers={layers} fit={fit} crs={crs} onTap={tap} tools={['measure']} style={style} />
        </WhenSeen>
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 4, mt: 4 }}>
        <TextField
          label="Address"
          value={shown.address}
          disabled={isReadOnly}
          onChange={(event) => change({ address: event.target.value })}
        />
        <TextField label="PID" value={shown.pid} disabled={isReadOnly} onChange={(event) => change({ pid: event.target.value })} />
        <TextField
          label="Legal description"
          value={shown.legal_description}
          disabled={isReadOnly}
          multiline
          minRows={2}
          sx={{ gridColumn: '1 / -1' }}
          onChange={(event) => change({ legal_description: event.target.value })}
        />
      </Box>
      {draft ? (
        <Stack direction="row" sx={{ gap: 2, mt: 4, justifyContent: 'flex-end' }}>
          <Button onClick={reset}>Discard</Button>
          <Button variant="contained" loading={isBusy} onClick={() => void save()}>
            Save location
          </Button>
        </Stack>
      ) : null}
    </Paper>
  );
}
