import type { ExpenseRow } from '@dmse/contract/expenses/expense';
import { APPROVAL, BILLING_TONES, REIMBURSEMENT } from '@dmse/domain/states/expense';
import type { Tone } from '@dmse/domain/states/machine';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';

function FactChip({ text, tone }: { text: string; tone: Tone }) {
  return <Chip size="small" color={tone === 'muted' ? 'default' : tone} variant={tone === 'muted' ? 'outlined' : 'filled'} label={text} />;
}

export function ApprovalFact({ approval }: Pick<ExpenseRow, 'approval'>) {
  return <FactChip text={approval} tone={APPROVAL.rows[approval].tone} />;
}
export function ReimbursementFact({ reimbursement }: Pick<ExpenseRow, 'reimbursement'>) {
  return <FactChip text={reimbursement} tone={REIMBURSEMENT.rows[reimbursement].tone} />;
}
export function BillingFact({ billing }: Pick<ExpenseRow, 'billing'>) {
  return <FactChip text={billing} tone={BILLING_TONES[billing]} />;
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
