import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';

/** The cells of a table that is typed into: what is selected, typed in, wrong, and not to be changed. */
export function sheetCells({ vars }: Theme): SystemStyleObject<Theme> {
  const { primary, error, warning } = vars.palette;
  return {
    '& .figure': {
      textAlign: 'right',
      cursor: 'cell',
      position: 'relative',
      padding: '0 8px',
      borderLeft: `1px solid ${vars.palette.divider}`,
    },
    '& .figure.selected': { backgroundColor: vars.palette.tint.primary },
    '& .figure.active': { boxShadow: `inset 0 0 0 2px ${primary.main}`, outline: 0 },
    // A mark has a shape besides its colour: the corner, as spreadsheets draw it.
    '& .figure.bad': { backgroundColor: vars.palette.tint.error, color: error.main },
    '& .figure.bad::after': {
      content: '""',
      position: 'absolute',
      top: 0,
      right: 0,
      border: '5px solid transparent',
      borderTopColor: error.main,
      borderRightColor: error.main,
    },
    '& .figure.scaled .text': { textDecoration: `underline dotted ${warning.main} 2px`, textUnderlineOffset: '3px' },
    '& .locked > td': { backgroundColor: vars.palette.background.default },
    '& .locked .figure': { color: vars.palette.text.secondary },
    '& .locked .figure.selected': { backgroundColor: vars.palette.tint.primary },
    '& .text': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .field': {
      position: 'absolute',
      inset: 0,
      width: '100%',
      font: 'inherit',
      color: 'inherit',
      textAlign: 'right',
      padding: '0 6px',
      border: 0,
      outline: `2px solid ${primary.main}`,
      outlineOffset: '-2px',
      background: vars.palette.background.paper,
      fontVariantNumeric: 'inherit',
    },
  };
}
