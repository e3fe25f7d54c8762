import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rowOf, useCurrentRow } from './current-row.ts';

export const DEFAULT_TITLE = 'DMSE';

/** The tab of the browser says the title of the route. */
export function usePageTitle(): void {
  const title = useCurrentRow().row?.title;
  useEffect(() => {
    document.title = title ?? DEFAULT_TITLE;
  }, [title]);
}

/**
 * When one page follows another, the focus goes to its heading, so that the keyboard and a screen reader start there and not where the
 * old link was. Tabs and filters of one page leave it alone, and so does a person who has gone on in the new page before it was all there.
 */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(() => {
    let last = rowOf(router.state.matches).row;
    return router.subscribe('onRendered', () => {
      const row = rowOf(router.state.matches).row;
      if (row === last) return;
      last = row;
      const content = document.getElementById('content');
      const { activeElement } = document;
      if (activeElement !== content && content?.contains(activeElement)) return;
      const target = document.querySelector<HTMLElement>('[data-page-title]') ?? content;
      target?.focus({ preventScroll: true });
    });
  }, [router]);
}
