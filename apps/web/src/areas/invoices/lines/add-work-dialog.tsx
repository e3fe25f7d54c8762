import { type BillableItem, getBillableWork } from '@dmse/contract/wip/billable';
import { sumCents } from '@dmse/domain/money/cents';
import { sayCount } from '@dmse/domain/text/counts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { BillableWork, chosenItems } from '../draft/billable-work.tsx';

export type AddWorkDialogProps = {
  client: number;
  /** What is on the invoice already, saved or not. */
  without: ReadonlySet<string>;
  onDone: (items: readonly BillableItem[]) => void;
  onClose: () => void;
};

/** More work of the client that is ready; it is claimed when the lines are saved. */
export function AddWorkDialog({ client, without, onDone, onClose }: AddWorkDialogProps) {
  const { data, error, isError, refetch } = useCall(getBillableWork, { id: client }, { staleTime: 0 });
  const [off, setOff] = useState<ReadonlySet<string> | null>(null);
  const jobs = (data?.jobs ?? [])
    .map((job) => ({ ...job, items: job.items.filter(({ item }) => !without.has(item)) }))
    .filter(({ items }) => items.length > 0);
  // Here nothing is ticked to begin with: the first choice was made when the draft was started.
  const left = off ?? new Set(jobs.flatMap(({ items }) => items.map(({ item }) => item)));
  const items = chosenItems(jobs, left);
  return (
    <Dialog
      open
      isTall
      width="md"
      title="Add work"
      onClose={onClose}
      actions={
        <>
          <Typography role="status" sx={{ flex: 1, pl: 2 }}>
            {sayCount(items.length, 'entry', 'entries')}, {formatCents(sumCents(items.map(({ amount }) => amount)))}
          </Typography>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" disabled={items.length === 0} onClick={() => onDone(items)}>
            Add work
          </Button>
        </>
      }
    >
      {isError && !data ? <ErrorState title="The work could not be loaded." error={error} onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton variant="rounded" height={200} role="progressbar" aria-label="Loading the work" /> : null}
      {data && jobs.length === 0 ? <EmptyState icon="schedule" title="No other work of this client is ready to be billed." /> : null}
      <BillableWork jobs={jobs} off={left} onOff={setOff} />
    </Dialog>
  );
}
