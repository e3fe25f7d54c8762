import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Icon } from './icon.tsx';
import { useNarrow } from './use-narrow.ts';

export type PdfFrameProps = { url: string; title: string };

/** A PDF within the page. On a phone or tablet, whose browsers show no PDF within a page, a button opens it in the system's viewer. */
export function PdfFrame({ url, title }: PdfFrameProps) {
  const isNarrow = useNarrow();
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  if (isNarrow || isTouch)
    return (
      <Stack sx={{ gap: 3, p: 6, alignItems: 'center', textAlign: 'center' }}>
        <Icon name="picture_as_pdf" size={40} />
        <Typography sx={{ color: 'text.secondary' }}>The PDF opens in the viewer of this device.</Typography>
        <Button
          variant="outlined"
          component="a"
          href={url}
          target="_blank"
          rel="noopener"
          startIcon={<Icon name="open_in_new" size={18} />}
        >
          Open the PDF
        </Button>
      </Stack>
    );
  return (
    <Box
      component="iframe"
      title={title}
      src={url}
      sx={{ width: '100%', height: { xs: 500, md: 'calc(100vh - 220px)' }, border: 0, display: 'block' }}
    />
  );
}
