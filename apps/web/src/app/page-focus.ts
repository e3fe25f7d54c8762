import { useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

export const DEFAULT_TITLE = 'DMSE';

/** The tab of the browser says the title of the route. */
export function usePageTitle(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.row?.title });
  useEffect(() => {
    document.title = title ?? DEFAULT_TITLE;
  }, [title]);
}

/**
 * When one page follows another, the focus goes to its heading, so that the keyboard and a screen reader start there and not where the
 * old link was. Tabs and filters of one page leave it alone.
 */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(() => {
    let last = router.state.matches.at(-1)?.staticData.row;
    return router.subscribe('onRendered', () => {
      const row = router.state.matches.at(-1)?.staticData.row;
      if (row === last) return;
      last = row;
      const target = document.querySelector<HTMLElement>('[data-page-title]') ?? document.getElementById('content');
      target?.focus({ preventScroll: true });
    });
  }, [router]);
}
