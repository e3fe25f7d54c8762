import { type Disbursement, listDisbursements, removeItem } from '@dmse/contract/expenses/disbursement';
import type { Job } from '@dmse/contract/jobs/job';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import type { ColumnOf, RowAction } from '../../../parts/search/search-column.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { OneLine } from '../../../parts/text/one-line.tsx';
import { Can } from '../../../session/can.tsx';
import { useCan } from '../../../session/self.ts';
import { ApprovalFact, BillingFact } from '../expense/expense-facts.tsx';
import { DisbursementBudget } from './disbursement-budget.tsx';
import { ItemCell } from './item-cell.tsx';
import { QuickAdd } from './quick-add.tsx';

type Column = ColumnOf<typeof listDisbursements>;
function sayQuantity({ quantity, disbursement_type, category }: Disbursement): string {
  return quantity === null ? (category ?? 'Expense') : `${quantity.toLocaleString('en-CA')} ${disbursement_type?.unit ?? ''}`;
}
function DateCell({ row }: { row: Disbursement }) {
  return (
    <ItemCell row={row} field="date">
      <DateText value={row.date} />
    </ItemCell>
  );
}
function NoteCell({ row }: { row: Disbursement }) {
  return (
    <ItemCell row={row} field="note">
      {row.note ? <OneLine full={row.note}>{row.note}</OneLine> : '–'}
    </ItemCell>
  );
}
/** How much of what; the unit stays beside what is typed. */
function QuantityCell({ row }: { row: Disbursement }) {
  if (row.kind === 'expense' || !row.can_open) return sayQuantity(row);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
      <Box sx={{ width: 64, flexShrink: 0 }}>
        <ItemCell row={row} field="quantity">
          {sayQuantity(row)}
        </ItemCell>
      </Box>
      <span>{row.disbursement_type?.unit}</span>
    </Stack>
  );
}
const COLUMNS: readonly Column[] = [
  { id: 'what', title: 'What', text: (row) => row.what, width: 152 },
  { id: 'date', title: 'Date', cell: (row) => <DateCell row={row} />, width: 116 },
  { id: 'quantity', title: 'Quantity, category', cell: (row) => <QuantityCell row={row} />, width: 136 },
  { id: 'user', title: 'Person', text: (row) => row.user.full_name, width: 124 },
  { id: 'task', title: 'Task', text: (row) => row.task?.name, unset: '–' },
  { id: 'note', title: 'Note', cell: (row) => <NoteCell row={row} /> },
];
const CHARGES: readonly Column[] = [
  { id: 'charge_rule', title: 'Charged', text: (row) => row.charge_rule, width: 124 },
  { id: 'charge', title: 'Charge (CAD)', cell: (row) => <MoneyText cents={row.charge} dense />, align: 'right', width: 104 },
];
const FACTS: readonly Column[] = [
  { id: 'approval', title: 'Approval', cell: (row) => (row.approval ? <ApprovalFact approval={row.approval} /> : '–'), width: 116 },
  { id: 'billing', title: 'Billing', cell: (row) => <BillingFact billing={row.billing} />, width: 112 },
];
const rowId = ({ kind, id }: Disbursement) => `${kind}/${id}`;
const titleOf = ({ what }: Disbursement) => what;

/** What was spent and used on a job besides hours: expenses billed to it, and items of the firm's own. */
export function DisbursementsTab({ job }: { job: Job }) {
  const seesAmounts = useCan('amounts.see');
  const client = useQueryClient();
  const [removing, setRemoving] = useState<Disbursement | null>(null);
  const columns = useMemo(() => [...COLUMNS, ...(seesAmounts ? CHARGES : []), ...FACTS], [seesAmounts]);
  const fixed = useMemo(() => ({ job: job.id }), [job.id]);
  const rowActions = (row: Disbursement): RowAction[] => {
    const whyNot = row.can_open ? null : 'It is somebody else’s.';
    if (row.kind === 'expense') return [{ label: 'Open expense', icon: 'open_in_new', to: `/expense/${row.id}`, whyNot }];
    return [{ label: 'Delete', icon: 'delete', run: () => setRemoving(row), whyNot, isDestructive: true }];
  };
  return (
    <>
      <DisbursementBudget job={job.id} />
      {job.is_editable ? (
        <Can do="expenses.own">
          <QuickAdd job={job.id} />
        </Can>
      ) : null}
      <SearchTable
        endpoint={listDisbursements}
        label="Disbursements"
        noun={['disbursement', 'disbursements']}
        columns={columns}
        fixed={fixed}
        search={null}
        rowId={rowId}
        rowTitle={titleOf}
        rowActions={rowActions}
        tools={
          job.is_editable ? (
            <Can do="expenses.own">
              <LinkButton to="/expense" search={{ job: String(job.id) }} startIcon={<Icon name="receipt_long" size={18} />}>
                Enter an expense
              </LinkButton>
            </Can>
          ) : null
        }
        empty={{ text: 'Expenses billed to the job and internal items such as mileage and monuments stand here.' }}
      />
      {removing ? (
        <ConfirmDialog
          open
          title={`Delete ${removing.what}?`}
          verb="Delete disbursement"
          onConfirm={() => call(removeItem, { id: removing.id }).then(() => invalidateArea(client, 'expenses'))}
          onClose={() => setRemoving(null)}
          isDestructive
        >
          It is taken off the job and off what is to be billed.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
