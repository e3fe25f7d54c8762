import { readQuery } from '@dmse/contract/common/read-query';
import { getInvoiceTotals, type InvoiceRow, invoiceFields, listInvoices } from '@dmse/contract/invoices/invoice';
import { listJobs } from '@dmse/contract/jobs/job';
import { AGE_BUCKETS, type AgeBucket } from '@dmse/domain/invoices/age';
import { INVOICE_STATES, SETTLEMENTS } from '@dmse/domain/states/invoice';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { dateFilter } from '../../../parts/date/date-filter.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { Picker } from '../../../parts/picker/picker.tsx';
import { useWords } from '../../../parts/search/address.ts';
import type { ColumnOf } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { Can } from '../../../session/can.tsx';
import { useSelf, useUpdateSelf } from '../../../session/self.ts';
import { jobChoice } from '../../sites/field-run/job-choice.ts';
import { ClientPicker, FilterBox } from './client-filter.tsx';
import { InvoiceStateFact, SettlementFact } from './invoice-facts.tsx';

const COLUMNS: readonly ColumnOf<typeof listInvoices>[] = [
  { id: 'num', title: 'Number', text: (row) => row.num, unset: 'Draft', order: 'num', width: 88 },
  { id: 'client', title: 'Client', text: (row) => row.client.name, card: 'line' },
  { id: 'jobs', title: 'Jobs', text: (row) => row.jobs.map(({ num }) => num).join(', '), unset: '–', width: 116 },
  { id: 'date', title: invoiceFields.date, cell: (row) => <DateText value={row.date} />, order: 'date', width: 118 },
  { id: 'due_date', title: 'Due', cell: (row) => <DateText value={row.due_date} />, order: 'due_date', width: 118 },
  {
    id: 'total',
    title: 'Total (CAD)',
    cell: (row) => <MoneyText cents={row.total} dense />,
    order: 'total',
    align: 'right',
    width: 112,
  },
  {
    id: 'balance',
    title: 'Balance (CAD)',
    cell: (row) => <MoneyText cents={row.balance} dense />,
    order: 'balance',
    align: 'right',
    width: 120,
  },
  { id: 'state', title: 'State', cell: (row) => <InvoiceStateFact state={row.state} />, card: 'chip', width: 124 },
  { id: 'settlement', title: 'Payment', cell: (row) => <SettlementFact {...row} />, card: 'chip', width: 204 },
];

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
/** What asks for no money is found by its state. */
const SETTLED = SETTLEMENTS.filter((settlement) => settlement !== 'none');
const FACTS: readonly SearchFilter[] = [
  { kind: 'multi', name: 'state', label: 'State', choices: same(INVOICE_STATES) },
  { kind: 'multi', name: 'settlement', label: 'Payment', choices: same(SETTLED) },
  { kind: 'toggle', name: 'is_overdue', label: 'Overdue' },
];
const AGE_WORDS: Record<AgeBucket, string> = {
  current: 'Not yet due',
  '1–30': '1–30 days past due',
  '31–60': '31–60 days past due',
  '61–90': '61–90 days past due',
  'over 90': 'Over 90 days past due',
};
const AGE: SearchFilter = {
  kind: 'multi',
  name: 'age',
  label: 'Age',
  choices: AGE_BUCKETS.map((value) => ({ value, label: AGE_WORDS[value] })),
};
const DAYS = [dateFilter('date_from', 'From'), dateFilter('date_to', 'To')];
const NAMES = new Set([...FACTS, AGE, ...DAYS].map(({ name }) => name).concat('query', 'client', 'job'));

