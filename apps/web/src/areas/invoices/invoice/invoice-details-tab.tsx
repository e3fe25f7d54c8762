import { type Invoice, invoiceFields } from '@dmse/contract/invoices/invoice';
import { sayLanguage } from '@dmse/domain/clients/party';
import { isOpenInvoice } from '@dmse/domain/states/invoice';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';
import { type Fact, FactsPanel, factOf } from '../../../parts/record/facts-panel.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { formatCents, MoneyText } from '../../../parts/text/money-text.tsx';
import { Can } from '../../../session/can.tsx';
import { UploadNotice } from '../upload/upload-notice.tsx';
import { ChecklistPanel } from './checklist-panel.tsx';
import { ClientLink } from './invoice-facts.tsx';
import { InvoiceLinesTable } from './invoice-lines-table.tsx';

function JobLinks({ jobs }: Pick<Invoice, 'jobs'>) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {jobs.map(({ id, num }) => (
        <Can key={id} do="jobs.read" otherwise={<span>{num}</span>}>
          <Link component={RouterLink} to={`/job/${id}`}>
            {num}
          </Link>
        </Can>
      ))}
    </Box>
  );
}

function Approval({ invoice: { approved_on, approved_by, approval_comment } }: { invoice: Invoice }) {
  return (
    <>
      {approved_by?.full_name ?? 'Somebody'}, <DateText value={approved_on} as="prose" />
      {approval_comment ? `: ${approval_comment}` : ''}
    </>
  );
}

function factsOf(invoice: Invoice): Fact[] {
  const { client, jobs, date, due_date, terms_days, reference, language, total, balance, retainer, billing_name, billing_address, note } =
    invoice;
  return [
    { label: 'Client', value: <ClientLink client={client} /> },
    { label: 'Jobs', value: jobs.length > 0 ? <JobLinks jobs={jobs} /> : 'None' },
    factOf(invoiceFields.date, <DateText value={date} as="prose" />),
    { label: 'Due', value: <DateText value={due_date} as="prose" /> },
    { label: 'Terms', value: terms_days === 0 ? 'On receipt' : `${terms_days} days` },
    { label: 'Total', value: <MoneyText cents={total} /> },
    { label: 'Balance', value: <MoneyText cents={balance} /> },
    factOf(invoiceFields.reference, reference),
    factOf(invoiceFields.language, sayLanguage(language)),
    ...(retainer === 0 ? [] : [{ label: 'Retainer of the client', value: <MoneyText cents={retainer} /> }]),
    ...(invoice.approved_on ? [{ label: 'Approved by', value: <Approval invoice={invoice} /> }] : []),
    ...(invoice.revision > 1 ? [{ label: 'Version', value: String(invoice.revision) }] : []),
    { label: 'Billed to', value: [billing_name, billing_address].filter(Boolean).join('\n'), isWide: true },
    ...(note ? [{ ...factOf(invoiceFields.note, note), isWide: true }] : []),
  ];
}

function Notices({ invoice: { state, editor, issued_total, total, reason, upload } }: { invoice: Invoice }) {
  return (
    <>
      {state === 'EDITING' ? (
        <Alert severity="info">
          {editor?.full_name ?? 'Somebody'} is editing this invoice. The version that was sent stays in force
          {issued_total === total ? '.' : `: its total is ${formatCents(issued_total)}.`}
        </Alert>
      ) : null}
      {(state === 'WRITTEN_OFF' || state === 'DELETED') && reason ? <Alert severity="info">Reason: {reason}</Alert> : null}
      {upload ? <UploadNotice upload={upload} /> : null}
    </>
  );
}

/** The Details tab: the head of the document, its lines, and while it is written what is still missing. */
export function InvoiceDetails({ invoice }: { invoice: Invoice }) {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Notices invoice={invoice} />
      <FactsPanel label="Details" facts={factsOf(invoice)} />
      <InvoiceLinesTable invoice={invoice} />
      {isOpenInvoice(invoice.state) ? <ChecklistPanel invoice={invoice} /> : null}
    </Box>
  );
}
