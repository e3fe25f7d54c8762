import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { sheetCells } from '../../../parts/grid/sheet-cells.ts';
import { VISUALLY_HIDDEN } from '../../../parts/visually-hidden.ts';
import { WIDTHS } from './budget-head.tsx';

type Style = SystemStyleObject<Theme>;

/** As high as every row between head and foot is drawn: those that are not drawn are reckoned by it. */
export const BUDGET_ROW_HEIGHT = 36;
const HEAD_HEIGHT = 44;
const UNITS_HEIGHT = 22;

/** On a phone each milestone is a card: its name and lock, then its figures as boxes to tap. */
function cards({ breakpoints, vars }: Theme): Style {
  return {
    [breakpoints.down('sm')]: {
      maxHeight: 'none',
      overflow: 'clip',
      '& tbody > .row': { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 120px' },
      '& table': { minWidth: 0 },
      '& table, & tbody, & tfoot': { display: 'block' },
      '& thead, & colgroup, & .row > .nothing': { display: 'none' },
      '& tfoot': { position: 'static' },
      '& .row': {
        display: 'flex',
        flexWrap: 'wrap',
        gap: '8px',
        alignItems: 'flex-end',
        padding: '8px 12px',
        borderBottom: `1px solid ${vars.palette.divider}`,
      },
      '& .row > th, & .row > td': { position: 'relative', display: 'block', height: 'auto', border: 0, padding: 0, background: 'none' },
      '& .row > .name, & tbody .row:hover > .name': { flex: '1 1 100%', position: 'static', padding: 0, background: 'none' },
      // The bar over the table tells the same; a card keeps to what is typed in it.
      '& .task > .sum, & .row > .used': { display: 'none' },
      '& .name .words': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      '& .task, & .group, & .total': { backgroundColor: vars.palette.background.default },
      '& .phone-label': { display: 'block', fontSize: '0.75rem', color: vars.palette.text.secondary, fontWeight: 400, textAlign: 'left' },
      '& .row > .fact': { flex: '0 1 auto', textAlign: 'left', marginRight: '8px' },
      '& .milestone > .figure': {
        position: 'relative',
        flex: '1 1 calc(50% - 4px)',
        maxWidth: 'calc(50% - 4px)',
        minHeight: 62,
        padding: '6px 10px',
        textAlign: 'left',
        border: `1px solid ${vars.palette.inputLine}`,
        borderRadius: '8px',
      },
      '& .row > .figure.bad': { backgroundColor: vars.palette.tint.error },
      '& .box': { contain: 'none', display: 'block', height: 'auto', padding: 0 },
      '& .figure .phone-label': { whiteSpace: 'normal' },
      '& .figure .text': { fontSize: '0.9375rem', minHeight: 22 },
      // A finger cannot point without pressing: the reason is written into the card.
      '& .phone-problem': { display: 'block', fontSize: '0.75rem', whiteSpace: 'normal' },
      '& .box .field': {
        position: 'absolute',
        inset: 'auto 4px 4px',
        margin: 0,
        width: 'calc(100% - 8px)',
        height: 34,
        textAlign: 'left',
        fontSize: '1rem',
        borderRadius: '6px',
      },
      '& .icon-button': { width: 40, height: 40 },
      '& .quiet': { color: 'inherit' },
    },
  };
}

/** Around the board, so that it is not worked out again with every key. */
export const BudgetStyle = styled('div')(({ theme }) => ({
  '& .budget-board': { display: 'flex', flexDirection: 'column', gap: theme.spacing(4) },
  '& .above-budget': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: theme.spacing(2, 6),
    marginBottom: theme.spacing(2),
  },
  '& .budget-pane': budgetStyle(theme) as CSSObject,
}));

