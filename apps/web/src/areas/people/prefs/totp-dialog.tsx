import type { AnswerOf } from '@dmse/contract/endpoint';
import { type beginTotp, createTotp } from '@dmse/contract/people/factor';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';

export type TotpDialogProps = { setup: AnswerOf<typeof beginTotp>; onDone: (codes: readonly string[]) => void; onClose: () => void };

/** Scans the secret into an app and shows by its first code that it arrived. */
export function TotpDialog({ setup, onDone, onClose }: TotpDialogProps) {
  const { qr, secret, ticket } = setup;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      onDone((await call(createTotp, {}, { ticket, code })).recovery_codes);
    } catch (error) {
      setProblem(error instanceof ProblemError && error.fields.code ? error.fields.code.join(' ') : errorText(error));
    } finally {
      setBusy(false);
    }
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="contained" type="submit" form="totp" loading={isBusy} disabled={code.replace(/\s/g, '').length < 6}>
        Start using it
      </Button>
    </>
  );
  return (
    <Dialog open title="Set up an authenticator app" onClose={onClose} actions={actions}>
      <Stack component="form" id="totp" onSubmit={submit} sx={{ gap: 4, alignItems: 'center' }}>
        <Typography sx={{ color: 'text.secondary' }}>
          Scan this with an app on your phone, such as Microsoft or Google Authenticator, or type the secret into it.
        </Typography>
        <Paper variant="outlined" sx={{ p: 3, bgcolor: '#FFF', lineHeight: 0 }}>
          <svg
            width="184"
            height="184"
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label="QR code with the secret"
          >
            <path d={qr.path} fill="#000" />
          </svg>
        </Paper>
        <Typography sx={{ fontFamily: 'monospace', fontSize: 14, userSelect: 'all', overflowWrap: 'anywhere', textAlign: 'center' }}>
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </Typography>
        <TextField
          autoFocus
          fullWidth
          label="Code"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={problem !== null}
          helperText={problem ?? 'The six digits the app shows now.'}
          slotProps={{ htmlInput: { maxLength: 12, inputMode: 'numeric' } }}
        />
      </Stack>
    </Dialog>
  );
}
