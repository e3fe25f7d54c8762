import type { Sheet } from '@dmse/contract/time/week';
import { typedDuration } from '@dmse/domain/dates/duration';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Icon } from '../../../parts/icon/icon.tsx';
import { WeekStateChip } from '../week/week-toolbar.tsx';
import { SheetDetail } from './sheet-detail.tsx';
import { type useApproval, waitingBatches } from './use-approval.tsx';

export type SheetPanelProps = { sheet: Sheet; approval: ReturnType<typeof useApproval>; onClose: () => void };

/** One person's week, opened from the list: what is to be looked at, the grid, approve or decline. */
export function SheetPanel({ sheet, approval, onClose }: SheetPanelProps) {
  const canDecide = waitingBatches([sheet]).length > 0;
  return (
    <Paper component="section" variant="outlined" aria-label={`Week of ${sheet.user.full_name}`} sx={{ p: 4, display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography variant="h2">{sheet.user.full_name}</Typography>
        <WeekStateChip state={sheet.state} />
        <Box sx={{ color: 'text.secondary' }}>{typedDuration(sheet.minutes)}</Box>
        <Box sx={{ display: 'flex', gap: 2, ml: 'auto' }}>
          {canDecide ? (
            <>
              <Button variant="outlined" onClick={() => void approval.decline(sheet)}>
                Decline
              </Button>
              <Button variant="contained" onClick={() => void approval.approve([sheet])}>
                Approve
              </Button>
            </>
          ) : null}
          <IconButton aria-label="Close the week" onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </Box>
      </Box>
      {sheet.exceptions.length > 0 ? (
        <Box component="ul" aria-label="To look at" sx={{ m: 0, pl: 5, color: 'warning.main' }}>
          {sheet.exceptions.map(({ says, kind, date, task }) => (
            <li key={`${kind} ${date} ${task} ${says}`}>{says}</li>
          ))}
        </Box>
      ) : null}
      <SheetDetail sheet={sheet} />
    </Paper>
  );
}
