/**
 * Text for screen readers only. It is fixed and not absolute, because an absolute one in a pane that scrolls would
 * stand outside of it and lengthen the page. What is transparent is not drawn; what is cut by a path is a layer of its own in every frame.
 */
export const VISUALLY_HIDDEN = {
  position: 'fixed',
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  overflow: 'hidden',
  opacity: 0,
  pointerEvents: 'none',
  whiteSpace: 'nowrap',
  border: 0,
} as const;
