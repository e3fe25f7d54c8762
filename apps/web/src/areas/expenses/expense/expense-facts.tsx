import type { ExpenseRow } from '@dmse/contract/expenses/expense';
import { APPROVAL, BILLING_TONES, REIMBURSEMENT } from '@dmse/domain/states/expense';
import Stack from '@mui/material/Stack';
import { ToneChip } from '../../../parts/record/tone-chip.tsx';

export function ApprovalFact({ approval }: Pick<ExpenseRow, 'approval'>) {
  return <ToneChip text={approval} tone={APPROVAL.rows[approval].tone} />;
}
/** Where nothing is to be paid back, the reason is said: "not applicable" alone tells nobody why. */
export const sayReimbursement = (state: string) => (state === 'not applicable' ? 'paid by the firm' : state);

export function ReimbursementFact({ reimbursement }: Pick<ExpenseRow, 'reimbursement'>) {
  return <ToneChip text={sayReimbursement(reimbursement)} tone={REIMBURSEMENT.rows[reimbursement].tone} />;
}
export function BillingFact({ billing }: Pick<ExpenseRow, 'billing'>) {
  return <ToneChip text={billing} tone={BILLING_TONES[billing]} />;
}

/** The three facts of an expense, side by side: none decides another. */
export function ExpenseFacts({ expense }: { expense: Pick<ExpenseRow, 'approval' | 'reimbursement' | 'billing'> }) {
  return (
    <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
      <ApprovalFact approval={expense.approval} />
      <ReimbursementFact reimbursement={expense.reimbursement} />
      <BillingFact billing={expense.billing} />
    </Stack>
  );
}
