/** The head is one sticky layer: a layer for every cell of it is laid anew with every frame. */
export const STICKY_HEAD = {
  position: 'sticky',
  top: 'var(--top-bar, 0px)',
  zIndex: 2,
  '& th': { height: 36, py: 0, backgroundColor: 'background.paper' },
  '& th:first-of-type': { borderTopLeftRadius: '10px' },
  '& th:last-of-type': { borderTopRightRadius: '10px' },
} as const;
