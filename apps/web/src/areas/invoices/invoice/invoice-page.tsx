import { getInvoice, type Invoice as InvoiceRecord, listInvoiceHistory } from '@dmse/contract/invoices/invoice';
import { useParams } from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useSelf } from '../../../session/self.ts';
import { InvoiceUploads } from '../upload/invoice-uploads.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceDetails } from './invoice-details-tab.tsx';
import { ClientLink, INVOICE_LIST, InvoiceChips, invoiceTitle } from './invoice-facts.tsx';
import { InvoicePaymentsTab } from './invoice-payments-tab.tsx';
import { InvoicePdf } from './invoice-pdf-tab.tsx';

function InvoiceHistory({ invoice: { id, upload } }: { invoice: InvoiceRecord }) {
  return (
    <>
      <HistoryPanel endpoint={listInvoiceHistory} id={id} />
      {upload ? <InvoiceUploads invoice={id} /> : null}
    </>
  );
}

const TABS: readonly { value: string; label: string; panel: ComponentType<{ invoice: InvoiceRecord }> }[] = [
  { value: 'details', label: 'Details', panel: InvoiceDetails },
  { value: 'payments', label: 'Payments', panel: InvoicePaymentsTab },
  { value: 'pdf', label: 'PDF', panel: InvoicePdf },
  { value: 'history', label: 'History', panel: InvoiceHistory },
];

function Loaded({ invoice, tab }: { invoice: InvoiceRecord; tab: string }) {
  const { id: person } = useSelf();
  const { id, client } = invoice;
  const title = invoiceTitle(invoice);
  useEffect(() => {
    rememberRecord(person, { kind: 'Invoice', title: `${title}, ${client.name}`, path: `/invoice/${id}` });
  }, [person, title, client.name, id]);
  const Tab = TABS.find(({ value }) => value === tab)?.panel;
  const tabs = TABS.map(({ value, label }) => ({ label, to: `/invoice/${id}/${value}`, isCurrent: value === tab }));
  return (
    <>
      <PageHeader
        title={title}
        chip={<InvoiceChips invoice={invoice} />}
        subtitle={<ClientLink client={client} />}
        actions={<InvoiceActions invoice={invoice} />}
        tabs={<RecordTabs label="Invoice sections" tabs={tabs} />}
      />
      {Tab ? <Tab invoice={invoice} /> : null}
    </>
  );
}

/** An invoice: what was billed, what is owed on it, and what became of it. */
export function Invoice() {
  const { id, tab } = useParams({ from: '/invoice/$id/$tab' });
  return (
    <RecordPage endpoint={getInvoice} id={Number(id)} noun="invoice" list={INVOICE_LIST}>
      {(invoice) => <Loaded key={invoice.id} invoice={invoice} tab={tab} />}
    </RecordPage>
  );
}
