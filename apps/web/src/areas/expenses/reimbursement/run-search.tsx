import { addressOf } from '@dmse/contract/endpoint';
import {
  exportReimbursement,
  listReimbursements,
  type ReimbursementRow,
  reimbursementPdf,
  reverseReimbursement,
} from '@dmse/contract/expenses/reimbursement';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { useSetWords, useWord } from '../../../parts/search/address.ts';
import type { ColumnOf, RowAction } from '../../../parts/search/search-column.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { RunDialog } from './run-dialog.tsx';

function sayState({ reverses, reversed_by }: ReimbursementRow): string {
  if (reverses !== null) return 'Reversal';
  return reversed_by === null ? '' : 'Reversed';
}
const COLUMNS: readonly ColumnOf<typeof listReimbursements>[] = [
  { id: 'number', title: 'Number', text: (row) => String(row.number), width: 110 },
  { id: 'date', title: 'Date', cell: (row) => <DateText value={row.date} />, width: 130 },
  { id: 'people', title: 'People', text: (row) => String(row.people_count), align: 'right', width: 90 },
  { id: 'expenses', title: 'Expenses', text: (row) => String(row.expense_count), align: 'right', width: 100 },
  { id: 'total', title: 'Total (CAD)', cell: (row) => <MoneyText cents={row.total} dense />, align: 'right', width: 140 },
  { id: 'state', title: 'State', text: sayState, unset: 'Paid', width: 120 },
  { id: 'note', title: 'Note', text: (row) => row.note, unset: '–' },
];
const titleOf = ({ number }: ReimbursementRow) => `Reimbursement ${number}`;

/** The runs by which people were paid back, each with its documents. */
export function RunSearch() {
  const [reversing, setReversing] = useState<ReimbursementRow | null>(null);
  const client = useQueryClient();
  const run = useWord('run');
  const setWords = useSetWords();
  const show = (id: number | undefined) => setWords({ run: id }, { isStep: id !== undefined });
  const open = (address: string) => window.open(address, '_blank', 'noopener');
  const rowActions = (row: ReimbursementRow): RowAction[] => {
    const whyNot = row.reverses !== null ? 'This is a reversal.' : row.reversed_by === null ? null : 'It has been reversed already.';
    return [
      { label: 'People', icon: 'group', run: () => show(row.id), isPrimary: true, isOnCard: true },
      {
        label: 'PDF for each person',
        icon: 'picture_as_pdf',
        run: () => open(addressOf(reimbursementPdf, { id: row.id })),
      },
      { label: 'CSV', icon: 'download', run: () => open(addressOf(exportReimbursement, { id: row.id })) },
      { label: 'Reverse', icon: 'undo', run: () => setReversing(row), whyNot, isDestructive: true },
    ];
  };
  async function reverse({ id }: ReimbursementRow): Promise<void> {
    await call(reverseReimbursement, { id });
    await invalidateArea(client, 'expenses');
  }
  return (
    <>
      <SearchTable
        endpoint={listReimbursements}
        label="Reimbursements"
        noun={['reimbursement', 'reimbursements']}
        columns={COLUMNS}
        search={null}
        rowActions={rowActions}
        rowTitle={titleOf}
        actionsWidth={130}
        empty={{ text: 'Choose what is owed under Reimburse.' }}
      />
      {Number(run) > 0 ? <RunDialog id={Number(run)} onClose={() => show(undefined)} /> : null}
      {reversing ? (
        <ConfirmDialog
          open
          title={`Reverse reimbursement ${reversing.number}?`}
          verb="Reverse reimbursement"
          onConfirm={() => reverse(reversing)}
          onClose={() => setReversing(null)}
          isDestructive
        >
          What it paid is owed again. The reimbursement stays in the list, with its reversal.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
