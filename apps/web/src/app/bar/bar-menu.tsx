import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useId, useState } from 'react';

export type MenuListProps = { id: string; anchor: HTMLElement; onClose: () => void };

/** What the button of a menu needs to be one. */
export type MenuButtonProps = {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: (event: { currentTarget: HTMLElement }) => void;
  onPointerEnter: () => void;
};

/** The list of a menu, fetched when it is first wanted. */
export type LateList = { fetch: () => void; List: LazyExoticComponent<ComponentType<MenuListProps>> };

export function lateList(load: () => Promise<ComponentType<MenuListProps>>): LateList {
  return { fetch: () => void load(), List: lazy(async () => ({ default: await load() })) };
}

export type BarMenuProps = { list: LateList; children: (props: MenuButtonProps) => ReactNode };

/**
 * A menu of the bar. Menus are a large part of the code, and most pages open none, so the list arrives late; pointing at the button
 * fetches it, so that the click finds it there.
 */
export function BarMenu({ list: { fetch, List }, children }: BarMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      {children({
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        'aria-controls': anchor ? id : undefined,
        onClick: (event) => setAnchor(event.currentTarget),
        onPointerEnter: fetch,
      })}
      <Suspense fallback={null}>{anchor ? <List id={id} anchor={anchor} onClose={() => setAnchor(null)} /> : null}</Suspense>
    </>
  );
}
