import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { EDGE, placeFor, type Spot, WIDTH } from './tour-place.ts';
import type { TourStep } from './tour-steps.ts';

export type TourCardProps = { step: TourStep; at: number; count: number; spot: Spot | null; onNext: () => void; onEnd: () => void };

/** What is said at one stop. It takes the focus, so that a screen reader reads it and the keyboard is at its buttons. */
export function TourCard({ step, at, count, spot, onNext, onEnd }: TourCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(180);
  const titleId = useId();
  const textId = useId();
  const isLast = at === count - 1;

  useLayoutEffect(() => setHeight(card.current?.offsetHeight ?? 0), []);
  useEffect(() => card.current?.focus(), []);

  return (
    <Paper
      ref={card}
      role="dialog"
      aria-modal
      aria-labelledby={titleId}
      aria-describedby={textId}
      tabIndex={-1}
      style={placeFor(spot, height)}
      sx={{ position: 'fixed', width: `min(${WIDTH}px, calc(100vw - ${2 * EDGE}px))`, p: 4, borderRadius: '12px', outline: 'none' }}
    >
      <Typography id={titleId} variant="h2">
        {step.title}
      </Typography>
      <Typography id={textId} sx={{ mt: 1, color: 'text.secondary' }}>
        {step.text}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 3 }}>
        <Typography variant="caption" sx={{ color: 'text.secondary', mr: 'auto' }}>
          {at + 1} of {count}
        </Typography>
        {isLast ? null : (
          <Button size="small" onClick={onEnd}>
            Skip
          </Button>
        )}
        <Button size="small" variant="contained" onClick={onNext}>
          {isLast ? 'Done' : 'Next'}
        </Button>
      </Box>
    </Paper>
  );
}
