/**
 * The sheet that says where everything is: <SyncSheet open={open} onClose={…} runId={run} />; without a run, of the whole device.
 * `children` stands above the list, for whatever a screen wants to add.
 */
import { sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { showProblem } from '../../api/problem-toast.ts';
import { goToSignIn } from '../../api/sign-in.ts';
import { useNow } from '../../parts/date/use-now.ts';
import { Icon } from '../../parts/icon/icon.tsx';
import { useNarrow } from '../../parts/page/use-narrow.ts';
import { showToast } from '../../parts/toast/toast-store.ts';
import { settleSaves } from '../../session/pending-saves.ts';
import { saveUnsynced } from '../device/export-zip.ts';
import { syncNow, useFieldSession, useLocalValue, useSyncState } from '../device/use-field.tsx';
import { readSyncItems } from './read-sync-items.ts';
import { SyncItemRow } from './sync-item-row.tsx';
import { countItems, sayResult, sayStop, saySummary, sayTimes } from './sync-text.ts';

export type SyncSheetProps = { open: boolean; onClose: () => void; runId?: string; children?: ReactNode };

const SHOWN = 60;
const TALL = 48;

export function SyncSheet({ open, onClose, runId, children }: SyncSheetProps) {
  const isNarrow = useNarrow();
  const titleId = useId();
  return (
    <Drawer
      anchor={isNarrow ? 'bottom' : 'right'}
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: isNarrow ? { maxHeight: '90dvh', borderRadius: '16px 16px 0 0' } : { width: 480 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 4, pt: 3 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          Sync
        </Typography>
        <IconButton aria-label="Close" onClick={onClose} sx={{ width: TALL, height: TALL }}>
          <Icon name="close" size={24} />
        </IconButton>
      </Box>
      {open ? (
        <SheetContent {...(runId === undefined ? {} : { runId })} onClose={onClose}>
          {children}
        </SheetContent>
      ) : null}
    </Drawer>
  );
}

function SheetContent({ runId, onClose, children }: Omit<SyncSheetProps, 'open'>) {
  const session = useFieldSession();
  const state = useSyncState(runId);
  const now = useNow();
  const [isBusy, setBusy] = useState(false);
  const [isAll, setAll] = useState(false);
  const { value: entries } = useLocalValue(['sync-items', runId ?? null], (open) => readSyncItems(open, runId), { gap: 400 });
  const open = entries?.filter((entry) => entry.state !== 'confirmed' || entry.item._conflict.length > 0) ?? [];
  const shown = isAll ? (entries ?? []) : open;
  const stop = sayStop(state);
  const lacks = sayNotLoaded(state.not_loaded);

  async function press(): Promise<void> {
    setBusy(true);
    const result = await syncNow(runId).finally(() => setBusy(false));
    const isWell = result.ran && result.green;
    showToast({ text: sayResult(result), icon: isWell ? 'check_circle' : 'sync', colour: isWell ? 'success' : 'neutral' });
  }

  async function exportAll(): Promise<void> {
    await settleSaves();
    try {
      await saveUnsynced(session);
    } catch (error) {
      showProblem(error, 'The export could not be made.');
    }
  }

  return (
    <Box sx={{ px: 4, pb: 'calc(24px + env(safe-area-inset-bottom))', overflowY: 'auto' }}>
      <Box role="status" sx={{ display: 'flex', gap: 2, alignItems: 'center', color: state.isGreen ? 'success.main' : 'text.primary' }}>
        <Icon name={state.isGreen ? 'cloud_done' : state.link === 'offline' ? 'cloud_off' : 'sync'} size={24} />
        <Typography sx={{ fontWeight: 600 }}>{saySummary(state)}</Typography>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {sayTimes(state, now)}
      </Typography>
      <Box sx={{ height: 4, mt: 2 }}>{state.isSyncing ? <LinearProgress aria-label="Syncing" /> : null}</Box>
      {stop ? (
        <Alert severity={state.needsSignIn ? 'warning' : 'info'} sx={{ mt: 2 }}>
          {stop}
        </Alert>
      ) : null}
      {lacks ? (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {lacks}.
        </Alert>
      ) : null}
      {state.conflicts > 0 ? (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {countItems(state.conflicts)} {state.conflicts === 1 ? 'has' : 'have'} two values. Look at both below.
        </Alert>
      ) : null}
      {state.others > 0 ? (
        <Alert severity="info" sx={{ mt: 2 }}>
          {countItems(state.others)} {state.others === 1 ? 'was' : 'were'} collected by somebody else on this device. They go up under that
          person’s name.
        </Alert>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, my: 3 }}>
        {state.needsSignIn ? (
          <Button variant="contained" sx={{ minHeight: TALL }} onClick={goToSignIn}>
            Sign in to sync
          </Button>
        ) : (
          <Button variant="contained" sx={{ minHeight: TALL }} loading={isBusy} onClick={() => void press()}>
            Sync now
          </Button>
        )}
        {state.unsynced > 0 ? (
          <Button variant="outlined" sx={{ minHeight: TALL }} startIcon={<Icon name="download" />} onClick={() => void exportAll()}>
            Export
          </Button>
        ) : null}
      </Box>
      {children}
      <Box component="ul" aria-label="Records" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.slice(0, SHOWN).map((entry) => (
          <SyncItemRow key={entry.id} entry={entry} onOpen={onClose} />
        ))}
      </Box>
      {shown.length > SHOWN ? <Typography sx={{ py: 2 }}>and {shown.length - SHOWN} more.</Typography> : null}
      {state.confirmed > 0 ? (
        <Button sx={{ minHeight: TALL }} onClick={() => setAll(!isAll)}>
          {isAll ? 'Show only what is open' : `Show the ${state.confirmed} confirmed as well`}
        </Button>
      ) : null}
    </Box>
  );
}
