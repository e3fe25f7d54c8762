import type { ExpenseRow } from '@dmse/contract/expenses/expense';
import { createReimbursement } from '@dmse/contract/expenses/reimbursement';
import { sumCents } from '@dmse/domain/money/cents';
import { sayCount } from '@dmse/domain/text/counts';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { Selection } from '../../../parts/search/search-view.ts';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { ExpenseSearch } from '../expense/expense-search.tsx';

/** What the firm owes people: chosen, and paid back in one run. */
export function ReimburseSearch() {
  const [chosen, setChosen] = useState<Selection<ExpenseRow> | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const sumOf = (rows: readonly ExpenseRow[]) => formatCents(sumCents(rows.map(({ gross }) => gross)));
  const peopleIn = (rows: readonly ExpenseRow[]) => new Set(rows.map(({ user }) => user.id)).size;

  async function pay({ rows, clear }: Selection<ExpenseRow>): Promise<void> {
    await call(createReimbursement, {}, { expenses: rows.map(({ id }) => id) });
    clear();
    await invalidateArea(client, 'expenses');
    await navigate({ to: '/expenses', search: { tab: 'runs' } });
  }
  return (
    <>
      <ExpenseSearch
        scope="owed"
        selection={(selection) => (
          <Button size="small" variant="contained" startIcon={<Icon name="payments" size={18} />} onClick={() => setChosen(selection)}>
            Pay back {sumOf(selection.rows)}
          </Button>
        )}
      />
      {chosen ? (
        <ConfirmDialog
          open
          title={`Pay back ${sumOf(chosen.rows)}?`}
          verb="Record reimbursement"
          onConfirm={() => pay(chosen)}
          onClose={() => setChosen(null)}
        >
          {sayCount(chosen.rows.length, 'expense')} of {peopleIn(chosen.rows) === 1 ? '1 person' : `${peopleIn(chosen.rows)} people`} are
          marked as reimbursed today, with a PDF for each person. It can be reversed.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
