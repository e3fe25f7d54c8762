import type { Invoice } from '@dmse/contract/invoices/invoice';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PdfButton } from '../../../parts/pdf-button.tsx';
import { useInvoicePdf } from './invoice-pdf.ts';
import { PdfPane } from './pdf-pane.tsx';

/** The PDF tab: the version in force as it was frozen, or a preview of the draft. */
export function InvoicePdf({ invoice }: { invoice: Invoice }) {
  const { num, revision } = invoice;
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const pdf = useInvoicePdf(invoice, num === null, chosen);
  const says = num === null ? 'A preview: it is frozen when the invoice is submitted.' : `Version ${revision} is the one in force.`;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, mb: 3, flexWrap: 'wrap' }}>
        <Typography sx={{ color: 'text.secondary' }}>{says}</Typography>
        {revision > 1 ? (
          <TextField
            select
            size="small"
            label="Version"
            value={chosen ?? revision}
            onChange={({ target }) => setChosen(Number(target.value) === revision ? undefined : Number(target.value))}
            sx={{ minWidth: 110, ml: 'auto' }}
          >
            {Array.from({ length: revision }, (_, at) => revision - at).map((one) => (
              <MenuItem key={one} value={one}>
                {one}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
        {pdf.url ? <PdfButton url={pdf.url} name={num === null ? 'Draft invoice.pdf' : `Invoice ${num}.pdf`} /> : null}
      </Box>
      <PdfPane pdf={pdf} />
    </>
  );
}
