import { getProcessing, type Processing, restoreProcessing } from '@dmse/contract/sites/processing/run';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { callKey } from '../../../api/use-call.ts';
import { useFirmZone } from '../../../parts/date/firm-zone.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { AttemptDifference } from './attempt-difference.tsx';

export type LeaseBannerProps = { run: Processing; mayProcess: boolean; takeOver: () => Promise<void> };

/** Somebody else works on the run; it can be taken from them, and nothing of theirs is lost by that. */
export function LeaseBanner({ run: { lease }, mayProcess, takeOver }: LeaseBannerProps) {
  const zone = useFirmZone();
  const [isAsking, setAsking] = useState(false);
  if (!lease || lease.is_mine) return null;
  const until = new Intl.DateTimeFormat('en-CA', { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: zone });
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      action={
        mayProcess ? (
          <Button size="small" color="inherit" onClick={() => setAsking(true)}>
            Take over
          </Button>
        ) : null
      }
    >
      {lease.holder.full_name} is working on this run until {until.format(new Date(lease.until))}.
      <ConfirmDialog
        open={isAsking}
        title={`Take this run over from ${lease.holder.full_name}?`}
        verb="Take over run"
        onConfirm={takeOver}
        onClose={() => setAsking(false)}
      >
        Everything {lease.holder.full_name} has decided stays. They can go on reading, and can take the run back.
      </ConfirmDialog>
    </Alert>
  );
}

export type EarlierBannerProps = { run: Processing; mayRestore: boolean };

/** An earlier attempt is only read; it can be compared with the present one, and taken up again. */
export function EarlierBanner({ run, mayRestore }: EarlierBannerProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'compare' | 'restore' | null>(null);
  const { attempt } = run;
  if (!attempt) return null;
  const close = () => setOpen(null);
  const goToPresent = () => navigate({ to: `/processing/${run.id}`, search: {} });
  const hasPresent = run.attempts.some(({ state }) => state !== 'archived');
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      action={
        <>
          {hasPresent ? (
            <Button size="small" color="inherit" onClick={() => setOpen('compare')}>
              Compare
            </Button>
          ) : null}
          {mayRestore ? (
            <Button size="small" color="inherit" onClick={() => setOpen('restore')}>
              Restore
            </Button>
          ) : null}
          <Button size="small" color="inherit" onClick={() => void goToPresent()}>
            Back to the present
          </Button>
        </>
      }
    >
      This is attempt {attempt.number}, put aside <DateText value={attempt.ended_on} as="prose" />
      {attempt.ended_by ? ` by ${attempt.ended_by.full_name}` : ''}
      {attempt.reason ? `: ${attempt.reason}` : '.'}
      <ConfirmDialog
        open={open === 'restore'}
        title={`Go on with attempt ${attempt.number}?`}
        verb="Restore attempt"
        onConfirm={async () => {
          const after = await call(restoreProcessing, { id: run.id }, { attempt: attempt.id });
          queries.setQueryData(callKey(getProcessing, { id: run.id }), after);
          showToast({ text: `Restored attempt ${attempt.number}.` });
          void invalidateArea(queries, 'sites');
          await goToPresent();
        }}
        onClose={close}
      >
        {hasPresent ? 'The present attempt is put aside and can be restored in the same way.' : 'The run is in processing again.'}
      </ConfirmDialog>
      <Dialog
        open={open === 'compare'}
        title={`Present points against attempt ${attempt.number}`}
        width="md"
        onClose={close}
        actions={<Button onClick={close}>Close</Button>}
      >
        <AttemptDifference run={run.id} attempt={attempt.id} />
      </Dialog>
    </Alert>
  );
}
