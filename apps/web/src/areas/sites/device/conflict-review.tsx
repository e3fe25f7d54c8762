import type { Conflict } from '@dmse/contract/sites/field-item';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { useState } from 'react';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useCan } from '../../../session/self.ts';
import { type CapturedThing, listThings, sayThing, settleConflict } from '../shot/captured-thing.ts';
import { sayField, sayFieldValue } from './conflict-text.ts';

type SideProps = { label: string; value: unknown; verb: string; isBusy: boolean; onChoose: (() => void) | null };

function Side({ label, value, verb, isBusy, onChoose }: SideProps) {
  return (
    <Box sx={{ flex: 1, minWidth: 0, p: 3, border: 1, borderColor: 'divider', borderRadius: '8px' }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', mb: 2 }}>{sayFieldValue(value)}</Typography>
      {onChoose ? (
        <Button size="small" variant="outlined" disabled={isBusy} onClick={onChoose}>
          {verb}
        </Button>
      ) : null}
    </Box>
  );
}

/** One field two people wrote differently: both values side by side. */
function Disagreement({ thing, conflict }: { thing: CapturedThing; conflict: Conflict }) {
  const mayChoose = useCan('sites.write');
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function choose(choice: 'kept' | 'other'): Promise<void> {
    setBusy(true);
    try {
      await settleConflict(thing, conflict, choice);
      showToast({
        text: endSentence(`Settled ${sayField(conflict.field).toLowerCase()} of ${sayThing(thing)}`),
        icon: 'check',
        colour: 'success',
      });
    } catch (error) {
      showProblem(error, 'It could not be settled.');
    } finally {
      await invalidateArea(queries, 'sites');
      setBusy(false);
    }
  }

  const name = `${sayField(conflict.field)} of ${sayThing(thing)}`;
  return (
    <Box component="li" aria-label={name} sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 500, mb: 2 }}>
        {sayField(conflict.field)} of{' '}
        {thing.path ? (
          <Link component={RouteLink} {...({ to: thing.path } as object)}>
            {sayThing(thing)}
          </Link>
        ) : (
          sayThing(thing)
        )}
      </Typography>
      <Stack sx={{ flexDirection: { xs: 'column', sm: 'row' }, gap: 3 }}>
        <Side
          label={`Stands now${thing.updated_by ? `, saved last by ${thing.updated_by}` : ''}`}
          value={conflict.kept}
          verb="Keep this"
          isBusy={isBusy}
          onChoose={mayChoose ? () => void choose('kept') : null}
        />
        <Side
          label="Replaced value"
          value={conflict.other}
          verb="Use this instead"
          isBusy={isBusy}
          onChoose={mayChoose ? () => void choose('other') : null}
        />
      </Stack>
    </Box>
  );
}

export type ConflictReviewProps = { run: string };

/** What two people wrote differently while one of them was offline. The later one stands until somebody has looked. */
export function ConflictReview({ run }: ConflictReviewProps) {
  const things = useQuery({
    queryKey: ['/api/sites/fieldrun-shot/', { run }, 'conflicts'],
    queryFn: ({ signal }) => listThings(run, { has_conflict: true }, signal),
  });
  const rows = things.data?.flatMap((thing) => thing.conflict.map((conflict) => ({ thing, conflict })));
  return (
    <Paper component="section" variant="outlined" aria-labelledby="conflicts" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography id="conflicts" variant="h2">
        Two values to choose from{rows && rows.length > 0 ? ` (${rows.length})` : ''}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>
        Two people edited the same thing without knowing of each other. Both values are kept until one is chosen.
      </Typography>
      {things.isError ? (
        <ErrorState title="The disagreements could not be loaded." error={things.error} onRetry={() => void things.refetch()} />
      ) : !rows ? (
        <Skeleton variant="rounded" height={80} />
      ) : rows.length === 0 ? (
        <Typography>Nothing to settle.</Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {rows.map(({ thing, conflict }) => (
            <Disagreement key={`${thing.id}-${conflict.field}-${conflict.version}`} thing={thing} conflict={conflict} />
          ))}
        </Box>
      )}
    </Paper>
  );
}
