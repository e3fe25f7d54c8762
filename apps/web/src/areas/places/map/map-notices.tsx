import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { OfflineNote } from '../../../parts/notice/offline-note.tsx';
import { useConnected } from '../../../session/connection.ts';
import type { BrokenBase } from './use-base-choice.ts';

export type MapNoticesProps = {
  /** A base map that does not answer, or has no tiles. */
  brokenBase: BrokenBase | null;
  onBase: () => void;
  /** Layers of which something could not be fetched. */
  brokenLayers: readonly string[];
  error: unknown;
  onRetry: () => void;
};

/** What is not as it should be, in words; the map stays usable under it. */
export function MapNotices({ brokenBase, onBase, brokenLayers, error, onRetry }: MapNoticesProps) {
  const isConnected = useConnected();
  if (isConnected && !brokenBase && brokenLayers.length === 0 && !error) return null;
  const again = (
    <Button color="inherit" size="small" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <Stack sx={{ gap: 2, mb: 2 }}>
      {isConnected ? null : (
        <Box>
          <OfflineNote>No network. What the map and the list show stays as it was; nothing new is fetched until it is back.</OfflineNote>
        </Box>
      )}
      {brokenBase ? (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={onBase}>
              Try again
            </Button>
          }
        >
          The base map “{brokenBase.name}” {brokenBase.why === 'SILENT' ? 'does not answer' : 'has no tiles here (404)'}. The plain map is
          shown in its place.
        </Alert>
      ) : null}
      {isConnected && error ? (
        <Alert severity="error" action={again}>
          The layers could not be loaded. {errorText(error)}
        </Alert>
      ) : null}
      {isConnected && !error && brokenLayers.length > 0 ? (
        <Alert severity="warning" action={again}>
          Not everything could be fetched of: {brokenLayers.join(', ')}.
        </Alert>
      ) : null}
    </Stack>
  );
}
