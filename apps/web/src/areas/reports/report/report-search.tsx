import { getClient, listClients } from '@dmse/contract/clients/client';
import { getJob, listJobs } from '@dmse/contract/jobs/job';
import { listEmployees } from '@dmse/contract/people/user';
import type { ReportAbout } from '@dmse/contract/reports/report';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { dateFilter } from '../../../parts/date/date-filter.tsx';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { clientChoice } from '../../../parts/picker/client-choice.ts';
import { Picker } from '../../../parts/picker/picker.tsx';
import { useSetWords, useWords } from '../../../parts/search/address.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { useCan } from '../../../session/self.ts';
import { FilterBox } from '../../invoices/invoice/client-filter.tsx';
import { jobChoice } from '../../sites/field-run/job-choice.ts';
import { periodsFrom } from './periods.ts';

type Words = Readonly<Record<string, unknown>>;

/** The first and the last day at once. */
function PeriodSelect() {
  const setWords = useSetWords();
  const words = useWords();
  const periods = periodsFrom(useToday());
  const isOpen = words.from === undefined && words.to === undefined;
  const chosen = periods.find(({ from, to }) => from === words.from && to === words.to);
  function choose(name: string): void {
    const { from, to } = periods.find((one) => one.name === name) ?? {};
    setWords({ from, to, page: undefined });
  }
  return (
    <TextField
      select
      label="Period"
      value={isOpen ? 'usual' : (chosen?.name ?? 'own')}
      onChange={(event) => choose(event.target.value)}
      sx={{ flex: '0 1 200px', minWidth: 190 }}
    >
      <MenuItem value="usual">This year until today</MenuItem>
      {periods.map(({ name, label }) => (
        <MenuItem key={name} value={name}>
          {label}
        </MenuItem>
      ))}
      {isOpen || chosen ? null : <MenuItem value="own">Other days</MenuItem>}
    </TextField>
  );
}

const idIn = (words: Words, name: string) => (/^[1-9]\d*$/.test(String(words[name] ?? '')) ? Number(words[name]) : null);

const FROM = dateFilter('from', 'From') as SearchFilter & { kind: 'own' };
const PERIOD: readonly SearchFilter[] = [
  {
    ...FROM,
    render: (value, onChange) => (
      <>
        <PeriodSelect />
        {FROM.render(value, onChange)}
      </>
    ),
  },
  dateFilter('to', 'To'),
];

/** `category:Fuel` as "Category: Fuel"; a group of rows that have no category as "Category: –". */
function sayGroup(group_by: ReportAbout['group_by'], group: string): string {
  const [column, ...value] = group.split(':');
  return `${group_by.find(({ name }) => name === column)?.label ?? column}: ${value.join(':') || '–'}`;
}

/** What a report is narrowed by and how its rows are put together. The address holds ids; their names are asked for. */
export function useReportFilters({ filters, states, only, group_by }: ReportAbout): readonly SearchFilter[] {
  const words = useWords();
  const [seesClients, seesJobs, seesPeople] = [useCan('clients.read'), useCan('jobs.look_up'), useCan('people.list')];
  const readsJobs = useCan('jobs.read');
  const [client, job] = [idIn(words, 'client'), idIn(words, 'job')];
  const clientName = useCall(getClient, { id: client ?? 0 }, { enabled: seesClients && client !== null, retry: false }).data?.name;
  const jobNum = useCall(getJob, { id: job ?? 0 }, { enabled: readsJobs && job !== null, retry: false }).data?.num;
  const asksPeople = filters.includes('manager') || filters.includes('person');
  const people = useCall(listEmployees, { page_size: 200 }, { enabled: seesPeople && asksPeople }).data?.results;
  return useMemo(() => {
    const named = (people ?? []).map(({ id, full_name }) => ({ value: String(id), label: full_name }));
    const sayClient = (value: string) => clientName ?? `No. ${value}`;
    const sayJob = (value: string) => jobNum ?? `No. ${value}`;
    const all: (SearchFilter | false)[] = [
      ...(filters.includes('from') ? PERIOD : []),
      filters.includes('as_of') && dateFilter('as_of', 'As of'),
      filters.includes('client') &&
        seesClients && {
          kind: 'own',
          name: 'client',
          label: 'Client',
          describe: sayClient,
          render: (value, onChange) => (
            <FilterBox>
              <Picker
                label="Client"
                endpoint={listClients}
                toChoice={clientChoice}
                recentKey="client"
                value={value ? { id: Number(value), label: sayClient(value) } : null}
                onChange={(choice) => onChange(choice ? String(choice.id) : '')}
              />
            </FilterBox>
          ),
        },
      filters.includes('job') &&
        seesJobs && {
          kind: 'own',
          name: 'job',
          label: 'Job',
          describe: sayJob,
          render: (value, onChange) => (
            <FilterBox>
              <Picker
                label="Job"
                endpoint={listJobs}
                toChoice={jobChoice}
                recentKey="job"
                value={value ? { id: Number(value), label: sayJob(value) } : null}
                onChange={(choice) => onChange(choice ? String(choice.id) : '')}
              />
            </FilterBox>
          ),
        },
      filters.includes('manager') &&
        seesPeople && { kind: 'single', name: 'manager', label: 'Project manager', anyLabel: 'Anybody', choices: named },
      filters.includes('person') && seesPeople && { kind: 'single', name: 'person', label: 'Person', anyLabel: 'Anybody', choices: named },
      filters.includes('state') && {
        kind: 'multi',
        name: 'state',
        label: 'State',
        choices: states.map((state) => ({ value: state, label: state })),
      },
      only.length > 0 && {
        kind: 'single',
        name: 'only',
        label: 'Show',
        anyLabel: 'All',
        choices: only.map(({ name, label }) => ({ value: name, label })),
      },
      group_by.length > 0 && {
        kind: 'single',
        name: 'group_by',
        label: 'Group by',
        anyLabel: 'Nothing',
        choices: group_by.map(({ name, label }) => ({ value: name, label })),
      },
      group_by.length > 0 && { kind: 'linked', name: 'of', label: 'Group', describe: (group) => sayGroup(group_by, group) },
    ];
    return all.filter((filter) => filter !== false);
  }, [filters, states, only, group_by, people, clientName, jobNum, seesClients, seesJobs, seesPeople]);
}
