import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { VISUALLY_HIDDEN } from '../visually-hidden.ts';
import { sheetCells } from './sheet-cells.ts';

type Style = SystemStyleObject<Theme>;
const ROW_HEIGHT = 36;

/** On a phone each row is a card: what it is first, then its cells as boxes to tap. */
function cards({ breakpoints, vars }: Theme): Style {
  return {
    [breakpoints.down('sm')]: {
      '& table': { minWidth: 0 },
      '& table, & tbody': { display: 'block' },
      '& thead, & colgroup': { display: 'none' },
      '& .row': { display: 'flex', flexWrap: 'wrap', gap: '8px', padding: '10px 12px', borderBottom: `1px solid ${vars.palette.divider}` },
      '& .row > td': { display: 'block', height: 'auto', border: 0 },
      '& .row > .figure': {
        flex: '1 1 calc(50% - 4px)',
        minWidth: 0,
        minHeight: 58,
        padding: '6px 10px',
        textAlign: 'left',
        border: `1px solid ${vars.palette.inputLine}`,
        borderRadius: '8px',
      },
      '& .row:hover > td': { backgroundColor: 'transparent' },
      '& .row > .figure.wide': { flexBasis: '100%' },
      '& .row > .figure.bad': { backgroundColor: vars.palette.tint.error },
      '& .row > .fold': { flex: '1 1 auto', order: -2 },
      '& .row > .menu': { flex: '0 0 auto', order: -1 },
      '& .phone-label': { display: 'block', fontSize: '0.75rem', color: vars.palette.text.secondary },
      '& .figure .text': { minHeight: 20, fontSize: '0.9375rem' },
      '& .figure.wide .text': { whiteSpace: 'normal' },
      '& .field': {
        inset: 'auto 4px 4px',
        width: 'calc(100% - 8px)',
        height: 34,
        textAlign: 'left',
        fontSize: '1rem',
        borderRadius: '6px',
      },
      '& .icon-button': { width: 40, height: 40 },
      '& .panel > td': { display: 'block', padding: '12px' },
      '& .phone-problem': { display: 'block', fontSize: '0.75rem', whiteSpace: 'normal' },
    },
  };
}

function paneStyle(theme: Theme): Style {
  const { vars } = theme;
  return {
    overflowX: 'auto',
    border: `1px solid ${vars.palette.divider}`,
    borderRadius: '10px',
    backgroundColor: vars.palette.background.paper,
    '& table': {
      width: '100%',
      minWidth: 1000,
      tableLayout: 'fixed',
      borderCollapse: 'separate',
      borderSpacing: 0,
      fontSize: '0.8125rem',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .row': { userSelect: 'none' },
    '& td, & th': {
      height: ROW_HEIGHT,
      padding: '0 8px',
      borderBottom: `1px solid ${vars.palette.divider}`,
      textAlign: 'left',
      fontWeight: 400,
    },
    '& tbody tr:last-of-type > td': { borderBottom: 0 },
    '& thead th': { fontSize: '0.75rem', fontWeight: 500, color: vars.palette.text.secondary },
    '& thead th.number': { textAlign: 'right' },
    '& .fold': { padding: '0 4px', whiteSpace: 'nowrap', color: vars.palette.text.secondary },
    '& .menu': { padding: 0, textAlign: 'center', borderLeft: `1px solid ${vars.palette.divider}` },
    '& .row:hover > td': { backgroundColor: `color-mix(in srgb, ${vars.palette.tint.muted} 40%, ${vars.palette.background.paper})` },
    '& .row[data-drop] > td': { backgroundColor: vars.palette.tint.primary, boxShadow: `inset 0 2px 0 ${vars.palette.primary.main}` },
    '& .panel > td': { padding: '12px 16px 16px 48px', backgroundColor: vars.palette.background.default, height: 'auto' },
    '& .icon-button': {
      display: 'inline-grid',
      placeItems: 'center',
      width: 28,
      height: 28,
      borderRadius: '50%',
      border: 0,
      padding: 0,
      font: 'inherit',
      color: 'inherit',
      background: 'none',
      cursor: 'pointer',
      verticalAlign: 'middle',
    },
    '& .icon-button:hover': { backgroundColor: vars.palette.tint.muted },
    '& .phone-label, & .phone-problem': { display: 'none' },
    '& .hidden': VISUALLY_HIDDEN,
    ...sheetCells(theme),
    '& .figure.said': { textAlign: 'left' },
    '& .figure.said .field': { textAlign: 'left' },
    '& .figure.fixed .text': { color: vars.palette.text.secondary },
    '& .figure.strong .text': { fontWeight: 600 },
    '& .figure.unset .text': { color: vars.palette.warning.main },
    ...cards(theme),
  };
}

/** Around the board, so that it is not worked out again with every key. */
export const SheetStyle = styled('div')(({ theme }) => ({ '& .sheet-pane': paneStyle(theme) as CSSObject }));
