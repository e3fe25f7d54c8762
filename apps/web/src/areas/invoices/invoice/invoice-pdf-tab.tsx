import type { Invoice } from '@dmse/contract/invoices/invoice';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { PdfButton } from '../../../parts/pdf-button.tsx';
import { useInvoicePdf } from './invoice-pdf.ts';
import { PdfPane } from './pdf-pane.tsx';

/** The PDF tab: the version in force as it was frozen, or a preview of the draft. */
export function InvoicePdf({ invoice }: { invoice: Invoice }) {
  const { num, revision } = invoice;
  const pdf = useInvoicePdf(invoice, num === null);
  const says = num === null ? 'A preview: it is frozen when the invoice is submitted.' : `Version ${revision}, as the client has it.`;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, mb: 3, flexWrap: 'wrap' }}>
        <Typography sx={{ color: 'text.secondary' }}>{says}</Typography>
        {pdf.url ? <PdfButton url={pdf.url} name={num === null ? 'Draft invoice.pdf' : `Invoice ${num}.pdf`} /> : null}
      </Box>
      <PdfPane pdf={pdf} />
    </>
  );
}
