import { removeAll } from '@dmse/sync/local/run';
import type { Wiped } from '@dmse/sync/retention';
import type { Session } from '@dmse/sync/session';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { saveUnsynced } from '../../../field/device/export-zip.ts';
import { syncNow, useFieldSession } from '../../../field/device/use-field.tsx';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import type { CardRun } from '../field-run/run-card.tsx';
import { sayRunName } from '../field-run/run-state.ts';
import { readLocalRuns } from './local-runs.ts';

const WHY: Record<NonNullable<Wiped['why']>, string> = {
  BUSY: 'Another tab is working on the stored runs. Close it and try again.',
  STORAGE_FULL: 'The storage of this device is full, so nothing could be put aside safely. Export first, then try again.',
  KEPT_CHANGING: 'Something kept changing while it was put aside. Wait a moment and try again.',
};

async function wipeAll(session: Session): Promise<void> {
  const wiped = await removeAll(session);
  const stuck = wiped.find((one) => one.why !== null);
  if (stuck?.why) throw new Error(WHY[stuck.why]);
  const rescued = wiped.reduce((sum, one) => sum + one.rescued, 0);
  showToast({
    text: 'Removed all fieldruns from this device.',
    subtitle: rescued > 0 ? `${rescued} items wait here until the server has confirmed them.` : undefined,
    icon: 'check',
    colour: 'success',
  });
}

export type RemoveAllRunsProps = { runs: readonly CardRun[] };

/**
 * Takes every run off the device. It syncs first; what the server has not confirmed after that is counted by run and asked about once
 * more, and then only leaves its run as an export and into rescue (SYNC-A5).
 */
export function RemoveAllRuns({ runs }: RemoveAllRunsProps) {
  const session = useFieldSession();
  const [step, setStep] = useState<'closed' | 'asking' | 'unsynced'>('closed');
  const [left, setLeft] = useState<readonly CardRun[]>([]);
  const known = step === 'unsynced' ? left : runs;
  const unsynced = known.filter((run) => (run.unsynced ?? 0) > 0);

  async function confirm(): Promise<void> {
    await syncNow();
    const now = (await readLocalRuns(session)).runs;
    if (now.every((run) => run.unsynced === 0)) return wipeAll(session);
    setLeft(now);
    // The dialog closes itself after this; the second one opens in its place.
    setTimeout(() => setStep('unsynced'), 0);
  }

  async function exportAndMove(): Promise<void> {
    await saveUnsynced(session);
    await wipeAll(session);
  }

  const list = (
    <Box component="ul" sx={{ m: 0, mt: 2, pl: 5 }}>
      {unsynced.map((run) => (
        <li key={run.id}>
          {sayRunName(run.name)}: {run.unsynced} not synced
        </li>
      ))}
    </Box>
  );
  return (
    <>
      <Button size="small" color="error" startIcon={<Icon name="delete" size={18} />} onClick={() => setStep('asking')}>
        Remove all
      </Button>
      <ConfirmDialog
        open={step === 'asking'}
        title="Remove all fieldruns from this device?"
        verb="Remove all"
        isDestructive
        onConfirm={confirm}
        onClose={() => setStep('closed')}
      >
        Removing all fieldruns from this device saves storage and could fix issues. Make sure everything is synced first.
        {unsynced.length > 0 ? list : null}
      </ConfirmDialog>
      <ConfirmDialog
        open={step === 'unsynced'}
        title="Not everything is on the server"
        verb="Export and move to rescue"
        onConfirm={exportAndMove}
        onClose={() => setStep('closed')}
      >
        The server has not confirmed these items. They are saved as a file you can hand to the office, and stay on this device until they
        are uploaded.
        {list}
      </ConfirmDialog>
    </>
  );
}
