import { listScanPages } from '@dmse/contract/historicals/scan';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { useScans } from '../scan/scan-panel.tsx';
import { ScanState } from '../scan/scan-state.tsx';
import { PagePane, type PaneActs } from '../viewer/page-pane.tsx';
import { viewerLink } from '../viewer/viewer-address.ts';
import type { Draft } from './use-drafts.ts';

const WHILE_READING_MS = 3000;
const ignore = () => {};

/** The first page of the draft one types about, to read from. */
export function EntryPreview({ draft }: { draft: Draft }) {
  const { id, first_scan, scans_unread } = draft;
  const acts = useRef<PaneActs>(null);
  const pages = useCall(
    listScanPages,
    { id, scanId: first_scan ?? 0, page_size: 1 },
    { enabled: first_scan !== null, staleTime: 60_000, retry: false, refetchInterval: scans_unread > 0 ? WHILE_READING_MS : false },
  ).data;
  const page = pages?.results[0];
  const scan = useScans(id).data?.results.find((one) => one.id === first_scan);
  const of = useMemo(() => ({ file: id, scan: first_scan ?? 0, page: page?.page ?? 1 }), [id, first_scan, page?.page]);
  return (
    <Box
      component="section"
      aria-label="First page of the selected draft"
      sx={{
        position: 'sticky',
        top: 'calc(var(--top-bar, 0px) + 8px)',
        height: 'min(620px, calc(100dvh - var(--top-bar, 0px) - 40px))',
        display: 'flex',
        flexDirection: 'column',
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        overflow: 'hidden',
        bgcolor: 'background.paper',
      }}
    >
      {page ? (
        <PagePane key={`${id}/${first_scan}`} of={of} page={page} label="First page" words={[]} acts={acts} onZoom={ignore} />
      ) : (
        <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 4, textAlign: 'center', color: 'text.secondary' }}>
          {scan ? <ScanState scan={scan} /> : 'This draft has no scan.'}
        </Box>
      )}
      {first_scan !== null ? (
        <Box sx={{ px: 3, py: 2, borderTop: 1, borderColor: 'divider', fontSize: '0.8125rem' }}>
          <Link component={RouterLink} {...(viewerLink(id, { scan: first_scan, page: 1, find: '' }) as object)}>
            Open in the viewer
          </Link>
        </Box>
      ) : null}
    </Box>
  );
}
