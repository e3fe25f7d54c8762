import { NoRole } from '../../../parts/page/no-role.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Can } from '../../../session/can.tsx';
import { InvoiceSearch } from './invoice-search.tsx';

/** The search over invoices. */
export function Invoices() {
  return (
    <Can do="invoices.read" otherwise={<NoRole needs="invoices.read" title="Invoices" />}>
      <PageHeader title="Invoices" />
      <InvoiceSearch />
    </Can>
  );
}
