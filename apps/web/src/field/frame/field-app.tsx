import Box from '@mui/material/Box';
import { ThemeProvider } from '@mui/material/styles';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { LinkButton } from '../../parts/links.tsx';
import { useTour } from '../../parts/tour/use-tour.tsx';
import { ImageTab } from '../capture/photo/image-tab.tsx';
import { PipeTab } from '../capture/pipe/pipe-tab.tsx';
import { NewPointTab, PointTab } from '../capture/point/point-tab.tsx';
import { PointsTab } from '../capture/point/points-tab.tsx';
import { useFieldSettings } from '../device/kept-notes.ts';
import { useOpenRun } from '../device/open-run.ts';
import { useSyncState } from '../device/use-field.tsx';
import { LayersTab } from '../map/layers-tab.tsx';
import { DetailsTab } from '../run/details-tab.tsx';
import { FieldRunContext, type OpenRun, RunSyncContext } from '../run/field-run.ts';
import { RiskTab } from '../run/risk-tab.tsx';
import { fieldTheme } from './field-theme.ts';
import { FIELD_TOUR } from './field-tour.ts';
import { runText, useRunItem } from './use-records.ts';

const SyncSheet = lazyPart(() => import('../sync/sync-sheet.tsx').then((file) => file.SyncSheet));

/** Metres; only until the firm's own number has reached this device. */
const USUAL_GATE = 10;

type Params = { id: string; tab?: string; pointId?: string; pipeId?: string; imageId?: string };

function tabOf({ tab, pointId, pipeId, imageId }: Params): ReactNode {
  if (pointId) return <PointTab key={pointId} pointId={pointId} />;
  if (pipeId) return <PipeTab key={pipeId} pipeId={pipeId} />;
  if (imageId) return <ImageTab key={imageId} imageId={imageId} />;
  if (tab === 'point') return <NewPointTab />;
  if (tab === 'points') return <PointsTab />;
  if (tab === 'layers') return <LayersTab />;
  return tab === 'risk-assesment' ? <RiskTab /> : <DetailsTab />;
}

/** The field app: one run, with everything a crew does there, with or without a network. */
export function FieldApp() {
  const params = useParams({ strict: false }) as Params;
  return (
    <ThemeProvider theme={fieldTheme}>
      <FieldRunPages key={params.id} params={params} />
    </ThemeProvider>
  );
}

function FieldRunPages({ params }: { params: Params }) {
  const { id } = params;
  const opening = useOpenRun(id);
  const run = useRunItem(id);
  const settings = useFieldSettings();
  const sync = useSyncState(id);
  const [isSyncOpen, setSyncOpen] = useState(false);
  // Once open, nothing that fails behind the scenes takes away what somebody is typing.
  const wasReady = useRef(false);
  if (opening === 'open' && run !== undefined) wasReady.current = true;
  const isReady = wasReady.current;
  const tour = useTour(FIELD_TOUR, isReady);
  const name = runText(run, 'name') ?? 'Name Unset';
  const open = useMemo<OpenRun>(
    () => ({ id, name, gate: settings?.accuracy_gate ?? USUAL_GATE, settings: settings ?? null, openSync: () => setSyncOpen(true) }),
    [id, name, settings],
  );
  if (!isReady) return <NotOpen id={id} opening={opening} />;
  return (
    <FieldRunContext value={open}>
      <RunSyncContext value={sync}>{tabOf(params)}</RunSyncContext>
      {isSyncOpen ? <SyncSheet open runId={id} onClose={() => setSyncOpen(false)} /> : null}
      {tour}
    </FieldRunContext>
  );
}

function NotOpen({ id, opening }: { id: string; opening: ReturnType<typeof useOpenRun> }) {
  const words = {
    opening: 'Opening the run…',
    open: 'Opening the run…',
    not_here: 'This run is not on this device. Connect to load it; after that it works without a network.',
    no_such_run: `No such field run: ${id}`,
  }[opening];
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 0,
        display: 'grid',
        placeContent: 'center',
        gap: 4,
        p: 6,
        textAlign: 'center',
        bgcolor: 'background.default',
        color: 'text.primary',
        fontSize: '1rem',
      }}
    >
      <Box role="status">{words}</Box>
      {opening === 'opening' || opening === 'open' ? null : (
        <LinkButton to="/" variant="outlined">
          Go to Home
        </LinkButton>
      )}
    </Box>
  );
}
