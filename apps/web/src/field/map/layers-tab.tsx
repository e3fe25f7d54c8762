import { sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { sayBytes } from '../../parts/file/file-rules.ts';
import { useConnected } from '../../session/connection.ts';
import { useStore } from '../../session/store.ts';
import { type LocalLayer, listLocalLayers, loadLayers } from '../device/local-layers.ts';
import { useFieldSession, useLocalValue } from '../device/use-field.tsx';
import { FieldFrame } from '../frame/field-frame.tsx';
import { say } from '../frame/field-note.ts';
import { Section } from '../frame/section.tsx';
import { useFieldRun, useRunSync } from '../run/field-run.ts';
import { BaseMapSection } from './base-map-section.tsx';
import { hiddenLayers, toggleLayer } from './hidden-layers.ts';

/** `layers`: what the office has attached to the run, whether it lies on the device, and whether the map shows it. */
export function LayersTab() {
  const { id } = useFieldRun();
  const session = useFieldSession();
  const isConnected = useConnected();
  const { isCounted, not_loaded } = useRunSync();
  const lacks = sayNotLoaded(not_loaded, ['layers']);
  const hidden = useStore(hiddenLayers);
  const [isLoading, setLoading] = useState(false);
  const { value: layers } = useLocalValue(['layers', id], () => listLocalLayers(session, id), { also: ['meta', 'layers'] });
  const load = async () => {
    setLoading(true);
    try {
      const missing = await loadLayers(session, id);
      if (missing === 0) say('success', 'All layers are on this device.');
      else say('warning', `${missing} of the layers could not be loaded. Try again where the signal is better.`);
    } catch {
      say('error', 'The layers could not be loaded. Those on the device stay as they are.');
    } finally {
      setLoading(false);
    }
  };
  const bar = (
    <Button variant="contained" sx={{ flex: 1 }} disabled={!isConnected} loading={isLoading} onClick={load}>
      {isConnected ? 'Load layers onto this device' : 'Connect to load layers'}
    </Button>
  );
  return (
    <FieldFrame place="more" bar={bar}>
      <Section title="Layers">
        {layers === undefined || !isCounted ? 'Reading…' : null}
        {lacks ? <Box>{lacks}.</Box> : null}
        {layers?.length === 0 && isCounted && !lacks ? (
          <Box>No layers are attached to this run. The office can attach drawings, shapefiles and pictures to it.</Box>
        ) : null}
        {layers?.map((layer) => (
          <LayerRow key={layer.id} layer={layer} isShown={!hidden.includes(String(layer.id))} />
        ))}
      </Section>
      <BaseMapSection />
    </FieldFrame>
  );
}

function LayerRow({ layer, isShown }: { layer: LocalLayer; isShown: boolean }) {
  const where = layer.isHere ? 'on this device' : 'not on this device';
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minHeight: 56,
        px: 3,
        py: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{layer.name}</Box>
        <Box sx={{ fontSize: '0.875rem', color: layer.isHere ? 'text.secondary' : 'warning.main' }}>
          {layer.format} · {sayBytes(layer.bytes)} · {where}
        </Box>
      </Box>
      <Switch
        checked={isShown}
        onChange={() => toggleLayer(String(layer.id))}
        slotProps={{ input: { 'aria-label': `Show ${layer.name}` } }}
      />
    </Box>
  );
}
