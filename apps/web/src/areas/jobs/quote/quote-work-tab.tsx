import type { Quote } from '@dmse/contract/jobs/quote';
import { lazyPanel } from '../../../parts/lazy-part.tsx';

// Each tab brings its own code: whoever plans work does not wait for the editor of memos.
const TasksTab = lazyPanel(() => import('../../work/task/tasks-tab.tsx').then((file) => file.TasksTab));
const BudgetTab = lazyPanel(() => import('../../work/budget/budget-tab.tsx').then((file) => file.BudgetTab));
const MemosTab = lazyPanel(() => import('../../memos/memo/memos-tab.tsx').then((file) => file.MemosTab));

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
