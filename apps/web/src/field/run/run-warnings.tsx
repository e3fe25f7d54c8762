import { sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import { readSkew } from '@dmse/sync/session-core';
import Box from '@mui/material/Box';
import { Icon } from '../../parts/icon/icon.tsx';
import { type SyncState, useLocalValue } from '../device/use-field.tsx';
import { sayClock } from '../frame/clock-text.ts';
import { useRunSync } from './field-run.ts';

function sayHow({ link, needsSignIn, isSyncing }: SyncState): string {
  if (link === 'offline') return 'Connect to load the rest; it resumes automatically.';
  if (needsSignIn) return 'Sign in to load the rest.';
  return isSyncing ? 'Loading…' : 'It is tried again by itself.';
}

function Warning({ says, more }: { says: string; more: string }) {
  return (
    <Box
      role="status"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 3,
        py: 1,
        backgroundColor: theme.vars.palette.tint.warning,
        borderBottom: 2,
        borderColor: 'warning.main',
        fontSize: '0.9375rem',
        lineHeight: 1.3,
      })}
    >
      <Box sx={{ color: 'warning.main', display: 'grid' }}>
        <Icon name="warning" size={24} />
      </Box>
      <Box>
        <Box component="span" sx={{ fontWeight: 700 }}>
          {says}.
        </Box>{' '}
        {more}
      </Box>
    </Box>
  );
}

/** What makes everything else on the page less than it seems: a run that is not all here, a clock that is wrong. */
export function RunWarnings() {
  const sync = useRunSync();
  const { value: skew = 0 } = useLocalValue('clock-skew', readSkew, { also: ['meta'] });
  const lacks = sync.isCounted ? sayNotLoaded(sync.not_loaded) : null;
  return (
    <>
      {lacks === null ? null : <Warning says={lacks} more={sayHow(sync)} />}
      {skew === 0 ? null : (
        <Warning
          says={sayClock(skew)}
          more="Times are corrected by the server’s clock, and the device’s own are kept. Set the clock right."
        />
      )}
    </>
  );
}
