import Box from '@mui/material/Box';
import type { MouseEvent, ReactNode } from 'react';

export type OneLineProps = {
  children: ReactNode;
  /** What the tooltip says when the line is cut off; nothing is shown while all of it is seen. */
  full: string;
};

/**
 * Text on one line, cut with an ellipsis; the tooltip holds all of it, but only where something was cut. It is the browser's own
 * tooltip: a page of two hundred rows would otherwise carry a thousand of ours.
 */
export function OneLine({ children, full }: OneLineProps) {
  function offerTooltip({ currentTarget }: MouseEvent<HTMLElement>): void {
    currentTarget.title = currentTarget.scrollWidth > currentTarget.clientWidth ? full : '';
  }
  return (
    <Box
      component="span"
      onMouseEnter={offerTooltip}
      sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {children}
    </Box>
  );
}
