import { listMilestones, type MilestoneRow } from '@dmse/contract/work/milestone';
import { dueTone, sayDue } from '@dmse/domain/time/due-date';
import { localDate } from '@dmse/domain/time/local-date';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { Link } from '@tanstack/react-router';
import { useCall } from '../../api/use-call.ts';
import { useFirmZone } from '../../parts/firm-zone.ts';
import { useNow } from '../../parts/use-now.ts';
import { WorkCard } from './work-card.tsx';

const SHOWN = 5;

function Assignment({ row, today }: { row: MilestoneRow; today: string }) {
  const tone = dueTone(row.due_date, today);
  const colour = tone === null || tone === 'muted' ? 'text.secondary' : `${tone}.main`;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, minHeight: { xs: 40, sm: 28 }, alignItems: 'center' }}>
      <MuiLink
        component={Link}
        {...({ to: `/job/${row.job.id}/tasks` } as object)}
        title={`${row.job.num} ${row.task_name}: ${row.name}`}
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {row.job.num} {row.name}
      </MuiLink>
      <Box
        component="span"
        title={sayDue(row.due_date, today) ?? ''}
        sx={{ ml: 'auto', fontSize: '0.75rem', whiteSpace: 'nowrap', color: colour }}
      >
        {row.due_date ?? 'No date'}
      </Box>
    </Box>
  );
}

function Assignments() {
  const today = localDate(useNow(), useFirmZone());
  const { data, isPending } = useCall(listMilestones, { my_assignments: true, is_blocked: false, ordering: 'due_date', page_size: SHOWN });
  if (isPending) return <Skeleton variant="text" width="80%" />;
  if (!data) return 'They are shown when this device is online.';
  if (data.count === 0) return 'Nothing that is ready is assigned to you.';
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data.results.map((row) => (
        <Assignment key={row.id} row={row} today={today} />
      ))}
    </Box>
  );
}

/** What is ready and waits for the person, the most urgent first. */
export function AssignmentsCard() {
  return (
    <WorkCard
      icon="assignment"
      title="My assignments due"
      action={
        <Button component={Link} {...({ to: '/jobs', search: { tab: 'assignments' } } as object)} size="small" variant="outlined">
          All assignments
        </Button>
      }
    >
      <Assignments />
    </WorkCard>
  );
}
