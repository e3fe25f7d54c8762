import { endOwnSession, listOwnSessions, type OwnSession } from '@dmse/contract/people/user';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { describeDevice } from './describe-device.ts';
import { PrefSection } from './pref-section.tsx';

function SessionRow({ session }: { session: OwnSession }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const device = describeDevice(session.device);
  async function end(): Promise<void> {
    setBusy(true);
    try {
      await call(endOwnSession, { id: session.id });
      await client.invalidateQueries({ queryKey: [listOwnSessions.path] });
      showToast({ text: `The session on ${device} has ended.`, icon: 'check_circle', colour: 'success' });
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Icon name={session.kind === 'field' ? 'mobile' : 'devices'} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 500 }}>{device}</Typography>
          {session.kind === 'field' ? <Chip size="small" label="Field tablet" /> : null}
          {session.is_current ? <Chip size="small" color="success" label="This one" /> : null}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {session.address} · last seen <DateText value={session.last_seen_on} as="relative" /> · signed in{' '}
          <DateText value={session.created_on} as="prose" />
        </Typography>
      </Box>
      {session.is_current ? null : (
        <Button size="small" variant="outlined" onClick={end} loading={isBusy} aria-label={`End the session on ${device}`}>
          End
        </Button>
      )}
    </Box>
  );
}

/** Where the person is signed in, each of which can be ended from here. */
export function SessionsSection() {
  const sessions = useCall(listOwnSessions, {});
  return (
    <PrefSection title="Sessions" text="Where you are signed in. End any you do not know, then change your password.">
      {sessions.error ? (
        <ErrorState title="Your sessions could not be loaded." error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', width: '100%' }}>
          {sessions.data?.results.map((session) => <SessionRow key={session.id} session={session} />) ?? <Skeleton height={56} />}
        </Box>
      )}
    </PrefSection>
  );
}
