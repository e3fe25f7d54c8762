import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Can } from '../../../session/can.tsx';
import { InvoiceSearch } from './invoice-search.tsx';
import { NoInvoicesRole } from './no-invoices-role.tsx';

/** The search over invoices. */
export function Invoices() {
  return (
    <Can do="invoices.read" otherwise={<NoInvoicesRole title="Invoices" />}>
      <PageHeader title="Invoices" />
      <InvoiceSearch />
    </Can>
  );
}
