import { styled } from '@mui/material/styles';
import type { MouseEvent, ReactNode } from 'react';

export type OneLineProps = {
  children: ReactNode;
  /** What the tooltip says when the line is cut off; nothing is shown while all of it is seen. */
  full: string;
};

/** On a card nothing is cut off: there the line becomes as many as it needs. */
export const WHOLE_LINES = { '& .one-line': { overflow: 'visible', whiteSpace: 'pre-line', overflowWrap: 'anywhere' } } as const;

/** For a list that is not a table: one line each where there is room, and on a phone as many as it needs. */
export const LINE_WITH_ROOM = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  overflowWrap: 'anywhere',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
} as const;

const Line = styled('span')({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

function offerTooltip({ currentTarget }: MouseEvent<HTMLElement>, full: string): void {
  currentTarget.title = currentTarget.scrollWidth > currentTarget.clientWidth ? full : '';
}

/**
 * Text on one line, cut with an ellipsis; the tooltip holds all of it, but only where something was cut. It is the browser's own
 * tooltip: a page of two hundred rows would otherwise carry a thousand of ours.
 */
export function OneLine({ children, full }: OneLineProps) {
  return (
    <Line className="one-line" onMouseEnter={(event) => offerTooltip(event, full)}>
      {children}
    </Line>
  );
}
