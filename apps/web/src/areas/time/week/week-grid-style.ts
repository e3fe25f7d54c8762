import { type CSSObject, styled, type Theme } from '@mui/material/styles';

const ROW_HEIGHT = 44;

function cells({ vars }: Theme): CSSObject {
  const { primary, error, divider, text, tint, background } = vars.palette;
  return {
    '& .figure': { textAlign: 'right', cursor: 'cell', position: 'relative', borderLeft: `1px solid ${divider}` },
    '& .figure.selected': { backgroundColor: tint.primary },
    '& .figure.active': { boxShadow: `inset 0 0 0 2px ${primary.main}`, outline: 0 },
    '& .figure.off': { color: text.secondary, backgroundColor: background.default, cursor: 'default' },
    '& .figure.off.selected': { backgroundColor: tint.primary },
    '& .figure.suggested .text': { color: text.secondary, fontStyle: 'italic' },
    '& .figure.bad': { backgroundColor: tint.error, color: error.main },
    // Marks have a shape besides their colour: the corner, as spreadsheets draw it.
    '& .figure.bad::after, & .figure.noted::after': {
      content: '""',
      position: 'absolute',
      top: 0,
      right: 0,
      border: '5px solid transparent',
      borderTopColor: primary.main,
      borderRightColor: primary.main,
    },
    '& .figure.bad::after': { borderTopColor: error.main, borderRightColor: error.main },
    '& .text': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .problem': { display: 'block', fontSize: '0.75rem', lineHeight: 1.25, whiteSpace: 'normal', textAlign: 'left', paddingBottom: 4 },
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
      background: background.paper,
      fontVariantNumeric: 'inherit',
    },
  };
}

/** The week as a spreadsheet: names on the left, the days, the sum on the right and below. */
export const WeekPane = styled('div')(({ theme }) => {
  const { vars } = theme;
  const { divider, background, text, tint } = vars.palette;
  return {
    overflow: 'auto',
    border: `1px solid ${divider}`,
    borderRadius: '10px',
    backgroundColor: background.paper,
    '& table': {
      width: '100%',
      minWidth: 860,
      tableLayout: 'fixed',
      borderCollapse: 'separate',
      borderSpacing: 0,
      fontSize: '0.8125rem',
      lineHeight: 1.4,
      fontVariantNumeric: 'tabular-nums',
      userSelect: 'none',
    },
    '& td, & th': { height: ROW_HEIGHT, padding: '0 8px', borderBottom: `1px solid ${divider}`, textAlign: 'left', fontWeight: 400 },
    '& thead th': { fontSize: '0.75rem', fontWeight: 500, color: text.secondary, textAlign: 'right' },
    '& thead .name': { textAlign: 'left' },
    '& thead .today': { color: vars.palette.primary.main, fontWeight: 600 },
    '& tfoot > tr:last-of-type > *': { borderBottom: 0 },
    '& tfoot th, & tfoot td': { backgroundColor: background.default, fontWeight: 600, textAlign: 'right' },
    '& .name': { position: 'sticky', left: 0, zIndex: 2, backgroundColor: background.paper, paddingLeft: '12px' },
    '& tfoot .name': { backgroundColor: background.default, textAlign: 'left' },
    '& .line': { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
    '& .words': { flex: 1, minWidth: 0 },
    '& .words > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .words > small': { fontSize: '0.75rem', color: text.secondary },
    '& .greyed .words': { color: text.secondary, fontStyle: 'italic' },
    '& .sum': { textAlign: 'right', fontWeight: 500, borderLeft: `1px solid ${divider}` },
    '& .long': { color: vars.palette.warning.main },
    '& button': { font: 'inherit', color: 'inherit', background: 'none', border: 0, padding: 0, cursor: 'pointer' },
    '& .icon-button': { display: 'inline-grid', placeItems: 'center', width: 28, height: 28, borderRadius: '50%', flexShrink: 0 },
    '& .icon-button:hover': { backgroundColor: tint.muted },
    ...cells(theme),
  } as CSSObject;
});
