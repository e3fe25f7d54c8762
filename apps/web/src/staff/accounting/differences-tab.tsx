import {
  compareLedgersNow,
  getLedgerComparison,
  type LedgerComparison,
  type LedgerDifference,
} from '@dmse/contract/accounting/differences';
import type { AccountingLink } from '@dmse/contract/accounting/link';
import { subtractCents } from '@dmse/domain/money/cents';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { MoneyText } from '../../parts/text/money-text.tsx';
import { Can } from '../../session/can.tsx';
import { useCan } from '../../session/self.ts';
import { DifferenceAct } from './difference-act.tsx';

const POLL_MS = 3000;
const KINDS: Record<LedgerDifference['kind'], string> = {
  'document missing there': 'Missing in the accounting system',
  'document missing here': 'Missing here',
  'void on one side': 'Void on one side',
  'amount differs': 'Total',
  'tax differs': 'Tax',
  'balance differs': 'Owed',
  'client balance differs': 'Owed by the client',
  'tax total differs': 'Tax collected',
};

type Side = LedgerComparison['here'];
type Figure = { label: string; of: keyof Side; here: Side; there: Side };
const COUNT = new Intl.NumberFormat('en-CA');
const sayFigure = (of: keyof Side, value: number) => (of === 'documents' ? COUNT.format(value) : <MoneyText cents={value} dense />);
const FIGURES: readonly DataColumn<Figure>[] = [
  { id: 'label', title: 'Both ledgers', cell: ({ label }) => label },
  { id: 'here', title: 'Here', cell: ({ of, here }) => sayFigure(of, here[of]), align: 'right' },
  { id: 'there', title: 'Accounting system', cell: ({ of, there }) => sayFigure(of, there[of]), align: 'right' },
  {
    id: 'gap',
    title: 'Difference',
    cell: ({ of, here, there }) => (here[of] === there[of] ? '–' : sayFigure(of, subtractCents(here[of], there[of]))),
    align: 'right',
  },
];
const LABELS: Record<keyof Side, string> = { documents: 'Documents', total: 'Total (CAD)', tax: 'Tax (CAD)', owed: 'Owed (CAD)' };
const figuresOf = ({ here, there }: LedgerComparison) =>
  (['documents', 'total', 'tax', 'owed'] as const).map((of): Figure => ({ label: LABELS[of], of, here, there }));

function Subject({ difference: { subject, invoice } }: { difference: LedgerDifference }) {
  const mayLook = useCan('invoices.read');
  return invoice !== null && mayLook ? <Link href={`/app/invoice/${invoice}`}>{subject}</Link> : subject;
}

const COLUMNS: readonly DataColumn<LedgerDifference>[] = [
  { id: 'subject', title: 'Document, client or tax', cell: (row) => <Subject difference={row} /> },
  { id: 'kind', title: 'What differs', cell: ({ kind }) => KINDS[kind] },
  { id: 'here', title: 'Here (CAD)', cell: ({ here }) => <MoneyText cents={here} dense />, align: 'right' },
  { id: 'there', title: 'Accounting system (CAD)', cell: ({ there }) => <MoneyText cents={there} dense />, align: 'right' },
  { id: 'cause', title: 'Cause', cell: ({ cause }) => cause },
  { id: 'act', title: 'What to do', cell: (row) => <DifferenceAct difference={row} /> },
];

function Compared({ comparison }: { comparison: LedgerComparison }) {
  const { differences, undeposited } = comparison;
  return (
    <>
      <Box sx={{ maxWidth: 640 }}>
        <DataTable label="Both ledgers" columns={FIGURES} rows={figuresOf(comparison)} rowId={({ label }) => label} empty={null} />
      </Box>
      {undeposited === 0 ? null : (
        <Typography sx={{ color: 'text.secondary' }}>
          <MoneyText cents={undeposited} /> was received here and is not deposited. It is sent with its deposit, and counts as owed until
          then.
        </Typography>
      )}
      <DataTable
        label="Differences"
        columns={COLUMNS}
        rows={differences}
        rowId={({ kind, subject }) => `${kind} ${subject}`}
        empty={<EmptyState icon="check_circle" title="Both ledgers are equal to the cent." />}
      />
    </>
  );
}

/** Both ledgers side by side, and each difference with its cause and what to do about it. */
export function DifferencesTab({ link }: { link: AccountingLink }) {
  const queries = useQueryClient();
  const { data, error, isError, refetch } = useCall(
    getLedgerComparison,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.is_running ? POLL_MS : false) },
  );
  async function compare(): Promise<void> {
    try {
      queries.setQueryData(callKey(getLedgerComparison), await call(compareLedgersNow, {}));
    } catch (problem) {
      showProblem(problem, 'The ledgers were not compared.');
    }
  }
  if (!data)
    return isError ? (
      <ErrorState title="The comparison could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton variant="rounded" height={200} role="progressbar" aria-label="Loading the comparison" />
    );
  const { compared_on, is_running, failed } = data;
  return (
    <Stack sx={{ gap: 4 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {is_running ? (
            'Comparing both ledgers.'
          ) : compared_on ? (
            <>
              Compared <DateText value={compared_on} as="relative" />.
            </>
          ) : (
            'Not compared yet.'
          )}
        </Typography>
        {link.state === 'connected' ? (
          <Can do="accounting.write">
            <Button variant="outlined" loading={is_running} onClick={() => void compare()}>
              Compare now
            </Button>
          </Can>
        ) : null}
      </Stack>
      {failed ? <Alert severity="error">The last comparison could not be finished: {failed}</Alert> : null}
      {compared_on ? (
        <Compared comparison={data} />
      ) : is_running ? null : (
        <EmptyState
          icon="table_rows"
          title="The ledgers were not compared yet."
          text={
            link.state === 'connected'
              ? 'They are compared every night, and whenever somebody asks.'
              : 'Connect the accounting system first.'
          }
        />
      )}
    </Stack>
  );
}
