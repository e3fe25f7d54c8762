import { getLedgerHealth } from '@dmse/contract/wip/wip';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCall } from '../../api/use-call.ts';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';

type Difference = { what: string; says: string };
const COUNT = new Intl.NumberFormat('en-CA');

/** Where what differs is looked at: "Job 26-0001", "time/12", "expense/7". */
function addressOfRecord(what: string): string | null {
  const [, job] = /^Job (.+)$/.exec(what) ?? [];
  if (job) return `/app/jobs?${new URLSearchParams({ query: job })}`;
  const [kind, id] = what.split('/');
  return kind === 'time' ? `/app/entry/${id}` : kind === 'expense' ? `/app/expense/${id}` : null;
}

function sayRecord(what: string): string {
  return what
    .replace(/^time\//, 'Time entry ')
    .replace(/^expense\//, 'Expense ')
    .replace(/^item\//, 'Internal item ');
}

const COLUMNS: readonly DataColumn<Difference>[] = [
  {
    id: 'what',
    title: 'Record',
    cell: ({ what }) => {
      const address = addressOfRecord(what);
      return address ? <Link href={address}>{sayRecord(what)}</Link> : sayRecord(what);
    },
  },
  { id: 'says', title: 'What differs', cell: ({ says }) => says },
];

/** Every kept figure compared with what the ledger adds up to, each difference by name. */
export function LedgerHealth() {
  const { data, error, isError, isFetching, refetch } = useCall(getLedgerHealth, {}, { staleTime: 0 });
  return (
    <>
      <PageHeader
        title="Ledger health"
        actions={
          <Button variant="outlined" loading={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        }
      />
      {isError && !data ? (
        <ErrorState title="The ledger could not be checked." error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={200} role="progressbar" aria-label="Checking the ledger" />
      ) : (
        <Stack sx={{ gap: 4 }}>
          <Typography sx={{ color: 'text.secondary', maxWidth: 720 }}>
            Compared with the WIP ledger: the figures of each job (WIP, ready to bill, on a draft, on hold, billed, written off, average
            age, last time entry), where each piece of work is, and the job, task, day and amount of every time entry, expense and internal
            item. Compared with the journal: what is owed, paid, credited, deposited and given in advance, by invoice, payment, deposit and
            client.
          </Typography>
          <Typography role="status">
            {COUNT.format(data.checked)} records checked, <DateText value={data.at} as="relative" />.
          </Typography>
          <DataTable
            label="Differences"
            columns={COLUMNS}
            rows={data.differences}
            rowId={({ what, says }) => `${what} ${says}`}
            empty={<EmptyState icon="check_circle" title="Nothing differs." text="Every kept figure is what the ledger adds up to." />}
          />
        </Stack>
      )}
    </>
  );
}
