import type { AnswerOf } from '@dmse/contract/endpoint';
import {
  beginPasskey,
  beginTotp,
  createPasskey,
  getSecurity,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  type Security,
} from '@dmse/contract/people/factor';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { describeDevice } from './describe-device.ts';
import { FactorRow } from './factor-row.tsx';
import { PrefSection } from './pref-section.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

function Loaded({ security }: { security: Security }) {
  const client = useQueryClient();
  const [setup, setSetup] = useState<AnswerOf<typeof beginTotp> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { totp_since, passkeys, recovery_codes_left, identities } = security;
  const hasFactor = totp_since !== null || passkeys.length > 0;

  async function act(work: () => Promise<unknown>, done?: string): Promise<void> {
    try {
      await work();
      await client.invalidateQueries({ queryKey: [getSecurity.path] });
      if (done) showToast({ text: done, icon: 'check_circle', colour: 'success' });
    } catch (error) {
      showProblem(error);
    }
  }
  async function addPasskey(): Promise<void> {
    const { options, ticket } = await call(beginPasskey, {});
    const answer = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
    const made = await call(createPasskey, {}, { ticket, name: describeDevice(navigator.userAgent), answer: { ...answer } });
    if (made.recovery_codes.length > 0) setCodes(made.recovery_codes);
  }
  const finishTotp = (made: readonly string[]) => {
    setSetup(null);
    setCodes(made);
    void act(async () => {}, 'The authenticator app is set up.');
  };

  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', width: '100%' }}>
        <FactorRow
          icon="mobile"
          title="Authenticator app"
          text={
            totp_since ? (
              <>
                In use since <DateText value={totp_since} as="prose" />.
              </>
            ) : (
              'Shows a code of six digits on your phone.'
            )
          }
        >
          <Button size="small" variant="outlined" onClick={() => void act(async () => setSetup(await call(beginTotp, {})))}>
            {totp_since ? 'Set up again' : 'Set up'}
          </Button>
          {totp_since ? (
            <Button size="small" onClick={() => void act(() => call(removeTotp, {}), 'The authenticator app is removed.')}>
              Remove
            </Button>
          ) : null}
        </FactorRow>
        {passkeys.map((key) => (
          <FactorRow
            key={key.id}
            icon="key"
            title={`Passkey, ${key.name}`}
            text={
              key.last_used_on ? (
                <>
                  Last used <DateText value={key.last_used_on} as="relative" />.
                </>
              ) : (
                'Not used yet.'
              )
            }
          >
            <Button
              size="small"
              aria-label={`Remove the passkey ${key.name}`}
              onClick={() => void act(() => call(removePasskey, { id: key.id }), 'The passkey is removed.')}
            >
              Remove
            </Button>
          </FactorRow>
        ))}
        <FactorRow icon="key" title="Passkeys" text="Sign in by fingerprint, face or security key, without a password.">
          <Button size="small" variant="outlined" onClick={() => void act(addPasskey, 'The passkey is added.')}>
            Add a passkey
          </Button>
        </FactorRow>
        {hasFactor ? (
          <FactorRow icon="password" title="Recovery codes" text={`${recovery_codes_left} of 10 are left, for when the phone is lost.`}>
            <Button
              size="small"
              variant="outlined"
              onClick={() => void act(async () => setCodes((await call(renewRecoveryCodes, {})).recovery_codes))}
            >
              Make new codes
            </Button>
          </FactorRow>
        ) : null}
        {identities.map(({ id, provider, created_on }) => (
          <FactorRow
            key={id}
            icon="link"
            title={provider}
            text={
              <>
                Signs you in since <DateText value={created_on} as="prose" />.
              </>
            }
          />
        ))}
      </Box>
      {setup ? <TotpDialog setup={setup} onDone={finishTotp} onClose={() => setSetup(null)} /> : null}
      {codes ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} /> : null}
    </>
  );
}

/** What the person shows besides a password. */
export function SecondFactorSection() {
  const security = useCall(getSecurity, {});
  const text = security.data?.is_required
    ? 'Your groups need one. It is asked for when you sign in, and again before what is protected.'
    : 'Asked for when you sign in, and again before what is protected. A known password is then not enough.';
  return (
    <PrefSection title="Second factor" text={text}>
      {security.error ? (
        <ErrorState title="This could not be loaded." error={security.error} onRetry={() => void security.refetch()} />
      ) : security.data ? (
        <Loaded security={security.data} />
      ) : (
        <Skeleton height={56} width="100%" />
      )}
    </PrefSection>
  );
}
