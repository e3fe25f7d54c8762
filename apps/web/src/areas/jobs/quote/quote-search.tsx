import { projectFields } from '@dmse/contract/jobs/job-fields';
import { listQuotes, type QuoteRow } from '@dmse/contract/jobs/quote';
import { OPEN_QUOTE_STATES } from '@dmse/domain/states/quote';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { Can } from '../../../session/can.tsx';
import { useCan, useSelf, useUpdateSelf } from '../../../session/self.ts';
import { useJobSettings } from '../job/use-job-settings.ts';
import { TitleCell } from '../project/title-cell.tsx';
import { QUOTE_STATE_FILTER, QuoteChip } from './quote-chip.tsx';

const DEFAULTS = { state: OPEN_QUOTE_STATES };
const COLUMNS: readonly ColumnOf<typeof listQuotes>[] = [
  { id: 'num', title: 'Quote number', text: (row) => row.num, order: 'num', width: 120 },
  {
    id: 'desc',
    title: projectFields.desc,
    cell: (row, mark) => <TitleCell title={row.desc} types={row.job_types} states={DEFAULTS.state} mark={mark} />,
    order: 'desc',
    width: '24%',
    card: 'line',
  },
  { id: 'client_name', title: projectFields.client, text: (row) => row.client_name, order: 'client_name', width: '14%', unset: '–' },
  { id: 'long_desc', title: projectFields.long_desc, text: (row) => row.long_desc, unset: '–', card: 'none' },
  {
    id: 'project_manager',
    title: 'Project Manager',
    text: (row) => row.project_manager?.full_name,
    order: 'project_manager',
    width: 140,
    unset: '–',
  },
  {
    id: 'updated_on',
    title: 'Last Updated',
    cell: (row) => <DateText value={row.updated_on} as="days" />,
    order: 'updated_on',
    width: 120,
  },
  {
    id: 'state',
    title: 'State',
    cell: (row) => (
      <Box onClick={(event) => event.stopPropagation()}>
        <QuoteChip quote={row} />
      </Box>
    ),
    order: 'state',
    width: 236,
    card: 'chip',
  },
];

/** On a client's own page every row would say the same client. */
const OF_CLIENT = COLUMNS.filter(({ id }) => id !== 'client_name');

const linkOf = (row: QuoteRow) => `/quote/${row.id}`;
const numberOf = (row: QuoteRow) => row.num;

export type QuoteSearchProps = {
  /** The quotes of one client. */
  client?: number;
};

/** The Quotes tab of the jobs dashboard, and the quotes of a client. */
export function QuoteSearch({ client }: QuoteSearchProps) {
  const { id, preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const managesJobs = useCan('quotes.write');
  const settings = useJobSettings();
  const filters = useMemo<readonly SearchFilter[]>(
    () => [
      ...(managesJobs ? [{ kind: 'toggle', name: 'project_manager', label: 'My Projects', value: String(id) } as const] : []),
      { kind: 'multi', name: 'state', label: 'State', choices: QUOTE_STATE_FILTER },
      {
        kind: 'multi',
        name: 'job_types',
        label: 'Job Types',
        choices: (settings?.job_types ?? []).map(({ name }) => ({ value: name, label: name })),
        isAdvanced: true,
      },
    ],
    [managesJobs, id, settings],
  );
  const fixed = useMemo(() => (client === undefined ? {} : { client }), [client]);
  return (
    <SearchTable
      endpoint={listQuotes}
      label="Quotes"
      noun={['quote', 'quotes']}
      columns={client === undefined ? COLUMNS : OF_CLIENT}
      usualOrder="-num"
      filters={filters}
      {...(client === undefined ? { defaults: DEFAULTS } : {})}
      fixed={fixed}
      rowLink={linkOf}
      rowTitle={numberOf}
      pageSize={preferences.page_size}
      onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
      tools={
        <Can do="quotes.write">
          <LinkButton to="/quote" search={{ client }} variant="contained" startIcon={<Icon name="add" size={18} />}>
            New Quote
          </LinkButton>
        </Can>
      }
      empty={{ text: 'A quote says what work would cost. When the client accepts it, it becomes a job.' }}
    />
  );
}
