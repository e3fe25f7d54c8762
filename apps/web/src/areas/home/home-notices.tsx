import { relativeTime } from '@dmse/domain/dates/relative';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useRouterState } from '@tanstack/react-router';
import { useNow } from '../../parts/date/use-now.ts';
import { Icon } from '../../parts/icon/icon.tsx';
import { useConnected } from '../../session/connection.ts';
import { keptSince } from '../../session/kept-since.ts';
import { useSelf } from '../../session/self.ts';
import { useStore } from '../../session/store.ts';

export const INSECURE_ORIGIN =
  'This address is not secure (no https), so the browser refuses offline work, the camera and your position here. Ask IT for the https address.';

/** What a person should know before anything else: offline, how old what they see is, and what this address cannot do. */
export function HomeNotices() {
  const { full_name } = useSelf();
  const isConnected = useConnected();
  const since = useStore(keptSince);
  const now = useNow();
  const sentFrom = useRouterState({ select: (state) => state.location.state.sent_home_from });
  const age = since ? `Signed in as ${full_name}, last confirmed by the server ${relativeTime(since, now)}.` : `Signed in as ${full_name}.`;
  return (
    <Box sx={{ display: 'grid', gap: 2, '&:empty': { display: 'none' }, mb: 4 }}>
      {isConnected ? null : (
        <Alert severity="warning" icon={<Icon name="cloud_off" />}>
          {sentFrom ? `${sentFrom} needs the network. ` : ''}You are offline. {age} Field runs stored on this device can be worked on;
          everything else waits for the network.
        </Alert>
      )}
      {window.isSecureContext ? null : (
        <Alert severity="warning" icon={<Icon name="gpp_maybe" />}>
          {INSECURE_ORIGIN}
        </Alert>
      )}
    </Box>
  );
}
