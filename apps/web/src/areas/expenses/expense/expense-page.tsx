import { type Expense as ExpenseRecord, getExpense, listExpenseHistory, removeExpense } from '@dmse/contract/expenses/expense';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink, useParams } from '@tanstack/react-router';
import { useFormState } from 'react-hook-form';
import { Icon } from '../../../parts/icon/icon.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RemoveButton } from '../../../parts/record/remove-button.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { useCan } from '../../../session/self.ts';
import { ExpenseFacts } from './expense-facts.tsx';
import { ExpenseForm } from './expense-form.tsx';
import { useApproval } from './use-approval.tsx';

const LIST = { to: '/expenses' };

/** What can be done about its approval; what was typed is saved first. */
function ApprovalBar({ expense }: { expense: ExpenseRecord }) {
  const { isDirty } = useFormState();
  const { movesOf, dialog } = useApproval();
  const moves = movesOf(expense);
  if (moves.length === 0) return null;
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }} role="group" aria-label="Approval">
      {moves.map(({ verb, icon, run }, at) => (
        <Button
          key={verb}
          variant={at === moves.findIndex((one) => one.icon !== 'undo') ? 'contained' : 'outlined'}
          disabled={isDirty}
          startIcon={<Icon name={icon} size={18} />}
          onClick={() => void run()}
        >
          {verb}
        </Button>
      ))}
      {dialog}
    </Stack>
  );
}

function Notices({ expense }: { expense: ExpenseRecord }) {
  const { comment, duplicates, can_edit, why_not_edit } = expense;
  return (
    <>
      {comment ? <Alert severity="error">Sent back: {comment}</Alert> : null}
      {duplicates.map(({ id, says }) => (
        <Alert key={id} severity="warning">
          This may have been entered before. {says}{' '}
          <Link component={RouterLink} to={`/expense/${id}`}>
            Open the other one
          </Link>
        </Alert>
      ))}
      {can_edit || !why_not_edit ? null : <Alert severity="info">{why_not_edit}</Alert>}
    </>
  );
}

function Loaded({ expense }: { expense: ExpenseRecord }) {
  const { id, vendor, gross, user, approval } = expense;
  const mayRemove = useCan('expenses.own') && expense.can_edit;
  const title = `${vendor || 'Expense'} ${formatCents(gross)}`;
  return (
    <>
      <PageHeader
        title={title}
        chip={<ExpenseFacts expense={expense} />}
        subtitle={user.full_name}
        actions={
          mayRemove ? (
            <RemoveButton endpoint={removeExpense} id={id} noun="expense" name={title} list={LIST}>
              It is taken off its job too. Its receipts go with it.
            </RemoveButton>
          ) : undefined
        }
      />
      <ExpenseForm key={`${id} ${approval}`} expense={expense}>
        <Notices expense={expense} />
        <ApprovalBar expense={expense} />
      </ExpenseForm>
      <HistoryPanel endpoint={listExpenseHistory} id={id} />
    </>
  );
}

/** An expense: what was paid, for what, and how it stands. */
export function Expense() {
  const { id } = useParams({ from: '/expense/$id' });
  return (
    <RecordPage endpoint={getExpense} id={Number(id)} noun="expense" list={LIST}>
      {(expense) => <Loaded expense={expense} />}
    </RecordPage>
  );
}
