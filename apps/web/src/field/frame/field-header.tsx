import { countNotLoaded, sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import { sayAccuracy, sayAge } from '@dmse/domain/sites/position-age';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import { useOwnPosition } from '../../parts/map/own-position.ts';
import { VISUALLY_HIDDEN } from '../../parts/visually-hidden.ts';
import { ageOf, isStaleFix, toneOfFix } from '../capture/point/fix-text.ts';
import type { SyncState } from '../device/use-field.tsx';
import { useFieldRun, useRunSync } from '../run/field-run.ts';
import { LOW } from './field-nav.tsx';
import { TARGET } from './field-tokens.ts';
import { useSecond } from './use-second.ts';

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

type Count = { readonly count: number | string; readonly caption: string; readonly tone: string };

/** What is not in order, beside what waits to be sent: refused, two values, not on this device. Only what there is takes room. */
function countsOf({ unsynced, errors, conflicts, not_loaded, isCounted, needsSignIn }: SyncState): readonly Count[] {
  const caption = needsSignIn ? 'sign in' : 'unsynced';
  if (!isCounted) return [{ count: '…', caption, tone: 'text.primary' }];
  const isWhole = sayNotLoaded(not_loaded) === null;
  const tone = unsynced > 0 || needsSignIn ? 'warning.main' : isWhole ? 'success.main' : 'text.primary';
  const counts: Count[] = [{ count: unsynced, caption, tone }];
  if (errors > 0) counts.push({ count: errors, caption: 'refused', tone: 'error.main' });
  if (conflicts > 0) counts.push({ count: conflicts, caption: conflicts === 1 ? 'conflict' : 'conflicts', tone: 'warning.main' });
  if (!isWhole) counts.push({ count: countNotLoaded(not_loaded) || '…', caption: 'not loaded', tone: 'warning.main' });
  return counts;
}

/** Always there: which run, how good the position is, what the server has not got, and whether it can be reached. */
export function FieldHeader() {
  const { name, gate, openSync } = useFieldRun();
  const sync = useRunSync();
  const isOffline = sync.link === 'offline';
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        minHeight: 56,
        px: 3,
        py: '3px',
        pt: 'max(3px, env(safe-area-inset-top))',
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        [LOW]: { minHeight: 48, py: 0 },
      }}
    >
      <Box
        component="h1"
        tabIndex={-1}
        data-page-title
        sx={{
          flex: '1 1 120px',
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
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, ml: 'auto' }}>
        <Box data-tour="gps">
          <GpsSign gate={gate} />
        </Box>
        <ButtonBase data-tour="unsynced" onClick={openSync} sx={{ borderRadius: '8px', gap: 2 }}>
          {countsOf(sync).map(({ count, caption, tone }) => (
            <Sign key={caption} top={count} caption={caption} tone={tone} />
          ))}
          <Box component="span" sx={VISUALLY_HIDDEN}>
            Open the sync sheet
          </Box>
        </ButtonBase>
        <Sign
          top={<Icon name={isOffline ? 'cloud_off' : 'wifi'} size={20} />}
          caption={isOffline ? 'offline' : 'online'}
          tone={isOffline ? 'warning.main' : 'success.main'}
        />
      </Box>
    </Box>
  );
}
