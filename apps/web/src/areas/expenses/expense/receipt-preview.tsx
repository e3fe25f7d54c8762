import type { Receipt } from '@dmse/contract/expenses/expense';
import { getFile } from '@dmse/contract/files/upload';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { useShowsPdf } from '../../../parts/pdf-button.tsx';

type Shown = { url: string } | { problem: string } | null;

/** The bytes of a PDF, as an address this page may show in a frame. */
function usePdf(id: number, isWanted: boolean): Shown {
  const [shown, setShown] = useState<Shown>(null);
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    let made: string | null = null;
    call(getFile, { id }, undefined, { signal: abort.signal }).then(
      (blob) => {
        // Shown as a PDF whatever else it may be.
        made = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
        setShown({ url: made });
      },
      (error) => abort.signal.aborted || setShown({ problem: errorText(error) }),
    );
    return () => {
      abort.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, isWanted]);
  return shown;
}

/** Pictures that browsers draw by themselves; of the others the small version is shown. */
const DRAWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** A receipt where it stands: a picture as it is, a PDF page by page; on a phone a PDF opens in the viewer of the system. */
export function ReceiptPreview({ receipt }: { receipt: Receipt }) {
  const { id, name, mime_type, url, thumbnail_url } = receipt;
  const isPdf = mime_type === 'application/pdf';
  const showsPdf = useShowsPdf();
  const pdf = usePdf(id, isPdf && showsPdf);
  if (!isPdf)
    return (
      <Box
        component="img"
        src={DRAWN.includes(mime_type) ? url : (thumbnail_url ?? url)}
        alt={`Receipt ${name}`}
        sx={{ display: 'block', maxWidth: '100%', maxHeight: 640, mx: 'auto', objectFit: 'contain' }}
      />
    );
  if (!showsPdf)
    return (
      <Button component="a" href={url} target="_blank" rel="noopener" variant="outlined" startIcon={<Icon name="open_in_new" size={18} />}>
        Open {name}
      </Button>
    );
  if (pdf && 'problem' in pdf) return <Alert severity="error">{pdf.problem}</Alert>;
  return pdf ? (
    <Box component="iframe" src={pdf.url} title={`Receipt ${name}`} sx={{ width: '100%', height: 560, border: 0, display: 'block' }} />
  ) : (
    <Box sx={{ height: 560 }} aria-busy="true" />
  );
}
