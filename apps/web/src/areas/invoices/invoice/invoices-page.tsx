import { PageHeader } from '../../../parts/page/page-header.tsx';
import { InvoiceSearch } from './invoice-search.tsx';

/** The search over invoices. */
export function Invoices() {
  return (
    <>
      <PageHeader title="Invoices" />
      <InvoiceSearch />
    </>
  );
}
