import {
  addHistoricalScan,
  type HistoricalScan,
  listHistoricalScans,
  readHistoricalScan,
  removeHistoricalScan,
} from '@dmse/contract/historicals/scan';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { FileDrop } from '../../../parts/file/file-drop.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { refreshHistoricals } from '../refresh-historicals.ts';
import { ScanCard } from './scan-card.tsx';
import { SCAN_KINDS, useMaxScanBytes } from './scan-files.ts';

/** How often one looks again while a scan is being read. */
const WHILE_READING_MS = 2000;

const isUnread = ({ state }: HistoricalScan) => state === 'waiting' || state === 'reading';

export const MAX_SCANS = 200;

export function useScans(file: number) {
  return useCall(
    listHistoricalScans,
    { id: file, page_size: MAX_SCANS },
    { refetchInterval: ({ state }) => (state.data?.results.some(isUnread) ? WHILE_READING_MS : false) },
  );
}

export type ScanPanelProps = { file: number; isReadOnly: boolean };

/** The scans of a historical file: looked at, added, read again, taken out. */
export function ScanPanel({ file, isReadOnly }: ScanPanelProps) {
  const client = useQueryClient();
  const scans = useScans(file);
  const maxBytes = useMaxScanBytes();
  const [leaving, setLeaving] = useState<HistoricalScan | null>(null);
  const rows = scans.data?.results;

  async function change(how: () => Promise<unknown>): Promise<void> {
    try {
      await how();
    } catch (error) {
      showProblem(error);
    }
    await refreshHistoricals(client);
  }

  function showRows(): ReactNode {
    if (scans.isError)
      return <ErrorState title="The scans could not be loaded." error={scans.error} onRetry={() => void scans.refetch()} />;
    if (!rows) return <Skeleton variant="rounded" height={200} aria-label="Loading the scans" />;
    if (rows.length === 0) return <Typography sx={{ color: 'text.secondary' }}>No scan yet.</Typography>;
    return (
      <Box
        component="ul"
        aria-label="Scans"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))' }}
      >
        {rows.map((scan) => (
          <ScanCard
            key={scan.id}
            file={file}
            scan={scan}
            onReadAgain={isReadOnly ? undefined : () => void change(() => call(readHistoricalScan, { id: file, scanId: scan.id }))}
            onRemove={isReadOnly ? undefined : () => setLeaving(scan)}
          />
        ))}
      </Box>
    );
  }

  return (
    <Paper component="section" variant="outlined" aria-labelledby="scans" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Typography id="scans" variant="h2" sx={{ mb: 3 }}>
        Scans
      </Typography>
      {showRows()}
      {isReadOnly ? null : (
        <Box sx={{ mt: 4 }}>
          <FileDrop
            label="Add scans"
            accept={SCAN_KINDS}
            maxBytes={maxBytes}
            isMultiple
            onUploaded={(upload) => void change(() => call(addHistoricalScan, { id: file }, { file: upload.id }))}
          />
        </Box>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={`Take out ${leaving?.name ?? 'the scan'}?`}
        verb="Take out scan"
        isDestructive
        onConfirm={async () => {
          if (leaving) await call(removeHistoricalScan, { id: file, scanId: leaving.id });
          await refreshHistoricals(client);
        }}
        onClose={() => setLeaving(null)}
      >
        The scan, its pages and the text in it will be gone from this file. That it was here stays in the history.
      </ConfirmDialog>
    </Paper>
  );
}
