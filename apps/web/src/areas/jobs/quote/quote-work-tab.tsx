import type { Quote } from '@dmse/contract/jobs/quote';
import { lazy } from 'react';

// Each tab brings its own code: whoever plans work does not wait for the editor of memos.
const TasksTab = lazy(() => import('../../work/task/tasks-tab.tsx').then((file) => ({ default: file.TasksTab })));
const BudgetTab = lazy(() => import('../../work/budget/budget-tab.tsx').then((file) => ({ default: file.BudgetTab })));
const MemosTab = lazy(() => import('../../memos/memo/memos-tab.tsx').then((file) => ({ default: file.MemosTab })));

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
