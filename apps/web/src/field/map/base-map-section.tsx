import { listRunBaseMaps, type RunBaseMaps } from '@dmse/contract/places/base-map-pack';
import { localDate } from '@dmse/domain/dates/local-date';
import { proposeZooms, sayMegabytes, sayPack, sizeOfZooms, whyNotPack } from '@dmse/domain/places/base-map-pack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { useFirmZone, useToday } from '../../parts/date/firm-zone.ts';
import { errorText } from '../../parts/notice/error-state.tsx';
import { useConnected } from '../../session/connection.ts';
import { useStore } from '../../session/store.ts';
import { beginPack, type PackedMap, packing, pausePack, readPack, removePack } from '../device/packed-map.ts';
import { freeBytes } from '../device/tidy-device.ts';
import { useFieldSession, useLocalValue } from '../device/use-field.tsx';
import { say } from '../frame/field-note.ts';
import { Section } from '../frame/section.tsx';
import { useFieldRun } from '../run/field-run.ts';
import { hiddenLayers, toggleLayer } from './hidden-layers.ts';
import { baseMapLayerId } from './use-packed-style.ts';

/** The base map of the run's area: chosen and packed while there is a network, shown on the map without one. */
export function BaseMapSection() {
  const { id } = useFieldRun();
  const session = useFieldSession();
  const isConnected = useConnected();
  const { value: packed } = useLocalValue(['base-map', id], () => readPack(session, id), { also: ['meta', 'tiles'], gap: 300 });
  const [isChoosing, setChoosing] = useState(false);
  if (!packed) return null;
  const { plan, problem } = packed;
  return (
    <Section title="Base map">
      {plan ? <Packed packed={packed} /> : null}
      {problem === 'FULL' ? (
        <Alert severity="warning">This device has no room for that base map. What had been loaded of it was removed.</Alert>
      ) : null}
      {problem === 'CHANGED' ? (
        <Alert severity="info">The office has put other tiles in the place of that base map. Pack it again.</Alert>
      ) : null}
      {plan && !isChoosing ? (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button variant="outlined" color="inherit" disabled={!isConnected} onClick={() => setChoosing(true)}>
            Choose again
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => void removePack(session, id)}>
            Remove base map
          </Button>
        </Box>
      ) : isConnected ? (
        <Choice onBegun={() => setChoosing(false)} />
      ) : (
        <Box>Connect to pack a base map of this area. The plain map is always on this device.</Box>
      )}
    </Section>
  );
}

function Packed({ packed: { plan, here } }: { packed: PackedMap }) {
  const { id } = useFieldRun();
  const session = useFieldSession();
  const [today, zone] = [useToday(), useFirmZone()];
  const isPacking = useStore(packing) === id;
  const isHidden = useStore(hiddenLayers).includes(baseMapLayerId(id));
  if (!plan) return null;
  const packed_on = plan.packed_on === null ? null : localDate(plan.packed_on, zone);
  const isShort = here < plan.bytes;
  return (
    <>
      <Box role="status">{sayPack({ ...plan, here, packed_on }, today)}</Box>
      {isShort && packed_on === null ? (
        <>
          <LinearProgress variant="determinate" value={(100 * here) / plan.bytes} aria-label="Packing the base map" />
          <Button variant="outlined" color="inherit" onClick={() => void pausePack(session, id, isPacking).catch(() => undefined)}>
            {isPacking ? 'Pause' : 'Go on'}
          </Button>
        </>
      ) : null}
      {isShort && packed_on !== null ? null : (
        <FormControlLabel
          control={<Switch checked={!isHidden} onChange={() => toggleLayer(baseMapLayerId(id))} />}
          label={`Show ${plan.base.name} on the map`}
        />
      )}
    </>
  );
}

