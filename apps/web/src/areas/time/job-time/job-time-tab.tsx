import { getJobTime, type JobTime, listTimeEntries, type TimeEntry } from '@dmse/contract/time/entry';
import { typedDuration } from '@dmse/domain/dates/duration';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { DateInput } from '../../../parts/date/date-input.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useSetWords, useWords } from '../../../parts/search/address.ts';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { WeekStateChip } from '../week/week-toolbar.tsx';
import { HoursChart } from './hours-chart.tsx';
import { runningTotals } from './running-totals.ts';

type Words = Partial<Record<'user' | 'task' | 'from' | 'to', string>>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What the address asks for, as the call takes it. */
function readWords(words: Record<string, unknown>) {
  const id = (value: unknown) => (/^\d+$/.test(String(value ?? '')) ? Number(value) : undefined);
  const day = (value: unknown) => (DAY.test(String(value ?? '')) ? String(value) : undefined);
  const asked = { user: id(words.user), task: id(words.task), from: day(words.from), to: day(words.to) };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as {
    user?: number;
    task?: number;
    from?: string;
    to?: string;
  };
}

const ENTRY_COLUMNS: readonly ColumnOf<typeof listTimeEntries>[] = [
  { id: 'date', title: 'Date', cell: ({ date }) => <DateText value={date} />, width: 120, order: 'date' },
  { id: 'user', title: 'Person', text: ({ user }) => user.full_name, width: 180, order: 'user' },
  { id: 'task', title: 'Task', text: ({ task, milestone }) => [task?.name, milestone?.name].filter(Boolean).join(' · ') },
  { id: 'minutes', title: 'Time', text: ({ minutes }) => typedDuration(minutes), align: 'right', width: 80, order: 'minutes' },
  { id: 'note', title: 'Note', text: ({ note }) => note, unset: '–', card: 'line' },
  { id: 'state', title: 'State', cell: ({ batch_state }) => <WeekStateChip state={batch_state} />, width: 120, card: 'chip' },
];
const linkOf = ({ id }: TimeEntry) => `/entry/${id}`;
const titleOf = ({ user, date }: TimeEntry) => `${user.full_name} on ${date}`;

type Share = JobTime['by_person'][number] & { budget_minutes?: number };

function ShareTable({
  label,
  shares,
  seesAmounts,
  onChoose,
}: {
  label: string;
  shares: readonly Share[];
  seesAmounts: boolean;
  onChoose: (share: Share) => void;
}) {
  const columns: DataColumn<Share>[] = [
    {
      id: 'name',
      title: label,
      cell: (share) => (
        <Button
          size="small"
          onClick={() => onChoose(share)}
          disabled={share.id === null}
          sx={{ justifyContent: 'flex-start', textAlign: 'left' }}
        >
          {share.name}
        </Button>
      ),
    },
    { id: 'minutes', title: 'Hours', cell: ({ minutes }) => typedDuration(minutes), align: 'right' },
    { id: 'billable', title: 'Billable', cell: ({ billable_minutes }) => typedDuration(billable_minutes), align: 'right' },
    ...(shares.some((share) => share.budget_minutes !== undefined)
      ? [
          {
            id: 'budget',
            title: 'Budget',
            cell: ({ budget_minutes = 0 }: Share) => (budget_minutes === 0 ? '–' : typedDuration(budget_minutes)),
            align: 'right' as const,
          },
        ]
      : []),
    ...(seesAmounts
      ? [
          {
            id: 'amount',
            title: 'Amount (CAD)',
            cell: ({ amount }: Share) => <MoneyText cents={amount ?? 0} dense />,
            align: 'right' as const,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={`Hours by ${label.toLowerCase()}`}
      columns={columns}
      rows={shares}
      rowId={({ id, name }) => id ?? name}
      empty={<EmptyState title="Nothing here." />}
    />
  );
}

const WEEK_COLUMNS: readonly DataColumn<ReturnType<typeof runningTotals>[number]>[] = [
  { id: 'first_day', title: 'Week of', cell: ({ first_day }) => <DateText value={first_day} /> },
  { id: 'minutes', title: 'Hours', cell: ({ minutes }) => typedDuration(minutes), align: 'right' },
  { id: 'billable', title: 'Billable', cell: ({ billable_minutes }) => typedDuration(billable_minutes), align: 'right' },
  { id: 'total', title: 'So far', cell: ({ total }) => typedDuration(total), align: 'right' },
];

/** The time on a job by task, person and week, against its budget; the entries below. What is looked at stands in the address. */
export function JobTimeTab({ job }: { job: { id: number } }) {
  const search = useWords();
  const setWords = useSetWords();
  const asked = useMemo(() => readWords(search), [search]);
  const time = useCall(getJobTime, { id: job.id, ...asked }, { keepOld: true });
  const fixed = useMemo(() => ({ job: job.id, ...asked }), [job.id, asked]);
  const go = (words: Words) => setWords({ ...words, page: undefined }, { isStep: true, toTop: true });
  if (time.isError && !time.data)
    return <ErrorState title="The time could not be loaded." error={time.error} onRetry={() => void time.refetch()} />;
  if (!time.data) return <Skeleton variant="rounded" height={360} aria-label="Loading the time" />;
  const { minutes, billable_minutes, budget_minutes, amount, by_task, by_person, by_week } = time.data;
  const isFiltered = Object.keys(asked).length > 0;
  if (minutes === 0 && !isFiltered)
    return (
      <EmptyState
        icon="timer"
        title="There is no time on this job yet."
        text="Time entered for its tasks is added up here by task, person and week."
      />
    );
  const seesAmounts = amount !== undefined;
  return (
    <Stack sx={{ gap: 5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 3 }}>
        <DateInput
          label="From"
          value={asked.from ?? null}
          onChange={(from) => (from === null || DAY.test(from)) && go({ from: from ?? undefined } as Words)}
        />
        <DateInput
          label="To"
          value={asked.to ?? null}
          onChange={(to) => (to === null || DAY.test(to)) && go({ to: to ?? undefined } as Words)}
        />
        {isFiltered ? (
          <Button onClick={() => go({ user: undefined, task: undefined, from: undefined, to: undefined })}>Show everything</Button>
        ) : null}
        <Typography role="status" sx={{ ml: 'auto', alignSelf: 'center', fontVariantNumeric: 'tabular-nums' }}>
          {typedDuration(minutes)}
          {budget_minutes > 0 ? ` of ${typedDuration(budget_minutes)} budgeted` : ''} · {typedDuration(billable_minutes)} billable
          {seesAmounts ? (
            <>
              {' · '}
              <MoneyText cents={amount} />
            </>
          ) : null}
        </Typography>
      </Box>
      <HoursChart by_week={by_week} budget_minutes={budget_minutes} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}>
        <ShareTable label="Task" shares={by_task} seesAmounts={seesAmounts} onChoose={({ id }) => go({ task: String(id) })} />
        <ShareTable label="Person" shares={by_person} seesAmounts={seesAmounts} onChoose={({ id }) => go({ user: String(id) })} />
      </Box>
      <DataTable
        label="Hours by week"
        columns={WEEK_COLUMNS}
        rows={runningTotals(by_week)}
        rowId={({ first_day }) => first_day}
        empty={<EmptyState title="No week has time." />}
      />
      <SearchTable
        endpoint={listTimeEntries}
        label="Entries"
        noun={['entry', 'entries']}
        columns={ENTRY_COLUMNS}
        search={{ label: 'Search entries' }}
        usualOrder="-date"
        fixed={fixed}
        rowLink={linkOf}
        rowTitle={titleOf}
      />
    </Stack>
  );
}
