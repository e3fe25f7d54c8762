import { listProcessingDecisions, type StoredDecision } from '@dmse/contract/sites/processing/decision';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { DateText } from '../../../parts/text/date-text.tsx';
import { useProcessing } from './use-processing.ts';

const PAGE = 50;

export type DecisionDrawerProps = { onClose: () => void };

/** What was decided about the run, newest first; each can be taken back by itself. */
export function DecisionDrawer({ onClose }: DecisionDrawerProps) {
  const { run } = useProcessing();
  const isNarrow = useNarrow();
  const titleId = useId();
  const [shown, setShown] = useState(PAGE);
  const { data, isError, error, refetch } = useCall(listProcessingDecisions, { id: run.id, page_size: shown }, { keepOld: true });
  return (
    <Drawer
      anchor={isNarrow ? 'bottom' : 'right'}
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: isNarrow ? { maxHeight: '90dvh', borderRadius: '16px 16px 0 0' } : { width: 480 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 5, pr: 3, py: 3 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          Decisions
        </Typography>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </Box>
      {isError ? <ErrorState title="The decisions could not be loaded." error={error} onRetry={() => void refetch()} /> : null}
      {data?.count === 0 ? <EmptyState icon="history" title="Nothing has been decided yet." /> : null}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data?.results.map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </Box>
      {data && data.count > data.results.length && shown < 200 ? (
        <Button onClick={() => setShown(200)} sx={{ m: 4 }}>
          Show more
        </Button>
      ) : null}
    </Drawer>
  );
}

function Decision({ decision }: { decision: StoredDecision }) {
  const { undo, isWritable } = useProcessing();
  const [isBusy, setBusy] = useState(false);
  const { id, sentence, why, by, at, undone_on, undone_by, not_applied } = decision;
  const isUndone = undone_on !== null;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 3, px: 5, py: 3, borderTop: 1, borderColor: 'divider', alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={isUndone ? { textDecoration: 'line-through', color: 'text.secondary' } : {}}>{sentence}</Typography>
        {why ? <Typography variant="body2">“{why}”</Typography> : null}
        {not_applied && !isUndone ? (
          <Typography variant="body2" sx={{ color: 'warning.main' }}>
            Not applied: {not_applied}
          </Typography>
        ) : null}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {by?.full_name ?? 'Nobody named'}, <DateText value={at} as="relative" />
          {isUndone ? (
            <>
              {' '}
              · undone by {undone_by?.full_name ?? 'nobody named'}, <DateText value={undone_on} as="relative" />
            </>
          ) : null}
        </Typography>
      </Box>
      {isUndone || !isWritable ? null : (
        <Button
          size="small"
          variant="outlined"
          loading={isBusy}
          onClick={async () => {
            setBusy(true);
            await undo(id);
            setBusy(false);
          }}
        >
          Undo
        </Button>
      )}
    </Box>
  );
}
