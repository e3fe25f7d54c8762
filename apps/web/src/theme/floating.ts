/**
 * Menus, dialogs and tooltips are drawn at the end of the page, outside every landmark, where someone who moves by landmarks never
 * finds them. They get a landmark of their own, and while one of them holds the focus the page behind is hidden from screen readers,
 * as MUI does for what stands directly in the body.
 */
const ID = 'floating';

function hidePageBehind(place: HTMLElement): void {
  const isModal = place.querySelector(':scope > .MuiModal-root:not(.MuiModal-hidden)') !== null;
  for (const sibling of place.parentElement?.children ?? []) {
    if (sibling === place || !(sibling instanceof HTMLDivElement)) continue;
    if (isModal) sibling.setAttribute('aria-hidden', 'true');
    else sibling.removeAttribute('aria-hidden');
  }
}

export function floatingPlace(): HTMLElement {
  const known = document.getElementById(ID);
  if (known) return known;
  const place = document.createElement('aside');
  place.id = ID;
  place.setAttribute('aria-label', 'Open menus and dialogs');
  document.body.append(place);
  new MutationObserver(() => hidePageBehind(place)).observe(place, { childList: true, subtree: true, attributeFilter: ['class'] });
  return place;
}
