import { createIdentity, listIdentities, removeIdentity } from '@dmse/contract/people/provider';
import type { StaffUser } from '@dmse/contract/people/user';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { DateText } from '../../parts/text/date-text.tsx';

export type IdentitiesProps = { user: StaffUser; mayWrite: boolean; onReset: () => void };

function sayFactors({ has_authenticator, passkeys }: StaffUser): string {
  const keys = passkeys === 0 ? '' : passkeys === 1 ? 'one passkey' : `${passkeys} passkeys`;
  const factors = [has_authenticator ? 'an authenticator app' : '', keys].filter(Boolean).join(' and ');
  return factors ? `Second factor: ${factors}.` : 'No second factor is set up.';
}

/** How a person signs in besides a password: the accounts of other systems, and the way back when a second factor is lost. */
export function Identities({ user, mayWrite, onReset }: IdentitiesProps) {
  const { id } = user;
  const hasFactor = user.has_authenticator || user.passkeys > 0;
  const queries = useQueryClient();
  const { data } = useCall(listIdentities, { id });
  const [isAdding, setAdding] = useState(false);
  const [provider, setProvider] = useState('');
  const [subject, setSubject] = useState('');
  const refresh = () => queries.invalidateQueries({ queryKey: [listIdentities.path] });

  async function add(): Promise<void> {
    await call(createIdentity, { id }, { provider, subject });
    setSubject('');
    await refresh();
  }
  async function remove(identity: number): Promise<void> {
    try {
      await call(removeIdentity, { id, identity });
      await refresh();
    } catch (error) {
      showProblem(error);
    }
  }
  if (!data) return null;
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 4, sm: 5 }, mt: 4 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 2 }}>
        <Typography variant="h2" sx={{ whiteSpace: 'nowrap' }}>
          Sign-in
        </Typography>
        {mayWrite ? (
          <Stack direction="row" sx={{ gap: 2 }}>
            <Button size="small" disabled={!hasFactor} onClick={onReset}>
              Reset second factor
            </Button>
            <Button size="small" variant="outlined" onClick={() => setAdding(true)}>
              Link an account
            </Button>
          </Stack>
        ) : null}
      </Stack>
      <Typography sx={{ color: 'text.secondary', mt: 2 }}>{sayFactors(user)}</Typography>
      {data.results.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>No other system signs this person in.</Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
          {data.results.map((one) => (
            <Stack key={one.id} component="li" direction="row" sx={{ alignItems: 'center', gap: 3, py: 1 }}>
              <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {one.provider}, {one.subject}, since <DateText value={one.created_on} as="prose" />
              </Typography>
              {mayWrite ? (
                <Button size="small" onClick={() => void remove(one.id)}>
                  Remove
                </Button>
              ) : null}
            </Stack>
          ))}
        </Box>
      )}
      <ConfirmDialog
        open={isAdding}
        title={`Link an account to ${user.full_name}`}
        verb="Link the account"
        onConfirm={add}
        onClose={() => setAdding(false)}
      >
        <Stack sx={{ gap: 4, pt: 1 }}>
          The sign-in page names both to whoever is not linked yet.
          <TextField label="Name of the system" value={provider} onChange={(event) => setProvider(event.target.value)} />
          <TextField label="Their number over there" value={subject} onChange={(event) => setSubject(event.target.value)} />
        </Stack>
      </ConfirmDialog>
    </Paper>
  );
}
