import { listMilestones } from '@dmse/contract/work/milestone';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useEffect } from 'react';
import { ProblemError, UnreachableError } from '../../api/problem-error.ts';
import { problemText } from '../../api/problem-toast.ts';
import { useCall } from '../../api/use-call.ts';
import { useFirmZone } from '../../parts/date/firm-zone.ts';
import { sayAge } from '../../parts/date/say-age.ts';
import { useNow } from '../../parts/date/use-now.ts';
import { LinkButton } from '../../parts/links.tsx';
import { useConnected } from '../../session/connection.ts';
import { useSelf } from '../../session/self.ts';
import { keepAssignments, readKeptAssignments } from './kept-assignments.ts';
import { MilestoneLines } from './milestone-lines.tsx';
import { WorkCard } from './work-card.tsx';

const ASKED = { my_assignments: true, is_blocked: false, ordering: 'due_date', page_size: 10 };

/** What the server says now; while it cannot, what it said last. */
function useAssignments() {
  const { id } = useSelf();
  const isConnected = useConnected();
  const { data, dataUpdatedAt, error, refetch } = useCall(listMilestones, ASKED);
  useEffect(() => {
    if (data) keepAssignments(id, { kept_on: new Date(dataUpdatedAt).toISOString(), ...data });
  }, [id, data, dataUpdatedAt]);
  const isOld = !isConnected || error !== null;
  const answered = data ? { kept_on: new Date(dataUpdatedAt).toISOString(), ...data } : null;
  return {
    shown: answered ?? (isOld ? readKeptAssignments(id) : null),
    isOld,
    // Not to be reached is told by the bar and the notice above; only a refusal is this card's to explain.
    trouble: isConnected && error && !(error instanceof UnreachableError) ? error : null,
    retry: () => void refetch(),
  };
}

function Assignments() {
  const zone = useFirmZone();
  const now = useNow();
  const { shown, isOld, trouble, retry } = useAssignments();
  if (!shown && !isOld) return <Skeleton variant="text" width="80%" />;
  return (
    <>
      {trouble ? (
        <Box role="alert" sx={{ mb: 2 }}>
          Your assignments could not be loaded: {trouble instanceof ProblemError ? problemText(trouble) : trouble.message}{' '}
          <MuiLink component="button" type="button" onClick={retry} sx={{ verticalAlign: 'baseline' }}>
            Try again
          </MuiLink>
        </Box>
      ) : null}
      {shown ? <MilestoneLines rows={shown.results} empty="Nothing that is ready is assigned to you." /> : null}
      {shown && isOld ? (
        <Box component="p" sx={{ m: 0, mt: 1, fontSize: '0.75rem' }}>
          As of {sayAge(shown.kept_on, now, zone)}.
        </Box>
      ) : null}
      {shown || trouble ? null : 'None have been loaded on this device yet. They come with the network.'}
    </>
  );
}

/** What is ready and waits for the person, the most urgent first. */
export function AssignmentsCard() {
  return (
    <WorkCard
      icon="assignment"
      title="My assignments due"
      action={
        <LinkButton to="/jobs" search={{ tab: 'assignments' }} size="small" variant="outlined">
          All assignments
        </LinkButton>
      }
    >
      <Assignments />
    </WorkCard>
  );
}
