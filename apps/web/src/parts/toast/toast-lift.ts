/** The totals of a table; a grid keeps them in sight at the bottom of the window. */
const TOTALS = 'tfoot';

/** How far from the bottom of the window a toast must stay so that it covers no totals; nothing where there is no room above them. */
export function measureLift(toasts: HTMLElement): number {
  const { height } = toasts.getBoundingClientRect();
  const shelf = window.innerHeight;
  let lift = 0;
  for (const totals of document.querySelectorAll(TOTALS)) {
    const { top, bottom } = totals.getBoundingClientRect();
    const isInTheWay = bottom > shelf - lift - height && top < shelf - lift;
    if (isInTheWay && top > height) lift = shelf - top;
  }
  return lift;
}
