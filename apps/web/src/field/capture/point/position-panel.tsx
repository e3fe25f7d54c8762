import { sayAccuracy, sayAge } from '@dmse/domain/sites/position-age';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { Fix } from '../../../parts/map/own-position.ts';
import { ageOf, isStaleFix, toneOfFix } from './fix-text.ts';

export type PositionPanelProps = {
  fix: Fix | null;
  problem: string | null;
  now: number;
  /** Metres; a coarser position is warned of, never refused. */
  gate: number;
  isHeld: boolean;
  onHold: (isHeld: boolean) => void;
};

/** The position a new point would get: how good, how old, and where it comes from. */
export function PositionPanel({ fix, problem, now, gate, isHeld, onHold }: PositionPanelProps) {
  const tone = isHeld && fix && fix.accuracy <= gate ? 'success' : toneOfFix(fix, now, gate);
  const source = isHeld ? 'held by you' : 'from this device';
  return (
    <Box
      role="group"
      aria-label="Position"
      data-tour="position"
      sx={(theme) => ({
        p: 3,
        borderRadius: '10px',
        border: 2,
        borderColor: `${tone}.main`,
        backgroundColor: theme.vars.palette.tint[tone],
        display: 'flex',
        gap: 3,
        alignItems: 'center',
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {fix ? (
          <>
            <Box sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
              <Box component="span" sx={{ color: `${tone}.main`, fontSize: '1.25rem' }}>
                {sayAccuracy(fix.accuracy)}
              </Box>{' '}
              · {sayAge(ageOf(fix, now))} ago
            </Box>
            <Box sx={{ fontSize: '0.875rem' }}>{source}</Box>
            {fix.accuracy > gate ? (
              <Box sx={{ fontSize: '0.9375rem', fontWeight: 600 }}>Coarser than {gate} m: wait for a better one, or save all the same.</Box>
            ) : null}
            {!isHeld && isStaleFix(fix, now) ? (
              <Box sx={{ fontSize: '0.9375rem', fontWeight: 600 }}>This position is old: you may have moved since.</Box>
            ) : null}
          </>
        ) : (
          <Box sx={{ fontWeight: 600 }}>{problem ?? 'Waiting for a position.'}</Box>
        )}
      </Box>
      {fix ? (
        <Button
          variant={isHeld ? 'contained' : 'outlined'}
          color={isHeld ? 'primary' : 'inherit'}
          aria-pressed={isHeld}
          startIcon={<Icon name={isHeld ? 'lock' : 'location_on'} />}
          onClick={() => onHold(!isHeld)}
        >
          {isHeld ? 'Held' : 'Hold'}
        </Button>
      ) : null}
    </Box>
  );
}
