import { type ControlPoint, updateControlPoint } from '@dmse/contract/sites/control-point';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchFile } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { FileDrop } from '../../../parts/file/file-drop.tsx';
import { sendFile } from '../../../parts/file/upload-file.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import type { Sketch } from '../../../parts/sketch/sketch.ts';
import { SketchPane } from '../../../parts/sketch/sketch-pane.tsx';
import { makePicture, readPicture } from '../../../parts/sketch/sketch-picture.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useSettings } from '../../../session/settings.ts';

const PICTURES = ['image/png', 'image/jpeg', 'image/webp'];
const ACCEPT = ['.png', '.jpg', '.jpeg', '.webp', '.pdf'];

type Editing = { sketch: Sketch; background: string | null };

export type SketchPanelProps = { point: ControlPoint };

/** How to find the mark: a sketch drawn here, which can be gone on with, or any picture or PDF. */
export function SketchPanel({ point }: SketchPanelProps) {
  const { sketch: file } = point;
  const settings = useSettings();
  const queries = useQueryClient();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [isUploading, setUploading] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [isOpening, setOpening] = useState(false);

  async function keep(upload: number | null): Promise<void> {
    await call(updateControlPoint, { id: point.id }, { sketch: upload }, { ifMatch: point.version });
    await invalidateArea(queries, 'sites');
  }

  async function save(sketch: Sketch): Promise<void> {
    try {
      const picture = await makePicture(sketch, editing?.background ?? null);
      const name = `sketch-${point.name.replace(/[^\p{L}\p{N}_-]/gu, '') || point.id}.png`;
      const upload = await sendFile(new File([picture], name, { type: 'image/png' }), {
        signal: new AbortController().signal,
        onProgress: () => {},
      });
      await keep(upload.id);
      setEditing(null);
      showToast({ text: 'Saved the sketch.', icon: 'check', colour: 'success' });
    } catch (error) {
      showProblem(error);
      throw error;
    }
  }

  /** Goes on with what was drawn here; any other picture becomes the paper. */
  async function open(): Promise<void> {
    if (!file || !PICTURES.includes(file.mime_type)) return setEditing({ sketch: [], background: null });
    setOpening(true);
    try {
      const response = await fetchFile(file.url);
      if (!response.ok) throw new Error('The sketch could not be loaded.');
      const sketch = await readPicture(await response.blob());
      setEditing(sketch ? { sketch, background: null } : { sketch: [], background: file.url });
    } catch (error) {
      showProblem(error);
    } finally {
      setOpening(false);
    }
  }

  if (editing)
    return <SketchPane initial={editing.sketch} background={editing.background} onSave={save} onCancel={() => setEditing(null)} />;
  const isPicture = file !== null && PICTURES.includes(file.mime_type);
  return (
    <Stack sx={{ gap: 4 }}>
      {file === null ? (
        <EmptyState
          icon="draw"
          title="No sketch yet."
          text="Ties to fixed things nearby, with distances, so that the next crew finds the mark."
        >
          {point.can_edit ? (
            <Button variant="contained" onClick={() => void open()}>
              Draw a sketch
            </Button>
          ) : null}
        </EmptyState>
      ) : isPicture ? (
        <Box
          component="img"
          src={file.url}
          alt={`Sketch of ${point.name}`}
          sx={{ width: '100%', maxWidth: 1000, bgcolor: '#FFFFFF', border: 1, borderColor: 'divider', borderRadius: '10px' }}
        />
      ) : (
        <Alert severity="info">
          The sketch is a file:{' '}
          <Link href={file.url} target="_blank" rel="noopener">
            {file.name}
          </Link>
        </Alert>
      )}
      {point.can_edit ? (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {file ? (
            <Button variant="contained" loading={isOpening} onClick={() => void open()}>
              {isPicture ? 'Draw on it' : 'Draw a new one'}
            </Button>
          ) : null}
          <Button variant="outlined" onClick={() => setUploading(!isUploading)}>
            Upload a file
          </Button>
          {file ? (
            <Button color="error" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          ) : null}
        </Stack>
      ) : null}
      {file && isPicture ? (
        <Typography variant="body2">
          <Link href={file.url} download>
            Download {file.name}
          </Link>
        </Typography>
      ) : null}
      {isUploading ? (
        settings ? (
          <FileDrop
            label="A picture or PDF of the sketch"
            accept={ACCEPT}
            maxBytes={settings.max_upload_bytes}
            onUploaded={(upload) => {
              keep(upload.id).then(() => {
                setUploading(false);
                showToast({ text: 'Saved the sketch.', icon: 'check', colour: 'success' });
              }, showProblem);
            }}
          />
        ) : (
          <Skeleton variant="rounded" height={160} />
        )
      ) : null}
      <ConfirmDialog
        open={isRemoving}
        title="Remove the sketch?"
        verb="Remove sketch"
        isDestructive
        onConfirm={() => keep(null)}
        onClose={() => setRemoving(false)}
      >
        The control point will have no sketch. The history tells who removed it.
      </ConfirmDialog>
    </Stack>
  );
}
