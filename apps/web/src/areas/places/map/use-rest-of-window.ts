import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** As high as the window leaves room below where something stands, less what is kept free under it. */
export function useRestOfWindow(free: number): { place: RefObject<HTMLDivElement | null>; height: string } {
  const place = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(180);
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, []);
  return { place, height: `max(360px, calc(100dvh - ${top + free}px))` };
}
