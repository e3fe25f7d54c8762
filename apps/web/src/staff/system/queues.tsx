import { JOB_STATES, listQueueJobs, listQueues, type QueueJob, retryQueueJob } from '@dmse/contract/staff/queue';
import { sayQueue } from '@dmse/domain/text/queue-names';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { useCall } from '../../api/use-call.ts';
import { PageHeader } from '../../parts/page/page-header.tsx';
import type { SearchColumn } from '../../parts/search/search-column.ts';
import type { SearchFilter } from '../../parts/search/search-filter.ts';
import { SearchTable } from '../../parts/search/search-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { useCan, useSelf } from '../../session/self.ts';

const WORDS: Record<QueueJob['state'], string> = {
  created: 'Waiting',
  retry: 'Waiting for another try',
  active: 'Running',
  completed: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
};
const COLOURS = {
  created: 'default',
  retry: 'warning',
  active: 'info',
  completed: 'success',
  cancelled: 'default',
  failed: 'error',
} as const;

const COLUMNS: readonly SearchColumn<QueueJob>[] = [
  { id: 'queue', title: 'Queue', text: (row) => sayQueue(row.queue), width: '20%' },
  { id: 'created_on', title: 'Since', cell: (row) => <DateText value={row.created_on} as="relative" />, width: 140 },
  { id: 'tries', title: 'Tries', text: (row) => String(row.tries), align: 'right', width: 80 },
  { id: 'error', title: 'Last error', text: (row) => row.error, unset: '–' },
  {
    id: 'state',
    title: 'State',
    cell: (row) => <Chip size="small" label={WORDS[row.state]} color={COLOURS[row.state]} />,
    width: 190,
    card: 'chip',
  },
];

const FILTERS: readonly SearchFilter[] = [
  { kind: 'multi', name: 'state', label: 'State', choices: JOB_STATES.map((state) => ({ value: state, label: WORDS[state] })) },
];

/** The work done behind people's backs: how much waits, what failed, and another try. */
export function Queues() {
  const { preferences } = useSelf();
  const mayRetry = useCan('queues.retry');
  const queries = useQueryClient();
  const { data } = useCall(listQueues, {}, { refetchInterval: 10_000 });

  async function retry(id: string): Promise<void> {
    try {
      await call(retryQueueJob, { id });
      showToast({ text: 'It will be tried again.' });
      await queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/staff/queue') });
    } catch (error) {
      showProblem(error);
    }
  }

  return (
    <>
      <PageHeader title="Queues" />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))', gap: 3, mb: 4 }}>
        {data?.results.map((queue) => (
          <Paper key={queue.name} variant="outlined" sx={{ p: 4 }}>
            <Typography sx={{ fontWeight: 600 }}>{sayQueue(queue.name)}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
              {queue.says}
            </Typography>
            <Typography variant="body2">
              {queue.waiting} waiting, {queue.active} running, {queue.done} done
              {queue.failed > 0 ? (
                <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
                  , {queue.failed} failed
                </Box>
              ) : null}
            </Typography>
          </Paper>
        ))}
      </Box>
      <SearchTable
        endpoint={listQueueJobs}
        label="Jobs in the queues"
        noun={['job', 'jobs']}
        columns={COLUMNS}
        filters={FILTERS}
        refreshEvery={5000}
        search={null}
        pageSize={preferences.page_size}
        rowTitle={(row) => sayQueue(row.queue)}
        rowActions={(row) =>
          mayRetry && row.state === 'failed'
            ? [{ label: 'Try again', icon: 'refresh', run: () => void retry(row.id), isPrimary: true }]
            : []
        }
        actionsWidth={140}
      />
    </>
  );
}
