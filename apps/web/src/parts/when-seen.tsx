import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef, useState } from 'react';

export type WhenSeenProps = {
  /** The room that is kept until then, in pixels. */
  height: number;
  children: ReactNode;
};

/** Draws what is heavy once half of its place has been scrolled into view, and leaves it there. */
export function WhenSeen({ height, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true), {
      threshold: 0.5,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return (
    <Box ref={place} sx={{ height }}>
      {isSeen ? children : null}
    </Box>
  );
}