function Choice({ onBegun }: { onBegun: () => void }) {
  const { id } = useFieldRun();
  const { data, error } = useCall(listRunBaseMaps, { id }, { staleTime: 60_000, retry: false });
  if (error) return <Box>The base maps could not be asked for. Those on the device stay as they are.</Box>;
  if (!data) return <Box>Looking at the base maps of this area…</Box>;
  if (data.area === null)
    return (
      <Box>
        Nothing says yet where this run lies: it has no points, no layers, and its job has no location. The plain map is always on this
        device.
      </Box>
    );
  return (
    <>
      {data.base_maps.length === 0 ? (
        <Box>
          The office has uploaded no base map, so there is nothing to pack. The plain map needs no packing: it is always on this device.
        </Box>
      ) : (
        <Chooser data={data} area={data.area} onBegun={onBegun} />
      )}
      {data.others.map(({ name, why }) => (
        <Box key={name} sx={{ color: 'text.secondary' }}>
          {name} is not packed. {why}
        </Box>
      ))}
    </>
  );
}

type ChooserProps = { data: RunBaseMaps; area: NonNullable<RunBaseMaps['area']>; onBegun: () => void };

function Chooser({ data, area, onBegun }: ChooserProps) {
  const { id } = useFieldRun();
  const session = useFieldSession();
  const { value: free = null } = useLocalValue('free-bytes', freeBytes);
  const [wanted, setWanted] = useState<number | null>(null);
  const [zooms, setZooms] = useState<{ min_zoom: number; max_zoom: number } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const base = data.base_maps.find((one) => one.id === wanted) ?? data.base_maps.find(({ is_default }) => is_default) ?? data.base_maps[0]!;
  const chosen = zooms ?? proposeZooms(base.sizes);
  if (!chosen) return null;
  const { min_zoom, max_zoom } = chosen;
  const size = sizeOfZooms(base.sizes, min_zoom, max_zoom);
  const why = whyNotPack(size, free);
  const begin = async () => {
    setAsking(true);
    try {
      const { sizes: _, ...map } = base;
      const begun = beginPack(session, id, { base: map, area, min_zoom, max_zoom });
      onBegun();
      await begun;
    } catch (error) {
      say('error', `The base map could not be packed whole. ${errorText(error)}`);
    } finally {
      setAsking(false);
    }
  };
  const zoomField = (label: string, value: number, from: number, to: number, onChange: (zoom: number) => void) => (
    <TextField select label={label} value={value} onChange={(event) => onChange(Number(event.target.value))} sx={{ flex: 1 }}>
      {base.sizes
        .filter(({ zoom }) => zoom >= from && zoom <= to)
        .map(({ zoom }) => (
          <MenuItem key={zoom} value={zoom}>
            {zoom}
          </MenuItem>
        ))}
    </TextField>
  );
  return (
    <>
      {data.base_maps.length > 1 ? (
        <TextField
          select
          label="Base map"
          value={base.id}
          onChange={(event) => {
            setWanted(Number(event.target.value));
            setZooms(null);
          }}
        >
          {data.base_maps.map(({ id: one, name }) => (
            <MenuItem key={one} value={one}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <Box sx={{ fontWeight: 600 }}>{base.name}</Box>
      )}
      <Box sx={{ display: 'flex', gap: 2 }}>
        {zoomField('From zoom', min_zoom, 0, max_zoom, (zoom) => setZooms({ min_zoom: zoom, max_zoom }))}
        {zoomField('To zoom', max_zoom, min_zoom, 99, (zoom) => setZooms({ min_zoom, max_zoom: zoom }))}
      </Box>
      <Box role="status" sx={{ color: why ? 'warning.main' : 'text.secondary' }}>
        {why ??
          `${sayMegabytes(size?.bytes ?? 0)}, ${size?.tiles ?? 0} tiles around the run. It goes first when this device is short of space.`}
      </Box>
      <Button variant="outlined" disabled={why !== null} loading={isAsking} onClick={() => void begin()}>
        {why ? 'Pack base map' : `Pack base map (${sayMegabytes(size?.bytes ?? 0)})`}
      </Button>
    </>
  );
}
