import Box from '@mui/material/Box';
import Modal from '@mui/material/Modal';
import { useState } from 'react';
import { TourCard } from './tour-card.tsx';
import { type Spot, useSpot } from './tour-place.ts';
import type { Tour } from './tour-steps.ts';

/** The page dims but for the place spoken of: the ring's own shadow covers everything else. */
function Highlight({ spot }: { spot: Spot | null }) {
  const around = spot ?? { top: 0, left: 0, width: 0, height: 0 };
  const pad = spot ? 6 : 0;
  return (
    <Box
      aria-hidden
      style={{ top: around.top - pad, left: around.left - pad, width: around.width + 2 * pad, height: around.height + 2 * pad }}
      sx={{
        position: 'fixed',
        borderRadius: '10px',
        outline: spot ? '2px solid' : 'none',
        outlineColor: 'primary.main',
        boxShadow: '0 0 0 9999px rgb(15 10 25 / 0.55)',
        pointerEvents: 'none',
      }}
    />
  );
}

export type TourWindowProps = { tour: Tour; onEnd: () => void };

/** The running tour. Next and Skip, Escape ends it, the arrow keys go on and back. */
export function TourWindow({ tour, onEnd }: TourWindowProps) {
  const [at, setAt] = useState(0);
  const [isPausing, setPausing] = useState(false);
  const step = tour.steps[at];
  const spot = useSpot(step?.anchor);

  function goTo(next: number): void {
    if (next < 0 || isPausing) return;
    if (next >= tour.steps.length) {
      onEnd();
      return;
    }
    if (!tour.pause) {
      setAt(next);
      return;
    }
    setPausing(true);
    setTimeout(() => {
      setPausing(false);
      setAt(next);
    }, tour.pause);
  }

  if (!step) return null;
  return (
    <Modal open onClose={onEnd} hideBackdrop disableScrollLock disableAutoFocus>
      <Box
        sx={{ outline: 'none' }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') goTo(at + 1);
          if (event.key === 'ArrowLeft') goTo(at - 1);
        }}
      >
        <Highlight spot={spot} />
        {isPausing ? null : (
          <TourCard key={at} step={step} at={at} count={tour.steps.length} spot={spot} onNext={() => goTo(at + 1)} onEnd={onEnd} />
        )}
      </Box>
    </Modal>
  );
}
