import { JOB_AMOUNT_ORDER, type JobRow, listJobs } from '@dmse/contract/jobs/job';
import { projectFields } from '@dmse/contract/jobs/job-fields';
import { localDate } from '@dmse/domain/dates/local-date';
import { staleness } from '@dmse/domain/dates/staleness';
import { DEPARTMENTS } from '@dmse/domain/jobs/departments';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { useFirmZone } from '../../../parts/date/firm-zone.ts';
import { useNow } from '../../../parts/date/use-now.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { useWords } from '../../../parts/search/address.ts';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { OneLine } from '../../../parts/text/one-line.tsx';
import { Can } from '../../../session/can.tsx';
import { useCan, useSelf, useUpdateSelf } from '../../../session/self.ts';
import { TitleCell } from '../project/title-cell.tsx';
import { JOB_STATE_FILTER, JobChip } from './job-chip.tsx';
import { useJobSettings } from './use-job-settings.ts';

/** "SURVEYING" as a person reads it beside a number. */
function sayDisciplines(list: readonly string[] | undefined): string {
  return (list ?? []).map((name) => name.charAt(0) + name.slice(1).toLowerCase()).join(', ');
}

/** When somebody last worked on it, flagged when that is long ago. */
function LastEntry({ row }: { row: JobRow }) {
  const zone = useFirmZone();
  const today = localDate(useNow(), zone);
  const last = row.last_time_entry_date ?? null;
  const flag = staleness({ state: row.state, last_time_entry_date: last }, today);
  if (flag) return <Chip size="small" color={flag.tone === 'error' ? 'error' : 'warning'} label={flag.says} title={last ?? ''} />;
  return last ? <DateText value={last} /> : <>Never</>;
}

const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary, fontWeight: 400, marginLeft: 4 }));

const DEFAULTS = { state: ['IN PROGRESS'] };
const NUMBER: ColumnOf<typeof listJobs> = {
  id: 'num',
  title: 'Job',
  cell: (row, mark) => {
    const disciplines = sayDisciplines(row.discipline);
    return (
      <OneLine full={`${row.num} ${disciplines}`}>
        {mark(row.num)} <Quiet>{disciplines}</Quiet>
      </OneLine>
    );
  },
  order: 'num',
  width: 160,
};
const FACTS: readonly ColumnOf<typeof listJobs>[] = [
  {
    id: 'desc',
    title: projectFields.desc,
    cell: (row, mark) => <TitleCell title={row.desc} types={row.job_types ?? []} states={DEFAULTS.state} mark={mark} />,
    order: 'desc',
    width: '27%',
    card: 'line',
  },
  { id: 'client_name', title: projectFields.client, text: (row) => row.client_name, order: 'client_name', width: '15%', unset: '–' },
  { id: 'long_desc', title: projectFields.long_desc, text: (row) => row.long_desc, unset: '–', card: 'none' },
  {
    id: 'project_manager',
    title: 'Project Manager',
    text: (row) => row.project_manager?.full_name,
    order: 'project_manager',
    width: 140,
    unset: '–',
  },
];
const MONEY: readonly ColumnOf<typeof listJobs>[] = [
  {
    id: 'wip_cost',
    title: 'Balance (CAD)',
    cell: (row) => <MoneyText cents={row.wip_cost} dense />,
    align: 'right',
    width: 130,
    order: 'wip_cost',
  },
  {
    id: 'avg_wip_age',
    title: 'Avg. Age',
    cell: (row) => (row.avg_wip_age == null ? '–' : sayCount(Math.round(row.avg_wip_age), 'day')),
    align: 'right',
    width: 110,
    order: 'avg_wip_age',
  },
  { id: 'last_time_entry_date', title: 'Last Entry', cell: (row) => <LastEntry row={row} />, width: 140, order: 'last_time_entry_date' },
];
const STATE: ColumnOf<typeof listJobs> = {
  id: 'state',
  title: 'State',
  cell: (row) => (
    <Box onClick={(event) => event.stopPropagation()}>
      <JobChip job={row} />
    </Box>
  ),
  order: 'state',
  width: 140,
  card: 'chip',
};
const COLUMNS = [NUMBER, ...FACTS, STATE];
/** With My Projects on, what a manager looks after takes the place of the long description. */
const MY_COLUMNS = [NUMBER, ...FACTS.filter(({ id }) => id !== 'long_desc'), ...MONEY, STATE];

/** On a client's own page every row would say the same client. */
function withoutClient(columns: readonly ColumnOf<typeof listJobs>[]): readonly ColumnOf<typeof listJobs>[] {
  return columns.filter(({ id }) => id !== 'client_name');
}
/** By an amount only whoever may see amounts can order. */
function withoutAmountOrder(columns: readonly ColumnOf<typeof listJobs>[]): readonly ColumnOf<typeof listJobs>[] {
  const isAmount = (order = '') => (JOB_AMOUNT_ORDER as readonly string[]).includes(order);
  return columns.map(({ order, ...column }) => (order && !isAmount(order) ? { ...column, order } : column));
}
const OF_CLIENT = withoutClient(COLUMNS);
const MY_OF_CLIENT = withoutClient(MY_COLUMNS);

const DISCIPLINES = DEPARTMENTS.map((value) => ({ value, label: sayDisciplines([value]) }));

const linkOf = (row: JobRow) => `/job/${row.id}`;
const numberOf = (row: JobRow) => row.num;

export type JobSearchProps = {
  /** The jobs of one client. */
  client?: number;
};

/** The Jobs tab of the jobs dashboard, and the jobs of a client. */
export function JobSearch({ client }: JobSearchProps) {
  const { id, preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const managesJobs = useCan('jobs.write');
  const settings = useJobSettings();
  const search = useWords();
  const isMine = managesJobs && String(search.project_manager ?? '') === String(id);
  const filters = useMemo<readonly SearchFilter[]>(
    () => [
      ...(managesJobs ? [{ kind: 'toggle', name: 'project_manager', label: 'My Projects', value: String(id) } as const] : []),
      { kind: 'multi', name: 'state', label: 'State', choices: JOB_STATE_FILTER },
      {
        kind: 'multi',
        name: 'job_types',
        label: 'Job Types',
        choices: (settings?.job_types ?? []).map(({ name }) => ({ value: name, label: name })),
        isAdvanced: true,
      },
      { kind: 'multi', name: 'discipline', label: 'Discipline', choices: DISCIPLINES, isAdvanced: true },
    ],
    [managesJobs, id, settings],
  );
  const seesAmounts = useCan('amounts.see');
  const columns = useMemo(() => {
    const shown = client === undefined ? (isMine ? MY_COLUMNS : COLUMNS) : isMine ? MY_OF_CLIENT : OF_CLIENT;
    return seesAmounts ? shown : withoutAmountOrder(shown);
  }, [client, isMine, seesAmounts]);
  const fixed = useMemo(() => (client === undefined ? {} : { client }), [client]);
  return (
    <SearchTable
      endpoint={listJobs}
      label="Jobs"
      noun={['job', 'jobs']}
      columns={columns}
      usualOrder="-num"
      filters={filters}
      {...(client === undefined ? { defaults: DEFAULTS } : {})}
      fixed={fixed}
      rowLink={linkOf}
      rowTitle={numberOf}
      pageSize={preferences.page_size}
      onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
      tools={
        <Can do="jobs.write">
          <LinkButton to="/job" search={{ client }} variant="contained" startIcon={<Icon name="add" size={18} />}>
            New Job
          </LinkButton>
        </Can>
      }
      empty={{ text: 'A job is work that was agreed to: its tasks, budget, time and memos hang on it.' }}
    />
  );
}
