import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Icon } from './icon/icon.tsx';
import { useNarrow } from './page/use-narrow.ts';

/** Whether a PDF can be shown within the page. Browsers of phones and tablets show none there, or only its first sheet. */
export function useShowsPdf(): boolean {
  const isNarrow = useNarrow();
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  return !isNarrow && !isTouch;
}

export type PdfButtonProps = { url: string; name: string };

/** Downloads a PDF; on a phone or tablet it opens the file itself, in the viewer of the system. */
export function PdfButton({ url, name }: PdfButtonProps) {
  if (useShowsPdf())
    return (
      <Button variant="contained" component="a" href={url} download={name} startIcon={<Icon name="download" size={18} />}>
        Download
      </Button>
    );
  return (
    <Button variant="contained" component="a" href={url} target="_blank" rel="noopener" startIcon={<Icon name="open_in_new" size={18} />}>
      Open the PDF
    </Button>
  );
}
