import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useOwnPosition } from '../../parts/map/own-position.ts';
import { VISUALLY_HIDDEN } from '../../parts/visually-hidden.ts';
import { useSyncState } from '../device/use-field.tsx';
import { TARGET } from '../field-tokens.ts';
import { ageOf, isStaleFix, sayAccuracy, sayAge, toneOfFix } from './fix-words.ts';
import { useSecond } from './use-second.ts';

export type FieldHeaderProps = { run: string; name: string; gate: number; onSync: () => void };

function Sign({ top, caption, tone }: { top: ReactNode; caption: string; tone: string }) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', alignContent: 'center', minWidth: 52, minHeight: TARGET, color: `${tone}` }}>
      <Box sx={{ fontWeight: 700, fontSize: '1rem', lineHeight: 1.3, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{top}</Box>
      <Box sx={{ fontSize: '0.75rem', lineHeight: 1.3 }}>{caption}</Box>
    </Box>
  );
}

function GpsSign({ gate }: { gate: number }) {
  const { fix } = useOwnPosition();
  const now = useSecond();
  const tone = `${toneOfFix(fix, now, gate)}.main`;
  if (!fix) return <Sign top="–" caption="no GPS" tone={tone} />;
  const isOld = isStaleFix(fix, now);
  return <Sign top={sayAccuracy(fix.accuracy)} caption={isOld ? `GPS ${sayAge(ageOf(fix, now))} old` : 'GPS'} tone={tone} />;
}

/** Always there: which run, how good the position is, what the server has not got, and whether it can be reached. */
export function FieldHeader({ run, name, gate, onSync }: FieldHeaderProps) {
  const { unsynced, errors, link, isCounted, needsSignIn } = useSyncState(run);
  const isOffline = link === 'offline';
  const tone = errors > 0 ? 'error.main' : unsynced > 0 ? 'warning.main' : 'success.main';
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 56,
        px: 3,
        pt: 'env(safe-area-inset-top)',
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        component="h1"
        tabIndex={-1}
        data-page-title
        sx={{
          flex: 1,
          minWidth: 0,
          m: 0,
          fontSize: '1.0625rem',
          fontWeight: 700,
          lineHeight: 1.2,
          overflow: 'hidden',
          display: '-webkit-box',
          WebkitLineClamp: 2,
          WebkitBoxOrient: 'vertical',
        }}
      >
        {name}
      </Box>
      <Box data-tour="gps">
        <GpsSign gate={gate} />
      </Box>
      <ButtonBase data-tour="unsynced" onClick={onSync} sx={{ borderRadius: '8px' }}>
        <Sign top={isCounted ? unsynced : '…'} caption={needsSignIn ? 'sign in' : 'unsynced'} tone={tone} />
        <Box component="span" sx={VISUALLY_HIDDEN}>
          {errors > 0 ? `${errors} refused. ` : ''}Open the sync sheet
        </Box>
      </ButtonBase>
      <Sign
        top={<Icon name={isOffline ? 'cloud_off' : 'wifi'} size={20} />}
        caption={isOffline ? 'offline' : 'online'}
        tone={isOffline ? 'warning.main' : 'success.main'}
      />
    </Box>
  );
}
