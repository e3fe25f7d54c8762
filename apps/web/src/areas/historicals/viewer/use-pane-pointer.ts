import { type RefObject, useEffect, useRef } from 'react';
import type { Spot } from './page-view.ts';

export type PanePointer = { onPan: (by: Spot) => void; onZoom: (factor: number, at: Spot) => void };

/** One turn of the wheel, in the pixels a browser says it with. */
const WHEEL = 500;
const LINE = 16;

const distance = ([one, other]: readonly Spot[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0);
const middle = ([one, other]: readonly Spot[]): Spot => ({ x: (one!.x + other!.x) / 2, y: (one!.y + other!.y) / 2 });

/** Mouse, finger and wheel over a page: drag moves it, the wheel and two fingers zoom. */
export function usePanePointer(place: RefObject<HTMLElement | null>, acts: PanePointer): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const fingers = new Map<number, Spot>();
    const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
      const { left, top } = element.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    function down(event: PointerEvent): void {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      fingers.set(event.pointerId, spotOf(event));
      element?.setPointerCapture(event.pointerId);
    }
    function move(event: PointerEvent): void {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const to = spotOf(event);
      const before = [...fingers.values()];
      fingers.set(event.pointerId, to);
      const now = [...fingers.values()];
      if (now.length !== 2) {
        latest.current.onPan({ x: to.x - from.x, y: to.y - from.y });
        return;
      }
      const at = middle(now);
      const was = middle(before);
      latest.current.onPan({ x: at.x - was.x, y: at.y - was.y });
      if (distance(before) > 0) latest.current.onZoom(distance(now) / distance(before), at);
    }
    const up = (event: PointerEvent) => void fingers.delete(event.pointerId);
    function wheel(event: WheelEvent): void {
      event.preventDefault();
      const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
      // Two fingers on a touch pad say a pinch as a wheel with Ctrl, in small steps.
      latest.current.onZoom(2 ** (-turned / (event.ctrlKey ? WHEEL / 5 : WHEEL)), spotOf(event));
    }
    const twice = (event: MouseEvent) => latest.current.onZoom(event.shiftKey ? 0.5 : 2, spotOf(event));
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('dblclick', twice);
    // Not passive: the page beneath must not scroll.
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('dblclick', twice);
      element.removeEventListener('wheel', wheel);
    };
  }, [place]);
}
