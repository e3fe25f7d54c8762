import { type ConfirmWays, confirmSelf, getConfirmWays } from '@dmse/contract/people/factor';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { type FormEvent, useEffect, useState } from 'react';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { Icon } from '../icon/icon.tsx';
import { errorText } from '../notice/error-state.tsx';
import { Dialog } from './dialog.tsx';

type Ways = z.infer<typeof ConfirmWays>;
type Shown = Parameters<typeof call<typeof confirmSelf>>[2];

export type ConfirmSelfDialogProps = { onEnd: (isConfirmed: boolean) => void };

function sayProblem(error: unknown): string {
  const messages = error instanceof ProblemError ? Object.values(error.fields).flat() : [];
  return messages.length > 0 ? messages.join(' ') : errorText(error);
}

function sayWay({ password, provider }: Ways): string {
  if (provider) return `Sign in with ${provider.name} once more, in a window of its own, then come back here. What you typed stays.`;
  return password ? 'Enter your password.' : 'Enter a code of your authenticator app or a recovery code.';
}

/**
 * Asks who it is, before something dangerous is done: by a code or a passkey, by the password where there is neither, or by the system that
 * signed the person in.
 */
export function ConfirmSelfDialog({ onEnd }: ConfirmSelfDialogProps) {
  const [ways, setWays] = useState<Ways | null>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isBack, setBack] = useState(false);
  const load = () => call(getConfirmWays, {}).then(setWays, (error) => setProblem(sayProblem(error)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens
  useEffect(() => void load(), []);

  async function show(body: () => Promise<Shown> | Shown): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await call(confirmSelf, {}, await body());
      onEnd(true);
    } catch (error) {
      setProblem(sayProblem(error));
      // A passkey answers each question once.
      if (ways?.passkey) await load();
    } finally {
      setBusy(false);
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    // The session is another one by now, and was made by signing in.
    if (ways?.provider) onEnd(true);
    else if (typed) void show(() => (ways?.password ? { password: typed } : { code: typed }));
  }
  async function askPasskey(): Promise<Shown> {
    const { options, ticket } = ways!.passkey!;
    const answer = await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
    return { passkey: { ticket, answer: { ...answer } } };
  }
  const actions = (
    <>
      <Button onClick={() => onEnd(false)}>Cancel</Button>
      <Button
        variant="contained"
        type="submit"
        form="confirm-self"
        loading={isBusy}
        disabled={!ways || (ways.provider ? !isBack : typed.trim().length < (ways.password ? 1 : 6))}
      >
        Confirm
      </Button>
    </>
  );
  // With its field, so that the first letter typed goes there.
  if (!ways && !problem) return null;
  return (
    <Dialog open title="Confirm that it is you" onClose={() => onEnd(false)} actions={actions}>
      <Stack component="form" id="confirm-self" onSubmit={submit} sx={{ gap: 4, pt: 1 }}>
        <Typography sx={{ color: 'text.secondary' }}>What you are about to do is protected. {ways ? sayWay(ways) : null}</Typography>
        {problem ? <Alert severity="error">{problem}</Alert> : null}
        {ways?.provider ? (
          <Button
            variant="outlined"
            href={`/auth/sso/${ways.provider.id}/?again=1`}
            target="_blank"
            rel="noopener"
            onClick={() => setBack(true)}
          >
            Sign in with {ways.provider.name}
          </Button>
        ) : null}
        {ways && !ways.provider ? (
          <TextField
            autoFocus
            label={ways.password ? 'Password' : 'Code'}
            type={ways.password ? 'password' : 'text'}
            autoComplete={ways.password ? 'current-password' : 'one-time-code'}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 128 } }}
          />
        ) : null}
        {ways?.passkey ? (
          <Button variant="outlined" startIcon={<Icon name="key" size={18} />} onClick={() => void show(askPasskey)} disabled={isBusy}>
            Use a passkey
          </Button>
        ) : null}
      </Stack>
    </Dialog>
  );
}
