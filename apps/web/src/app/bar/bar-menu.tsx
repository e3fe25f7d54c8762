import { type ReactNode, useId, useState } from 'react';
import type { LazyPart } from '../../parts/lazy-part.tsx';

export type MenuListProps = { id: string; anchor: HTMLElement; onClose: () => void };

/** What the button of a menu needs to be one. */
export type MenuButtonProps = {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: (event: { currentTarget: HTMLElement }) => void;
  onPointerEnter: () => void;
};

export type BarMenuProps = { list: LazyPart<MenuListProps>; children: (props: MenuButtonProps) => ReactNode };

/**
 * A menu of the bar. Menus are a large part of the code, and most pages open none, so the list arrives late; pointing at the button
 * fetches it, so that the click finds it there.
 */
export function BarMenu({ list: List, children }: BarMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      {children({
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        'aria-controls': anchor ? id : undefined,
        onClick: (event) => setAnchor(event.currentTarget),
        // What could not be fetched is said when the menu is opened.
        onPointerEnter: () => void List.fetch().catch(() => undefined),
      })}
      {anchor ? <List id={id} anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}
