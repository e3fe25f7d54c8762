import {
  type BaseMap,
  beginBaseMapUpload,
  continueBaseMapUpload,
  MAX_BASE_MAP_BYTES,
  MAX_BASE_MAP_PIECE,
} from '@dmse/contract/places/base-map';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ProblemError, UnreachableError } from '../../api/problem-error.ts';
import { sayBytes } from '../../parts/file/file-rules.ts';
import { Reading } from '../../parts/file/reading.tsx';
import { Icon } from '../../parts/icon/icon.tsx';
import { errorText } from '../../parts/notice/error-state.tsx';

const RETRY_MS = 3000;

type Sending = { file: File; received: number; state: 'going' | 'paused' | 'waiting' };

async function checksumOf(piece: Blob): Promise<Record<string, string>> {
  // Only pages over https may reckon hashes.
  if (!globalThis.crypto?.subtle) return {};
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await piece.arrayBuffer()));
  return { 'Upload-Checksum': `sha256 ${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}` };
}

/** Brings a file of map tiles up in pieces. It can be paused, and after a reload the same file goes on where it was. */
export function BaseMapUpload({ base, onChanged }: { base: BaseMap; onChanged: () => void }) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function send(file: File): Promise<void> {
    setProblem(null);
    const stop = new AbortController();
    abort.current = stop;
    const { signal } = stop;
    try {
      let { received } = await call(beginBaseMapUpload, { id: base.id }, { name: file.name, length: file.size }, { signal });
      while (received < file.size) {
        setSending({ file, received, state: 'going' });
        const piece = file.slice(received, received + MAX_BASE_MAP_PIECE);
        const headers = { 'Upload-Offset': String(received), ...(await checksumOf(piece)) };
        try {
          ({ received } = await call(continueBaseMapUpload, { id: base.id }, piece, { signal, headers }));
        } catch (error) {
          if (signal.aborted || !isPassing(error)) throw error;
          setSending({ file, received, state: 'waiting' });
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          if (signal.aborted) return;
          ({ received } = await call(beginBaseMapUpload, { id: base.id }, { name: file.name, length: file.size }, { signal }).catch(() => ({
            received,
          })));
        }
      }
      setSending(null);
    } catch (error) {
      if (signal.aborted) return;
      setSending(null);
      const fields = error instanceof ProblemError ? error.fields : {};
      setProblem(fields.file?.join(' ') ?? fields.length?.join(' ') ?? errorText(error));
    }
    onChanged();
  }
  function pause(): void {
    abort.current?.abort();
    setSending((before) => before && { ...before, state: 'paused' });
  }
  function choose(file: File | undefined): void {
    if (!file) return;
    if (file.size > MAX_BASE_MAP_BYTES)
      setProblem(`This file has ${sayBytes(file.size)}; a base map is at most ${sayBytes(MAX_BASE_MAP_BYTES)}.`);
    else void send(file);
  }

  const isCut = base.received > 0 && base.received < base.file_bytes && base.state === 'uploading';
  return (
    <Paper component="section" variant="outlined" aria-label="File" sx={{ p: 5, mb: 5 }}>
      <Typography variant="h2">File</Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>
        PMTiles or MBTiles, vector or pictures, up to {sayBytes(MAX_BASE_MAP_BYTES)}. It serves the whole firm without any outside service.
      </Typography>
      {sending ? (
        <Box role="status">
          <Typography variant="body2">
            {sending.file.name}: {sayBytes(sending.received)} of {sayBytes(sending.file.size)}
            {sending.state === 'paused' ? ', paused' : sending.state === 'waiting' ? ', waiting for the server' : ''}
          </Typography>
          <LinearProgress variant="determinate" value={(100 * sending.received) / sending.file.size} aria-label="Upload" sx={{ my: 2 }} />
          {sending.state === 'paused' ? (
            <Button variant="contained" onClick={() => void send(sending.file)}>
              Go on
            </Button>
          ) : (
            <Button onClick={pause}>Pause</Button>
          )}
        </Box>
      ) : base.state === 'reading' ? (
        <Reading text={`${base.file_name} is here and is being read. You may leave this page.`} />
      ) : (
        <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
          <Button
            variant={base.state === 'ready' ? 'outlined' : 'contained'}
            startIcon={<Icon name="upload" size={18} />}
            onClick={() => input.current?.click()}
          >
            {base.state === 'ready' ? 'Replace file' : 'Choose file'}
          </Button>
          <Typography variant="body2">
            {isCut
              ? `${sayBytes(base.received)} of ${base.file_name} (${sayBytes(base.file_bytes)}) are here. Choose the same file to go on.`
              : base.state === 'ready'
                ? `${base.file_name}, ${sayBytes(base.file_bytes)}`
                : 'No file yet.'}
          </Typography>
        </Stack>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".pmtiles,.mbtiles"
        aria-label="File of map tiles"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {(problem ?? base.problem) ? (
        <Alert severity="error" sx={{ mt: 3 }}>
          {problem ?? base.problem}
        </Alert>
      ) : null}
    </Paper>
  );
}

/** A line that is gone, a server that restarts, a piece that was damaged: the same again will do. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof UnreachableError || (error instanceof ProblemError && (error.status >= 500 || [409, 429, 460].includes(error.status)))
  );
}
