import type { Quote } from '@dmse/contract/jobs/quote';
import { MemosTab } from '../memos/memos-tab.tsx';
import { BudgetTab } from '../work/budget-tab.tsx';
import { TasksTab } from '../work/tasks-tab.tsx';

type QuoteTabProps = { quote: Quote };
const isReadOnly = ({ can_edit, is_editable }: Quote) => !(can_edit && is_editable);

export function QuoteTasks({ quote }: QuoteTabProps) {
  return <TasksTab owner={{ quote: quote.id }} num={quote.num} isReadOnly={isReadOnly(quote)} />;
}
export function QuoteBudget({ quote }: QuoteTabProps) {
  return <BudgetTab owner={{ quote: quote.id }} isReadOnly={isReadOnly(quote)} />;
}
export function QuoteMemos({ quote }: QuoteTabProps) {
  return <MemosTab owner={{ quote: quote.id }} num={quote.num} />;
}
