import type { Upload } from '@dmse/contract/files/upload';
import { createGeoidGrid, type SitesSettings } from '@dmse/contract/sites/settings';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { FileDrop } from '../../parts/file/file-drop.tsx';
import { Reading } from '../../parts/file/reading.tsx';
import { errorText } from '../../parts/notice/error-state.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { trackSave } from '../../session/pending-saves.ts';

export type GridUploadProps = { settings: SitesSettings; mayWrite: boolean; onKept: () => void };

/** What a grid may weigh, here as on the server. */
const MOST_BYTES = 80 * 1024 * 1024;

type State =
  | { kind: 'idle' }
  | { kind: 'reading'; upload: Upload }
  | { kind: 'refused'; why: string }
  | { kind: 'asking'; upload: Upload; why: string; error: string | null };

/** Takes a grid in: the file goes up, the server reads it, and asks which vertical system it leads to where its name does not tell. */
export function GridUpload({ settings, mayWrite, onKept }: GridUploadProps) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const [system, setSystem] = useState('');

  async function keep(upload: Upload, vertical_system?: string): Promise<void> {
    setState({ kind: 'reading', upload });
    try {
      const grid = await trackSave(call(createGeoidGrid, {}, { file: upload.id, ...(vertical_system ? { vertical_system } : {}) }));
      setState({ kind: 'idle' });
      setSystem('');
      showToast({ text: `${endSentence(`Kept ${grid.name}`)} Choose it above to take it into force.`, icon: 'check', colour: 'success' });
      onKept();
    } catch (error) {
      const fields = error instanceof ProblemError ? error.fields : {};
      const asked = fields.vertical_system?.join(' ');
      if (asked) setState({ kind: 'asking', upload, why: asked, error: vertical_system ? asked : null });
      else setState({ kind: 'refused', why: fields.file?.join(' ') ?? errorText(error) });
    }
  }

  const known = [...new Set([...settings.geoid_models.map((model) => model.vertical_system), ...settings.elevation_systems])];
  return (
    <Box sx={{ mt: 4 }}>
      <FileDrop
        label="Upload a geoid grid"
        accept={['.tif', '.tiff']}
        maxBytes={Math.min(settings.max_upload_bytes, MOST_BYTES)}
        onUploaded={(upload) => void keep(upload)}
        whyNot={mayWrite ? null : 'Only the group Field Admin may upload and delete grids.'}
      />
      {state.kind === 'reading' ? (
        <Box sx={{ mt: 3 }}>
          <Reading text={`Reading ${state.upload.name} …`} />
        </Box>
      ) : null}
      {state.kind === 'refused' ? (
        <Alert severity="error" sx={{ mt: 3 }} onClose={() => setState({ kind: 'idle' })}>
          {state.why}
        </Alert>
      ) : null}
      {state.kind === 'asking' ? (
        <Alert severity="info" sx={{ mt: 3, '& .MuiAlert-message': { flex: 1 } }}>
          <Typography sx={{ fontWeight: 500 }}>{state.upload.name}</Typography>
          <Typography variant="body2">{state.why}</Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3, alignItems: 'flex-start' }}>
            <Autocomplete
              freeSolo
              options={known}
              inputValue={system}
              onInputChange={(_, text) => setSystem(text)}
              sx={{ flex: '1 1 200px', maxWidth: 280 }}
              renderInput={(props) => (
                <TextField {...props} label="Vertical system" autoFocus error={Boolean(state.error)} helperText={state.error} />
              )}
            />
            <Button variant="contained" disabled={system.trim() === ''} onClick={() => void keep(state.upload, system.trim())}>
              Keep grid
            </Button>
            <Button onClick={() => setState({ kind: 'idle' })}>Keep it</Button>
          </Box>
        </Alert>
      ) : null}
    </Box>
  );
}
