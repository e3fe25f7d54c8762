import type { MilestoneRow } from '@dmse/contract/work/milestone';
import { dueTone, sayDue } from '@dmse/domain/dates/due-date';
import { localDate } from '@dmse/domain/dates/local-date';
import Box from '@mui/material/Box';
import { useFirmZone } from '../../parts/date/firm-zone.ts';
import { useNow } from '../../parts/date/use-now.ts';
import { openRow, RowLink } from '../../parts/search/row-link.tsx';

export type MilestoneLinesProps = { rows: readonly MilestoneRow[]; empty: string };

const LINE = {
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  columnGap: 3,
  py: 1.5,
  cursor: 'pointer',
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
  '&:hover': { bgcolor: 'action.hover' },
} as const;

function Line({ row, today }: { row: MilestoneRow; today: string }) {
  const tone = dueTone(row.due_date, today);
  const colour = tone === null || tone === 'muted' ? 'text.secondary' : `${tone}.main`;
  const { num, desc, client_name } = row.job;
  return (
    <Box component="li" onClick={openRow} onAuxClick={openRow} sx={LINE}>
      <Box sx={{ minWidth: 0 }}>
        <RowLink to={`/job/${row.job.id}/tasks`}>
          {num} {row.name}
        </RowLink>
        <Box sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
          {[desc.startsWith(row.task_name) ? '' : row.task_name, desc, client_name].filter(Boolean).join(' · ')}
        </Box>
      </Box>
      <Box component="span" title={sayDue(row.due_date, today) ?? ''} sx={{ fontSize: '0.8125rem', whiteSpace: 'nowrap', color: colour }}>
        {row.due_date ?? 'No date'}
      </Box>
    </Box>
  );
}

/** Milestones to work on, each with its job and whom it is done for. */
export function MilestoneLines({ rows, empty }: MilestoneLinesProps) {
  const today = localDate(useNow(), useFirmZone());
  if (rows.length === 0) return empty;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Line key={row.id} row={row} today={today} />
      ))}
    </Box>
  );
}
