import { styled } from '@mui/material/styles';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo } from 'react';

/** What inside a row answers to a click itself. */
const CONTROLS = 'a, button, input, label, select, textarea, [role="button"], [role="checkbox"], [role="menuitem"], [role="option"]';
const ROW_LINK = 'a[data-row-link]';

export type RowLinkProps = { to: string; children: ReactNode };

/** A link such as "?deposit=5" opens something on this page, and leaves what else the address says as it is; "/report/wip?job=5" says all. */
function targetOf({ options }: AnyRouter, to: string): object {
  const [path, query] = to.split('?');
  if (query === undefined) return { to };
  if (path) return { to: path, search: options.parseSearch(query) };
  return { to: '.', search: (words: object) => ({ ...words, ...Object.fromEntries(new URLSearchParams(to)) }), resetScroll: false };
}

const Anchor = styled('a')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.text.primary,
  fontWeight: 500,
  textDecoration: 'none',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': { outlineOffset: -2, borderRadius: '4px' },
}));

/**
 * The link a row stands for: a real one, so that Enter, a middle click and "copy link" do what they do everywhere. The router's own
 * link follows the address, so every row would be drawn again with every search.
 */
export function RowLink({ to, children }: RowLinkProps) {
  const router: AnyRouter = useRouter<AnyRouter>();
  const href = useMemo(() => {
    const { publicHref } = router.buildLocation(targetOf(router, to) as never);
    return router.history.createHref(publicHref);
  }, [router, to]);
  const preload = () => void router.preloadRoute(targetOf(router, to) as never).catch(() => undefined);
  function open(event: MouseEvent<HTMLAnchorElement>): void {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    void router.navigate(targetOf(router, to));
  }
  return (
    <Anchor href={href} data-row-link onClick={open} onMouseEnter={preload} onFocus={preload}>
      {children}
    </Anchor>
  );
}

/** A click anywhere in a row is a click on its link, except on its own controls and while text is being selected. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const link = event.currentTarget.querySelector<HTMLAnchorElement>(ROW_LINK);
  const target = event.target as Element;
  // Menus and dialogs of a row bubble through React though they stand elsewhere in the page.
  if (!link || target.closest(CONTROLS) || !event.currentTarget.contains(target)) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const isMiddle = event.type === 'auxclick' && event.button === 1;
  if (isMiddle || (event.type === 'click' && (event.ctrlKey || event.metaKey))) window.open(link.href, '_blank', 'noopener');
  else if (event.type === 'click') link.click();
}

/** Arrow keys walk from row to row while a row's link has the focus. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof Element) || !event.target.matches(ROW_LINK)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>(ROW_LINK)];
  const next = links[links.indexOf(event.target as HTMLAnchorElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
