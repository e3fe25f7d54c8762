import Box from '@mui/material/Box';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createStore, useStore } from '../../session/store.ts';

export const BOTTOM_BAR_HEIGHT = 64;

let barsShown = 0;

/** While something stands at the bottom of the window, the page and its toasts keep clear of it. There may be two of them at once. */
export function useBottomSpace(isTaken: boolean): void {
  useLayoutEffect(() => {
    if (!isTaken) return;
    barsShown += 1;
    document.documentElement.style.setProperty('--bottom-bar', `${BOTTOM_BAR_HEIGHT}px`);
    return () => {
      barsShown -= 1;
      if (barsShown === 0) document.documentElement.style.removeProperty('--bottom-bar');
    };
  }, [isTaken]);
}

/** How many pages have actions of their own down there: one, but for the moment in which one page follows another. */
const pageBars = createStore(0);

/** Is the bottom taken by the page itself? A list on it then keeps its buttons where it stands. */
export function usePageHasBar(): boolean {
  return useStore(pageBars) > 0;
}

export type BottomBarProps = {
  /** The actions of the page, and not those of something on it. */
  isOfPage?: boolean;
  children: ReactNode;
};

/** Actions within reach of the thumb, on a phone. Nothing at all where the person may do none of them. */
export function BottomBar({ isOfPage = false, children }: BottomBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useState(true);
  useLayoutEffect(() => setFull(Boolean(bar.current?.childElementCount)));
  useBottomSpace(isFull);
  useLayoutEffect(() => {
    if (!isOfPage) return;
    pageBars.set(pageBars.get() + 1);
    return () => pageBars.set(pageBars.get() - 1);
  }, [isOfPage]);
  return (
    <Box
      ref={bar}
      data-bottom-bar
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 3,
        minHeight: BOTTOM_BAR_HEIGHT,
        paddingBottom: 'env(safe-area-inset-bottom)',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        '&:empty': { display: 'none' },
        '& > *': { flex: '1 1 auto' },
        // Three of them side by side on the narrowest phone: rather two lines of words than a button out of reach.
        '& .MuiButton-root': { px: 2.5, minWidth: 0, minHeight: 44, whiteSpace: 'normal', lineHeight: 1.2 },
        '@media print': { display: 'none' },
      }}
    >
      {children}
    </Box>
  );
}
