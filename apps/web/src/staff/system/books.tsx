import { addressOf } from '@dmse/contract/endpoint';
import { exportJournal, exportTrialBalance, getAccountingLock, setAccountingLock } from '@dmse/contract/invoices/books';
import { getTrialBalance, listJournal } from '@dmse/contract/invoices/invoice';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { invalidateArea } from '../../api/invalidate.ts';
import { useCall } from '../../api/use-call.ts';
import { DateInput } from '../../parts/date/date-input.tsx';
import { Icon } from '../../parts/icon/icon.tsx';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { PeriodLock } from '../../parts/period-lock.tsx';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { MoneyText } from '../../parts/text/money-text.tsx';
import { useCan } from '../../session/self.ts';

type Balance = Awaited<ReturnType<typeof call<typeof getTrialBalance>>>['rows'][number];
type Line = Awaited<ReturnType<typeof call<typeof listJournal>>>['results'][number];

const ACCOUNTS: Record<string, string> = {
  receivable: 'Accounts receivable',
  undeposited: 'Undeposited payments',
  bank: 'Bank',
  tax: 'Tax collected',
  retainer: 'Client retainers',
  revenue: 'Revenue',
  'write-off': 'Write-offs',
  'bank charges': 'Bank charges',
};
const sayAccount = ({ account, code }: { account: string; code: string }) => `${ACCOUNTS[account] ?? account}${code ? ` (${code})` : ''}`;
const money = (cents: number) => (cents === 0 ? '–' : <MoneyText cents={cents} dense />);

const BALANCES: readonly DataColumn<Balance>[] = [
  { id: 'account', title: 'Account', cell: sayAccount },
  { id: 'debit', title: 'Debit (CAD)', cell: ({ debit }) => money(debit), align: 'right' },
  { id: 'credit', title: 'Credit (CAD)', cell: ({ credit }) => money(credit), align: 'right' },
  { id: 'balance', title: 'Balance (CAD)', cell: ({ balance }) => money(balance), align: 'right' },
];
const LINES: readonly DataColumn<Line>[] = [
  { id: 'date', title: 'Date', cell: ({ date }) => <DateText value={date} /> },
  { id: 'says', title: 'What', cell: ({ says }) => says },
  { id: 'account', title: 'Account', cell: sayAccount },
  { id: 'client', title: 'Client', cell: ({ client }) => client?.name ?? '–' },
  { id: 'debit', title: 'Debit (CAD)', cell: ({ amount }) => money(Math.max(0, amount)), align: 'right' },
  { id: 'credit', title: 'Credit (CAD)', cell: ({ amount }) => money(Math.max(0, -amount)), align: 'right' },
];
const SHOWN = 100;

const WORDS = {
  rule: 'Nothing dated on a locked day can be posted, changed or taken back.',
  lock: 'Invoices, payments, deposits and expenses dated up to that day stay as they are.',
  open: 'What is dated on these days can be posted and taken back again.',
};

function AccountingLock() {
  const client = useQueryClient();
  const { data } = useCall(getAccountingLock, {});
  async function save(through: string | null): Promise<void> {
    await call(setAccountingLock, {}, { locked_through: through }, data ? { ifMatch: data.version } : {});
    await invalidateArea(client, 'invoices');
  }
  return <PeriodLock noun="The accounting period" short="period" lockedThrough={data?.locked_through} save={save} words={WORDS} />;
}

/** The books: what stands in each account, every posting, and the day through which they are closed. */
export function Books() {
  const mayClose = useCan('ledger.close');
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const isDay = (text: string | null): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');
  const period = { ...(isDay(from) ? { date_from: from } : {}), ...(isDay(to) ? { date_to: to } : {}) };
  const balances = useCall(getTrialBalance, period, { staleTime: 0 });
  const journal = useCall(listJournal, { ...period, ordering: '-date', page_size: SHOWN }, { staleTime: 0 });
  const problem = balances.error ?? journal.error;
  const download = (label: string, href: string) => (
    <Button component="a" href={href} download size="small" startIcon={<Icon name="download" size={18} />}>
      {label}
    </Button>
  );
  return (
    <>
      <PageHeader title="Books" />
      <Stack sx={{ gap: 5 }}>
        {mayClose ? <AccountingLock /> : null}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
          <DateInput label="From" value={from} onChange={setFrom} />
          <DateInput label="To" value={to} onChange={setTo} />
        </Box>
        {problem ? <ErrorState title="The books could not be loaded." error={problem} onRetry={() => void balances.refetch()} /> : null}
        <Paper component="section" variant="outlined" sx={{ p: 4, display: 'grid', gap: 3 }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 2 }}>
            <Typography variant="h2">Trial balance</Typography>
            {download('CSV', addressOf(exportTrialBalance, period))}
          </Stack>
          <DataTable
            label="Trial balance"
            columns={BALANCES}
            rows={balances.data?.rows}
            rowId={({ account, code }) => `${account} ${code}`}
            empty={<EmptyState icon="payments" title="Nothing was posted in this period." />}
          />
        </Paper>
        <Paper component="section" variant="outlined" sx={{ p: 4, display: 'grid', gap: 3 }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 2 }}>
            <Typography variant="h2">Journal</Typography>
            {download('CSV', addressOf(exportJournal, period))}
          </Stack>
          {journal.data && journal.data.count > SHOWN ? (
            <Typography sx={{ color: 'text.secondary' }}>
              The last {SHOWN} of {journal.data.count.toLocaleString('en-CA')} lines; the file has all of them.
            </Typography>
          ) : null}
          <DataTable
            label="Journal"
            columns={LINES}
            rows={journal.data?.results}
            rowId={({ id }) => id}
            empty={<EmptyState icon="payments" title="Nothing was posted in this period." />}
          />
        </Paper>
      </Stack>
    </>
  );
}
