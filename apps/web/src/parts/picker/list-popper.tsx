import Popper, { type PopperProps } from '@mui/material/Popper';
import { createContext, memo, type ReactNode, type Ref, use, useCallback, useRef } from 'react';

type Placed = NonNullable<PopperProps['popperRef']> extends Ref<infer P> ? P : never;

const List = createContext<ReactNode>(null);
const ShownList = () => use(List);

function standsStill(one: PopperProps, other: PopperProps): boolean {
  return one.open === other.open && one.anchorEl === other.anchorEl && one.style?.width === other.style?.width;
}

const StillPopper = memo(function StillPopper(props: PopperProps) {
  const popper = useRef<Placed>(null);
  // A list above its box grows upwards: it is placed anew when it has another height.
  const watchSize = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => void popper.current?.update());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <Popper {...props} popperRef={popper}>
      <div ref={watchSize}>
        <ShownList />
      </div>
    </Popper>
  );
}, standsStill);

/** The floating list under a box that is typed into. MUI's own measures the page anew with every letter; this one stays where it is. */
export function ListPopper({ children, ...props }: PopperProps) {
  return (
    <List value={children as ReactNode}>
      <StillPopper {...props} />
    </List>
  );
}
