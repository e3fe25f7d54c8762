import { getJob } from '@dmse/contract/jobs/job';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '../../../api/use-call.ts';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { PagePending } from '../../../parts/page/page-pending.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { NewExpenseForm } from './expense-form.tsx';

const TITLE = 'Create Expense';

/** `?job=5` begins an expense of that job. */
export function NewExpense() {
  const navigate = useNavigate();
  const search = useWords();
  const job = Number(search.job) || null;
  const loaded = useCall(getJob, { id: job ?? 0 }, { enabled: job !== null, retry: false });
  if (job !== null && loaded.isPending) return <PagePending />;
  const choice = loaded.data ? { id: loaded.data.id, label: loaded.data.num, subtitle: loaded.data.desc } : null;
  return (
    <>
      <PageHeader title={TITLE} />
      <NewExpenseForm job={choice} onCreated={({ id }) => void navigate({ to: `/expense/${id}` })} />
    </>
  );
}
