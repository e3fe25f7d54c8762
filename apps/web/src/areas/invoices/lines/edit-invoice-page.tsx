import { getInvoice, type Invoice as InvoiceRecord } from '@dmse/contract/invoices/invoice';
import Link from '@mui/material/Link';
import { Link as RouterLink, useParams } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RecordTabs } from '../../../parts/record/record-tabs.tsx';
import { InvoiceActions } from '../invoice/invoice-actions.tsx';
import { ClientLink, INVOICE_LIST, InvoiceChips, invoiceTitle } from '../invoice/invoice-facts.tsx';
import { AppearanceTab } from './appearance-tab.tsx';
import { type EditTabProps, LinesTab } from './lines-tab.tsx';

const TABS: readonly { value: string; label: string; panel: ComponentType<EditTabProps> }[] = [
  { value: 'lines', label: 'Lines', panel: LinesTab },
  { value: 'appearance', label: 'Appearance', panel: AppearanceTab },
];

function Loaded({ invoice, tab }: { invoice: InvoiceRecord; tab: string }) {
  const [isUnsaved, setUnsaved] = useState(false);
  // On a phone the bar that saves stands where the actions are.
  const hasActions = !(useNarrow() && isUnsaved);
  const { id, client } = invoice;
  const Tab = TABS.find(({ value }) => value === tab)?.panel;
  const tabs = TABS.map(({ value, label }) => ({ label, to: `/invoice/edit/${id}/${value}`, isCurrent: value === tab }));
  return (
    <>
      <PageHeader
        title={invoiceTitle(invoice)}
        chip={<InvoiceChips invoice={invoice} />}
        subtitle={
          <>
            <ClientLink client={client} /> ·{' '}
            <Link component={RouterLink} to={`/invoice/${id}`}>
              Details
            </Link>
          </>
        }
        actions={hasActions ? <InvoiceActions invoice={invoice} isEditing isUnsaved={isUnsaved} /> : undefined}
        tabs={<RecordTabs label="Sections of the edit" tabs={tabs} />}
      />
      {Tab ? <Tab invoice={invoice} onUnsaved={setUnsaved} /> : null}
    </>
  );
}

/** A draft, or the version of an invoice that is being edited. */
export function EditInvoice() {
  const { id, tab } = useParams({ from: '/invoice/edit/$id/$tab' });
  return (
    <RecordPage endpoint={getInvoice} id={Number(id)} noun="invoice" list={INVOICE_LIST}>
      {(invoice) => <Loaded key={invoice.id} invoice={invoice} tab={tab} />}
    </RecordPage>
  );
}