/** A pane of its own, as a spreadsheet has: its head, its names and its totals stay in sight while the figures are scrolled. */
function budgetStyle(theme: Theme): Style {
  const { vars } = theme;
  const ground = vars.palette.background.paper;
  return {
    maxHeight: 'max(400px, calc(100dvh - 364px))',
    overflow: 'auto',
    contain: 'layout paint style',
    // What stays in sight must not cover the cell that is scrolled to.
    scrollPadding: `${HEAD_HEIGHT + UNITS_HEIGHT}px 0 ${2 * BUDGET_ROW_HEIGHT}px ${WIDTHS.name}px`,
    border: `1px solid ${vars.palette.divider}`,
    borderRadius: '10px',
    backgroundColor: ground,
    '& table': {
      width: '100%',
      minWidth: 'var(--least)',
      tableLayout: 'fixed',
      borderCollapse: 'separate',
      borderSpacing: 0,
      fontSize: '0.8125rem',
      lineHeight: 1.5,
      fontVariantNumeric: 'tabular-nums',
      userSelect: 'none',
    },
    '& td, & th': {
      height: BUDGET_ROW_HEIGHT,
      padding: '0 8px',
      borderBottom: `1px solid ${vars.palette.divider}`,
      textAlign: 'left',
      fontWeight: 400,
    },
    // Head and foot stick as a whole: a cell that sticks by itself is a layer of its own in every frame.
    '& thead': { position: 'sticky', top: 0, zIndex: 3 },
    '& tfoot': { position: 'sticky', bottom: 0, zIndex: 3 },
    '& thead th': {
      height: HEAD_HEIGHT,
      fontSize: '0.75rem',
      fontWeight: 500,
      color: vars.palette.text.secondary,
      backgroundColor: ground,
    },
    '& thead tr:first-of-type th:not([rowspan])': { borderBottom: 0 },
    '& .units th': { height: UNITS_HEIGHT, fontSize: '0.75rem', fontWeight: 400 },
    '& tfoot th, & tfoot td': { backgroundColor: vars.palette.background.default, fontWeight: 600 },
    '& tfoot tr:last-of-type > *': { borderBottom: 0 },
    '& tfoot tr:first-of-type > *': { borderTop: `1px solid ${vars.palette.divider}` },
    // Each row is painted by itself: what is typed in one leaves the others as they are.
    '& tbody tr': { position: 'relative', zIndex: 0 },
    '& .name': { position: 'sticky', left: 0, zIndex: 2, backgroundColor: ground, paddingLeft: '12px' },
    '& tfoot .name': { backgroundColor: vars.palette.background.default },
    '& .milestone > .name': { paddingLeft: '28px' },
    '& .task > *': { backgroundColor: vars.palette.background.default },
    '& .task > .name, & .task > .strong': { fontWeight: 600 },
    '& .task > .fact': { color: vars.palette.text.secondary },
    '& .task > .strong': { color: vars.palette.text.primary },
    '& .group > .name': { fontWeight: 600, color: vars.palette.text.secondary },
    '& .line': { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
    '& .words': { flex: 1, minWidth: 0, display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .fact, & .figure-head': { textAlign: 'right' },
    '& .figure-head .words': {
      whiteSpace: 'normal',
      lineHeight: 1.25,
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
    },
    '& .figure-head': { padding: '0 8px 0 4px', borderLeft: `1px solid ${vars.palette.divider}` },
    '& .milestone > .strong': { fontWeight: 500 },
    '& tbody .milestone:hover > .name': { backgroundColor: `color-mix(in srgb, ${vars.palette.tint.muted} 60%, ${ground})` },
    '& button': { font: 'inherit', color: 'inherit', background: 'none', border: 0, padding: 0, cursor: 'pointer' },
    '& .icon-button': { display: 'inline-grid', placeItems: 'center', width: 28, height: 28, borderRadius: '50%', flexShrink: 0 },
    '& .icon-button.small': { width: 20, height: 20 },
    '& .icon-button:hover': { backgroundColor: vars.palette.tint.muted },
    // No opacity: each button would be a layer of its own.
    '& .quiet': { color: 'transparent' },
    '& .row:hover .quiet, & .row:focus-within .quiet': { color: 'inherit' },
    '& .phone-label, & .phone-problem': { display: 'none' },
    '& .hidden': VISUALLY_HIDDEN,
    ...sheetCells(theme),
    '& .milestone > .figure': { position: 'static', padding: 0 },
    '& .milestone > .figure.bad': { position: 'relative' },
    // What is typed in a cell is laid out in its box, and not the whole table with it.
    '& .box': { contain: 'size layout style', display: 'grid', alignItems: 'center', height: BUDGET_ROW_HEIGHT - 1, padding: '0 8px' },
    // What is cut off is painted by itself: hundreds of cells that never are would each be so with every key.
    '& .milestone .short': { overflow: 'visible' },
    // Not placed over its cell as in other tables: what leaves such a place has the whole page laid out.
    '& .box .field': { position: 'static', margin: '0 -8px', width: 'calc(100% + 16px)', height: BUDGET_ROW_HEIGHT - 1 },
    ...cards(theme),
  };
}
