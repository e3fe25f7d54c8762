import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Modal from '@mui/material/Modal';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Tour } from './tour-steps.ts';

const GAP = 12;
const EDGE = 8;
const WIDTH = 340;

type Spot = { top: number; left: number; width: number; height: number };

/** Where the anchor is, followed while the window scrolls or changes size. */
function useSpot(anchor: string | undefined): Spot | null {
  const [spot, setSpot] = useState<Spot | null>(null);
  useLayoutEffect(() => {
    const element = anchor ? document.querySelector(anchor) : null;
    if (!element) return setSpot(null);
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const measure = () => {
      const { top, left, width, height } = element.getBoundingClientRect();
      setSpot({ top, left, width, height });
    };
    measure();
    window.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, true);
    return () => {
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure, true);
    };
  }, [anchor]);
  return spot;
}

/** Beside the spot where there is room, under it first; in the middle when there is no spot. */
function placeFor(spot: Spot | null, height: number): { top: number; left: number } {
  const width = Math.min(WIDTH, window.innerWidth - 2 * EDGE);
  if (!spot) return { top: Math.max(EDGE, (window.innerHeight - height) / 2), left: (window.innerWidth - width) / 2 };
  const below = spot.top + spot.height + GAP;
  const top = below + height + EDGE <= window.innerHeight ? below : Math.max(EDGE, spot.top - GAP - height);
  return { top, left: Math.min(Math.max(EDGE, spot.left), window.innerWidth - width - EDGE) };
}

export type TourWindowProps = { tour: Tour; onEnd: () => void };

/** The running tour: the page dims but for the place spoken of. Next and Skip, Escape ends it, arrow keys go on and back. */
export function TourWindow({ tour, onEnd }: TourWindowProps) {
  const [at, setAt] = useState(0);
  const [isPausing, setPausing] = useState(false);
  const [height, setHeight] = useState(180);
  const card = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const textId = useId();
  const step = tour.steps[at];
  const isLast = at === tour.steps.length - 1;
  const spot = useSpot(step?.anchor);
  const place = placeFor(spot, height);

  useLayoutEffect(() => {
    if (step && card.current) setHeight(card.current.offsetHeight);
  }, [step]);
  useEffect(() => {
    if (step && !isPausing) card.current?.focus();
  }, [step, isPausing]);

  function goTo(next: number): void {
    if (next < 0) return;
    if (next >= tour.steps.length) return onEnd();
    if (!tour.pause) return setAt(next);
    setPausing(true);
    setTimeout(() => {
      setPausing(false);
      setAt(next);
    }, tour.pause);
  }

  if (!step) return null;
  return (
    <Modal open onClose={onEnd} hideBackdrop disableScrollLock>
      <Box
        sx={{ outline: 'none' }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') goTo(at + 1);
          if (event.key === 'ArrowLeft') goTo(at - 1);
        }}
      >
        <Box
          aria-hidden
          style={
            spot
              ? { top: spot.top - 6, left: spot.left - 6, width: spot.width + 12, height: spot.height + 12 }
              : { top: 0, left: 0, width: 0, height: 0 }
          }
          sx={{
            position: 'fixed',
            borderRadius: '10px',
            outline: '2px solid',
            outlineColor: 'primary.main',
            boxShadow: '0 0 0 9999px rgb(15 10 25 / 0.55)',
            pointerEvents: 'none',
          }}
        />
        <Paper
          ref={card}
          role="dialog"
          aria-modal
          aria-labelledby={titleId}
          aria-describedby={textId}
          tabIndex={-1}
          style={place}
          sx={{
            position: 'fixed',
            width: `min(${WIDTH}px, calc(100vw - ${2 * EDGE}px))`,
            p: 4,
            borderRadius: '12px',
            outline: 'none',
            visibility: isPausing ? 'hidden' : 'visible',
          }}
        >
          <Typography id={titleId} variant="h2">
            {step.title}
          </Typography>
          <Typography id={textId} sx={{ mt: 1, color: 'text.secondary' }}>
            {step.text}
          </Typography>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 3 }}>
            <Typography variant="caption" sx={{ color: 'text.secondary', mr: 'auto' }}>
              {at + 1} of {tour.steps.length}
            </Typography>
            {isLast ? null : (
              <Button size="small" onClick={onEnd}>
                Skip
              </Button>
            )}
            <Button size="small" variant="contained" onClick={() => goTo(at + 1)}>
              {isLast ? 'Done' : 'Next'}
            </Button>
          </Box>
        </Paper>
      </Box>
    </Modal>
  );
}
