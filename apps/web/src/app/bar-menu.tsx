import { type ComponentType, lazy, type ReactNode, Suspense, useId, useState } from 'react';

export type MenuListProps = { id: string; anchor: HTMLElement; onClose: () => void };

/** What the button of a menu needs to be one. */
export type MenuButtonProps = {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: (event: { currentTarget: HTMLElement }) => void;
  onPointerEnter: () => void;
};

/**
 * A menu of the bar whose list arrives when it is first wanted: menus are a large part of the parts, and most pages open none. Pointing at
 * the button fetches it, so that the click finds it there.
 */
export function createBarMenu(load: () => Promise<ComponentType<MenuListProps>>, renderButton: (props: MenuButtonProps) => ReactNode) {
  const List = lazy(async () => ({ default: await load() }));
  return function BarMenu() {
    const [anchor, setAnchor] = useState<HTMLElement | null>(null);
    const id = useId();
    return (
      <>
        {renderButton({
          'aria-haspopup': 'menu',
          'aria-expanded': anchor !== null,
          'aria-controls': anchor ? id : undefined,
          onClick: (event) => setAnchor(event.currentTarget),
          onPointerEnter: () => void load(),
        })}
        <Suspense fallback={null}>{anchor ? <List id={id} anchor={anchor} onClose={() => setAnchor(null)} /> : null}</Suspense>
      </>
    );
  };
}
