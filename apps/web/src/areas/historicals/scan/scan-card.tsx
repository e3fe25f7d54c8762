import type { HistoricalScan } from '@dmse/contract/historicals/scan';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { Link } from '@tanstack/react-router';
import { sayBytes } from '../../../parts/file/file-rules.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { CopyText } from '../../../parts/record/copy-text.tsx';
import { OneLine } from '../../../parts/text/one-line.tsx';
import { viewerLink } from '../viewer/viewer-address.ts';
import { ScanState } from './scan-state.tsx';

export type ScanCardProps = {
  file: number;
  scan: HistoricalScan;
  /** Left out for whoever may not change the file. */
  onReadAgain?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
};

const PICTURE = {
  display: 'grid',
  placeItems: 'center',
  height: 160,
  gridTemplateRows: '100%',
  overflow: 'hidden',
  bgcolor: 'background.default',
  borderBottom: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  '& img': { width: '100%', height: '100%', objectFit: 'contain', backgroundColor: '#fff' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;

function Picture({ file, scan }: Pick<ScanCardProps, 'file' | 'scan'>) {
  const drawn = scan.thumbnail_url ? (
    <img src={scan.thumbnail_url} alt="" loading="lazy" />
  ) : (
    <Icon name={scan.mime_type === 'application/pdf' ? 'picture_as_pdf' : 'image'} size={32} />
  );
  // Pages that are done can be looked at while the others are read.
  if (scan.pages_done === 0) return <Box sx={PICTURE}>{drawn}</Box>;
  return (
    <Box
      component={Link}
      {...(viewerLink(file, { scan: scan.id, page: 1, find: '' }) as object)}
      aria-label={`View ${scan.name}`}
      sx={PICTURE}
    >
      {drawn}
    </Box>
  );
}

/** A scan with its first page, how far it has been read, and what can be done with it. */
export function ScanCard({ file, scan, onReadAgain, onRemove }: ScanCardProps) {
  const { name, bytes, sha256, url } = scan;
  return (
    <Box component="li" sx={{ border: 1, borderColor: 'divider', borderRadius: '10px', overflow: 'hidden', bgcolor: 'background.paper' }}>
      <Picture file={file} scan={scan} />
      <Stack sx={{ p: 3, gap: 1.5 }}>
        <Box sx={{ fontWeight: 500 }}>
          <OneLine full={name}>{name}</OneLine>
        </Box>
        <ScanState scan={scan} onReadAgain={onReadAgain} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, fontSize: '0.75rem', color: 'text.secondary' }}>
          {sayBytes(bytes)}, SHA-256 <CopyText text={sha256} shown={`${sha256.slice(0, 10)}…`} noun="hash" />
        </Box>
        <Stack direction="row" sx={{ gap: 1, mx: -1 }}>
          <Tooltip title="Download the original">
            <IconButton component="a" href={url} download={name} aria-label={`Download ${name}`} size="small">
              <Icon name="download" size={18} />
            </IconButton>
          </Tooltip>
          {onRemove ? (
            <Tooltip title="Take this scan out">
              <IconButton aria-label={`Take out ${name}`} onClick={onRemove} size="small">
                <Icon name="delete" size={18} />
              </IconButton>
            </Tooltip>
          ) : null}
        </Stack>
      </Stack>
    </Box>
  );
}
