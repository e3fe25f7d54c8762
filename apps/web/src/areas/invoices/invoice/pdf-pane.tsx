import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { useShowsPdf } from '../../../parts/pdf-button.tsx';
import type { useInvoicePdf } from './invoice-pdf.ts';

export type PdfPaneProps = { pdf: ReturnType<typeof useInvoicePdf> };

/** The document, where the browser can show one; else a sentence. */
export function PdfPane({ pdf: { url, problem, isBusy } }: PdfPaneProps) {
  const showsPdf = useShowsPdf();
  return (
    <Paper variant="outlined" sx={{ position: 'relative', overflow: 'hidden', minHeight: { xs: 0, md: 400 } }} aria-busy={isBusy}>
      {isBusy ? <LinearProgress aria-label="Making the PDF" sx={{ position: 'absolute', inset: '0 0 auto', height: 2 }} /> : null}
      {url && showsPdf ? (
        <Box
          component="iframe"
          title="The invoice as a PDF"
          src={url}
          sx={{ width: '100%', height: 'max(480px, calc(100dvh - 260px))', border: 0, display: 'block' }}
        />
      ) : (
        <EmptyState
          icon="picture_as_pdf"
          title={problem ?? (url ? 'The PDF is ready.' : 'Making the PDF…')}
          text={problem ? undefined : url ? 'It opens in the viewer of this device.' : 'What the client gets is shown here.'}
        />
      )}
    </Paper>
  );
}
