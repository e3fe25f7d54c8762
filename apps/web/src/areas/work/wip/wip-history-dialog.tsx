import { listWipHistory } from '@dmse/contract/wip/wip';
import { tellWipHistory } from '@dmse/domain/wip/say-history';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useCall } from '../../../api/use-call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { HistoryItem } from '../../../parts/record/history-item.tsx';

export type WipHistoryDialogProps = { item: string; title: string; onClose: () => void };

/** Who entered, held, released, wrote off and moved a piece of work, and when. */
export function WipHistoryDialog({ item, title, onClose }: WipHistoryDialogProps) {
  const { data, error, isError, refetch } = useCall(listWipHistory, { item }, { staleTime: 0 });
  return (
    <Dialog open width="sm" title={`History of ${title}`} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {data ? (
        <Box component="ol" aria-label="History" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {tellWipHistory(data.lines).map(({ line: { id, at, by, act }, sentence }) => (
            <HistoryItem key={id} entry={{ id, at, by, action: act, sentence, changes: [] }} />
          ))}
        </Box>
      ) : isError ? (
        <ErrorState title="The history could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={120} role="progressbar" aria-label="Loading the history" />
      )}
    </Dialog>
  );
}
