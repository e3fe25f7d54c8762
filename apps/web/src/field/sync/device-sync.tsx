import { FIELD_RECORDS, sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import type { LightItem } from '@dmse/sync/item';
import { isUnsettled } from '@dmse/sync/rules/new-item';
import type { Session } from '@dmse/sync/session';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNow } from '../../parts/date/use-now.ts';
import { TextLink } from '../../parts/links.tsx';
import { useLocalValue, useSyncState } from '../device/use-field.tsx';
import { listItems, readNotLoaded } from './sync-counts.ts';
import { SyncSheet } from './sync-sheet.tsx';
import { countItems, saySummary } from './sync-text.ts';

const HOUR = 3_600_000;

/** A tablet can fall into the river: the longer it holds what nobody else has, the louder it says so. */
function sayUnsyncedAge(oldest: string | null, now: string): { severity: 'warning' | 'error'; says: string } | null {
  if (oldest === null) return null;
  const hours = (Date.parse(now) - Date.parse(oldest)) / HOUR;
  if (!(hours >= 4)) return null;
  const age = hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`;
  return hours >= 24
    ? { severity: 'error', says: `Data on this device has waited ${age} to be synced. Find a network today, or export it.` }
    : { severity: 'warning', says: `Data on this device has waited ${age} to be synced. Find a network when you can.` };
}

type StoredRun = { readonly id: string; readonly name: string; readonly unsynced: number; readonly lacks: string | null };

async function readStoredRuns(session: Session): Promise<readonly StoredRun[]> {
  const { here } = await listItems(session);
  const unsynced = (run: LightItem) => here.filter((item) => item.field_run === run.id && isUnsettled(item)).length;
  const runs = here.filter((item) => item.kind === 'run').sort((a, b) => b.stored_on.localeCompare(a.stored_on));
  return Promise.all(
    runs.map(async (run) => ({
      id: run.id,
      name: String(run.fields.name || 'Name Unset'),
      unsynced: unsynced(run),
      lacks: sayNotLoaded(await readNotLoaded(session, run, here), FIELD_RECORDS),
    })),
  );
}

/** On Home: the three numbers of this device, the runs that lie on it, and the way to the sheet. Works without a network. */
export function DeviceSync() {
  const [isOpen, setOpen] = useState(false);
  const state = useSyncState();
  const now = useNow();
  const { value: runs } = useLocalValue('stored-runs-home', readStoredRuns, { gap: 400 });
  const age = sayUnsyncedAge(state.oldest_unsynced, now);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {/* The button comes before everything that is read from the device: it must not move away under a finger. */}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Typography role="status" sx={{ color: state.isGreen ? 'success.main' : 'text.primary' }}>
          {saySummary(state)}
        </Typography>
        <Button
          size="small"
          variant={state.unsynced > 0 ? 'contained' : 'outlined'}
          onClick={() => setOpen(true)}
          sx={{ flexShrink: 0, mt: -0.5 }}
        >
          Open sync
        </Button>
      </Box>
      {state.unsynced + state.conflicts > 0 ? (
        <Typography variant="body2">
          {state.local + state.sent} waiting · {state.errors} refused · {state.conflicts} with two values
        </Typography>
      ) : null}
      {age ? <Alert severity={age.severity}>{age.says}</Alert> : null}
      {state.needsSignIn ? <Alert severity="warning">Your session has ended. Sign in to sync.</Alert> : null}
      {state.rescue > 0 ? (
        <Typography variant="body2">{countItems(state.rescue)} put aside from runs that have left this device.</Typography>
      ) : null}
      {runs && runs.length > 0 ? (
        <Box component="ul" aria-label="Runs on this device" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {runs.map((run) => (
            <Box component="li" key={run.id} sx={{ display: 'flex', gap: 2, minHeight: 40, alignItems: 'center' }}>
              <TextLink to="/fieldrun/field/$id" params={{ id: run.id }}>
                {run.name}
              </TextLink>
              <Box component="span" sx={{ ml: 'auto', fontSize: '0.75rem' }}>
                {run.unsynced > 0 ? `${run.unsynced} unsynced` : (run.lacks ?? 'synced')}
              </Box>
            </Box>
          ))}
        </Box>
      ) : null}
      <SyncSheet open={isOpen} onClose={() => setOpen(false)} />
    </Box>
  );
}
