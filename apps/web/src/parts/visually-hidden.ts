/**
 * Text for screen readers only: drawn, and cut away. It is fixed and not absolute, because an absolute one in a pane that scrolls would
 * stand outside of it and lengthen the page.
 */
export const VISUALLY_HIDDEN = {
  position: 'fixed',
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
} as const;