/** The names behind the client and the job that the address asks for, as the invoices have them. */
function useNames(words: { client?: string; job?: string }) {
  const ask = (filter: { client: number } | { job: number } | null) => filter ?? { client: 0 };
  const [client, job] = [Number(words.client) || null, Number(words.job) || null];
  const ofClient = useCall(listInvoices, { ...ask(client ? { client } : null), page_size: 1 }, { enabled: client !== null }).data;
  const ofJob = useCall(listInvoices, { ...ask(job ? { job } : null), page_size: 1 }, { enabled: job !== null }).data;
  return {
    client: client === null ? '' : (ofClient?.results[0]?.client.name ?? `No. ${client}`),
    job: job === null ? '' : (ofJob?.results[0]?.jobs.find(({ id }) => id === job)?.num ?? `No. ${job}`),
  };
}

function useFilters(names: ReturnType<typeof useNames>): readonly SearchFilter[] {
  return useMemo(() => {
    const about: SearchFilter[] = [
      {
        kind: 'own',
        name: 'client',
        label: 'Client',
        describe: () => names.client,
        render: (value, onChange) => (
          <FilterBox>
            <ClientPicker
              value={value ? { id: Number(value), label: names.client } : null}
              onChange={(choice) => onChange(choice ? String(choice.id) : '')}
            />
          </FilterBox>
        ),
      },
      {
        kind: 'own',
        name: 'job',
        label: 'Job',
        describe: () => names.job,
        render: (value, onChange) => (
          <FilterBox>
            <Picker
              label="Job"
              endpoint={listJobs}
              toChoice={jobChoice}
              recentKey="job"
              value={value ? { id: Number(value), label: names.job } : null}
              onChange={(choice) => onChange(choice ? String(choice.id) : '')}
            />
          </FilterBox>
        ),
      },
      AGE,
      ...DAYS,
    ];
    return [...FACTS, ...about.map((filter) => ({ ...filter, isAdvanced: true }))];
  }, [names.client, names.job]);
}

/** What everything that is found comes to, on whichever page it is. */
function Totals({ words }: { words: Record<string, unknown> }) {
  const asked = useMemo(() => {
    const own = Object.entries(words).filter(([name, value]) => NAMES.has(name) && value);
    return readQuery(getInvoiceTotals.declaration.query, Object.fromEntries(own) as Record<string, string | string[]>);
  }, [words]);
  const { data } = useCall(getInvoiceTotals, asked, { keepOld: true });
  if (!data || data.count === 0) return null;
  const figures = [
    ['Total', data.total],
    ['Balance', data.balance],
    ['Overdue', data.overdue],
  ] as const;
  return (
    <Box
      role="status"
      aria-label={`Totals of ${sayCount(data.count, 'invoice')}`}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 1, mb: 4 }}
    >
      {figures.map(([label, cents]) => (
        <Typography key={label} component="div">
          <Box component="span" sx={{ color: 'text.secondary', mr: 2 }}>
            {label}
          </Box>
          <Box component="strong" sx={{ fontWeight: 600, ...(label === 'Overdue' && cents > 0 ? { color: 'error.main' } : {}) }}>
            <MoneyText cents={cents} />
          </Box>
        </Typography>
      ))}
    </Box>
  );
}

const linkOf = (row: InvoiceRow) => `/invoice/${row.id}`;
const titleOf = (row: InvoiceRow) => (row.num ? `Invoice ${row.num}` : `Draft for ${row.client.name}`);

const NEW_INVOICE = (
  <Can do="invoices.write">
    <LinkButton to="/invoice" variant="contained" startIcon={<Icon name="add" size={18} />}>
      New invoice
    </LinkButton>
  </Can>
);

/** The invoices, what is owed on them, and what they come to. */
export function InvoiceSearch() {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const words = useWords();
  const filters = useFilters(useNames(words));
  return (
    <>
      <Totals words={words} />
      <SearchTable
        endpoint={listInvoices}
        label="Invoices"
        noun={['invoice', 'invoices']}
        columns={COLUMNS}
        usualOrder="-date"
        filters={filters}
        rowLink={linkOf}
        rowTitle={titleOf}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        tools={NEW_INVOICE}
        empty={{ text: 'An invoice begins as a draft for a client, with the work that is ready to be billed.', action: NEW_INVOICE }}
      />
    </>
  );
}
