import { PettyCashPane } from '../../areas/expenses/petty-cash/petty-cash-pane.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';

/** The same as under Expenses, for whoever sets it up. */
export function PettyCashPage() {
  return (
    <>
      <PageHeader title="Petty cash" subtitle="The float, what is in the box, and what went in and out. It also stands under Expenses." />
      <PettyCashPane />
    </>
  );
}
