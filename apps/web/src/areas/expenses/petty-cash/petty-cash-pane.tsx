import {
  countPettyCash,
  getPettyCash,
  listPettyCashRows,
  type PettyCash,
  type PettyCashRow,
  reversePettyCashRow,
  topUpPettyCash,
  updatePettyCash,
} from '@dmse/contract/expenses/petty-cash';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import type { ColumnOf, RowAction } from '../../../parts/search/search-column.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { formatCents, MoneyText } from '../../../parts/text/money-text.tsx';
import { CashDialog } from './cash-dialog.tsx';

const KINDS: Record<PettyCashRow['kind'], string> = { 'top-up': 'Top-up', expense: 'Expense', count: 'Count' };
const COLUMNS: readonly ColumnOf<typeof listPettyCashRows>[] = [
  { id: 'kind', title: 'Kind', text: (row) => `${KINDS[row.kind]}${row.reverses === null ? '' : ', reversed'}`, width: 160 },
  { id: 'date', title: 'Date', cell: (row) => <DateText value={row.date} />, width: 130 },
  { id: 'note', title: 'Note', text: (row) => row.note, unset: '–' },
  { id: 'by', title: 'By', text: (row) => row.created_by?.full_name, unset: '–', width: 160 },
  { id: 'amount', title: 'Amount (CAD)', cell: (row) => <MoneyText cents={row.amount} dense />, align: 'right', width: 140 },
  { id: 'balance', title: 'Balance (CAD)', cell: (row) => <MoneyText cents={row.balance} dense />, align: 'right', width: 140 },
];
const titleOf = (row: PettyCashRow) => `${KINDS[row.kind]} of ${formatCents(row.amount)}`;

function whyNotReverse({ expense, reverses, reversed_by }: PettyCashRow): string | null {
  if (expense !== null) return 'It follows its expense; take the expense back instead.';
  if (reverses !== null) return 'This is a reversal.';
  return reversed_by === null ? null : 'It has been reversed already.';
}

type Asked = 'top-up' | 'count' | 'float' | null;

function CashBox({ box, onAsk }: { box: PettyCash; onAsk: (asked: Asked) => void }) {
  return (
    <Paper variant="outlined" sx={{ p: 4, mb: 4 }}>
      <Stack direction="row" sx={{ gap: 6, flexWrap: 'wrap', alignItems: 'center' }}>
        <ReadOnlyValue label="In the box">
          <Box component="span" sx={{ fontSize: '1.25rem', fontWeight: 500 }}>
            <MoneyText cents={box.balance} />
          </Box>
        </ReadOnlyValue>
        <ReadOnlyValue label="Float">
          <MoneyText cents={box.float} />
        </ReadOnlyValue>
        <ReadOnlyValue label="Missing from the float">
          <MoneyText cents={box.top_up_amount} />
        </ReadOnlyValue>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', ml: { sm: 'auto' } }}>
          <Button variant="contained" onClick={() => onAsk('top-up')}>
            Top up
          </Button>
          <Button variant="outlined" onClick={() => onAsk('count')}>
            Count
          </Button>
          <Button onClick={() => onAsk('float')}>Change float</Button>
        </Stack>
      </Stack>
    </Paper>
  );
}

/** Petty cash: what is in the box, what went in and out, and counting it. */
export function PettyCashPane() {
  const loaded = useCall(getPettyCash, {});
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>(null);
  const [reversing, setReversing] = useState<PettyCashRow | null>(null);
  const refresh = () => invalidateArea(client, 'expenses');
  if (loaded.isError)
    return <ErrorState title="Petty cash could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return <PagePending />;
  const box = loaded.data;
  const close = () => setAsked(null);
  const rowActions = (row: PettyCashRow): RowAction[] => [
    { label: 'Reverse', icon: 'undo', run: () => setReversing(row), whyNot: whyNotReverse(row), isDestructive: true },
  ];
  return (
    <>
      <CashBox box={box} onAsk={setAsked} />
      <SearchTable
        endpoint={listPettyCashRows}
        label="Petty cash"
        noun={['row', 'rows']}
        columns={COLUMNS}
        search={null}
        rowActions={rowActions}
        rowTitle={titleOf}
        empty={{ text: 'Top it up from the bank to begin. Expenses paid from petty cash are taken out when they are submitted.' }}
      />
      {asked === 'top-up' ? (
        <CashDialog
          title="Top up petty cash"
          label="Amount"
          text={`There is ${formatCents(box.balance)} in the box.`}
          first={box.top_up_amount || null}
          verb="Top up"
          hasNote
          onDone={(amount, note) => call(topUpPettyCash, {}, { amount, note }).then(refresh)}
          onClose={close}
        />
      ) : null}
      {asked === 'count' ? (
        <CashDialog
          title="Count petty cash"
          label="Counted"
          text={`There should be ${formatCents(box.balance)}. A difference is posted, with what is known of it.`}
          first={null}
          verb="Record count"
          hasNote
          onDone={(counted, note) => call(countPettyCash, {}, { counted, note }).then(refresh)}
          onClose={close}
        />
      ) : null}
      {asked === 'float' ? (
        <CashDialog
          title="Change float"
          label="Float"
          text="What the box is filled up to."
          first={box.float}
          verb="Save float"
          hasNote={false}
          onDone={(float) => call(updatePettyCash, {}, { float }, { ifMatch: box.version }).then(refresh)}
          onClose={close}
        />
      ) : null}
      {reversing ? (
        <ConfirmDialog
          open
          title={`Reverse ${titleOf(reversing)}?`}
          verb="Reverse row"
          onConfirm={() => call(reversePettyCashRow, { id: reversing.id }).then(refresh)}
          onClose={() => setReversing(null)}
          isDestructive
        >
          Another row takes it back; both stay.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
