import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { VISUALLY_HIDDEN } from '../../../parts/visually-hidden.ts';

type Style = SystemStyleObject<Theme>;
const TONES = ['info', 'success', 'warning', 'error'] as const;

/** Buttons that are text until pointed at. One rule for a thousand cells: a component for each would cost more than it shows. */
function plainControls({ vars }: Theme): Style {
  const tones: Record<string, object> = {};
  for (const tone of TONES) {
    tones[`& .text-${tone}`] = { color: vars.palette[tone].main };
    tones[`& .chip-${tone}`] = { backgroundColor: vars.palette.tint[tone], color: vars.palette[tone].main };
  }
  return {
    '& button': { font: 'inherit', color: 'inherit', background: 'none', border: 0, padding: 0, cursor: 'pointer', textAlign: 'left' },
    '& .cell': {
      borderRadius: '6px',
      padding: '3px 6px',
      marginLeft: '-6px',
      maxWidth: 'calc(100% + 6px)',
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& span.cell': { display: 'inline-block', verticalAlign: 'middle' },
    '& button.cell:hover': { backgroundColor: vars.palette.tint.muted },
    '& .icon-button': { display: 'inline-grid', placeItems: 'center', width: 28, height: 28, borderRadius: '50%', flexShrink: 0 },
    '& .icon-button:hover': { backgroundColor: vars.palette.tint.muted },
    '& .chip': {
      display: 'inline-flex',
      alignItems: 'center',
      height: 22,
      borderRadius: '99px',
      padding: '0 8px',
      fontWeight: 500,
      fontSize: '0.75rem',
      backgroundColor: vars.palette.tint.muted,
      color: vars.palette.text.secondary,
    },
    // Drawn here, not as an icon of each row's own: hundreds of pictures cost more than the words beside them.
    '& button.chip::after': {
      content: '""',
      margin: '2px 0 0 5px',
      border: '4px solid transparent',
      borderTopColor: 'currentcolor',
      borderBottomWidth: 0,
    },
    '& .dots': {
      display: 'block',
      width: 10,
      height: 16,
      background: 'radial-gradient(circle, currentcolor 1.4px, transparent 1.6px) 0 0 / 5px 5px',
    },
    '& .link': { color: vars.palette.primary.main, marginLeft: 0 },
    '& .add input': {
      font: 'inherit',
      color: 'inherit',
      width: '100%',
      padding: '4px 8px',
      borderRadius: '6px',
      border: `1px solid ${vars.palette.inputLine}`,
      background: vars.palette.background.paper,
    },
    '& .muted': { color: vars.palette.text.secondary },
    '& .hidden': VISUALLY_HIDDEN,
    ...tones,
  };
}

/** Where a dragged row would land, and which one is being dragged. */
function dropMarks({ vars }: Theme): Style {
  const line = vars.palette.primary.main;
  return {
    '& [data-drop="top"]': { boxShadow: `inset 0 2px 0 ${line}` },
    '& [data-drop="bottom"]': { boxShadow: `inset 0 -2px 0 ${line}` },
    '& [data-drop="into"]': { backgroundColor: vars.palette.tint.primary },
    '& [data-dragging]': { opacity: 0.4 },
  };
}

/** On a phone each row is a card: its name and menu, the facts under it. Dragging is for pointers; here the menu moves. */
function cards({ breakpoints, vars }: Theme): Style {
  return {
    [breakpoints.down('sm')]: {
      '& thead, & .grip, & td:empty, & .row > .wide': { display: 'none' },
      '& .row': {
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: '10px',
        padding: '4px 8px',
      },
      '& tbody > .row': { containIntrinsicBlockSize: 'auto 84px' },
      '& tbody > .row:first-of-type': { borderTop: 0, borderRadius: '10px 10px 0 0' },
      '& .row > td': { padding: 0 },
      '& .row > .pick': { width: 24, order: 0 },
      // The name takes what the menu leaves; everything after it starts a new line.
      '& .row > .name': { order: 1, flex: '1 1 calc(100% - 150px)', paddingLeft: 0 },
      '& .row > .acts': { order: 2, width: 'auto' },
      '& .row > .facts': { order: 3 },
      '& .row > .state': { marginLeft: '34px' },
      '& .row > .hours': { order: 2 },
      '& .row > .why': { order: 4, flexBasis: '100%', paddingLeft: '34px', paddingBottom: '6px', whiteSpace: 'normal' },
      '& .group > .state': { order: 1, marginLeft: 0 },
      '& .icon-button': { width: 40, height: 40 },
      '& .cell': { paddingTop: '8px', paddingBottom: '8px' },
      '& .name .cell': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      '& .quiet': { opacity: 1 },
      '& .phone-label': { display: 'inline', color: vars.palette.text.secondary },
    },
  };
}

/**
 * How work is drawn: the rows of one list in three levels, each a line of the same columns. They are lines of their own, not of a table
 * that is laid out as one, so that those out of sight cost nothing until they are scrolled to; there may be hundreds.
 */
export function gridStyle(columns: string): (theme: Theme) => Style {
  return (theme) => {
    const { vars } = theme;
    const spans: Record<string, object> = {};
    for (const count of [2, 4, 5, 6]) spans[`& td[colspan="${count}"]`] = { gridColumn: `span ${count}` };
    return {
      '&, & thead, & tbody': { display: 'block' },
      fontSize: '0.8125rem',
      lineHeight: 1.5,
      fontVariantNumeric: 'tabular-nums',
      border: `1px solid ${vars.palette.divider}`,
      borderRadius: '10px',
      backgroundColor: vars.palette.background.paper,
      '& .row': { display: 'grid', gridTemplateColumns: columns, alignItems: 'center', minHeight: 36, padding: '0 6px 0 10px' },
      // Lines above, not below: the last row then needs no rule of its own, which would be asked of every row each time one comes or goes.
      '& tbody > .row': {
        borderTop: `1px solid ${vars.palette.divider}`,
        contentVisibility: 'auto',
        containIntrinsicBlockSize: 'auto 36px',
      },
      '& td, & th': { padding: '0 6px 0 0', textAlign: 'left', minWidth: 0 },
      ...spans,
      '& thead': {
        position: 'sticky',
        top: 'var(--top-bar, 0px)',
        zIndex: 2,
        borderRadius: '10px 10px 0 0',
        color: vars.palette.text.secondary,
        backgroundColor: vars.palette.background.paper,
      },
      '& th': { fontWeight: 500 },
      '& .group': { backgroundColor: vars.palette.background.default },
      '& tbody > .row:hover': { backgroundColor: `color-mix(in srgb, ${vars.palette.tint.muted} 45%, transparent)` },
      '& .group .name': { fontWeight: 600 },
      '& .task .name': { fontWeight: 500 },
      '& .line': { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
      '& .acts .line': { justifyContent: 'flex-end' },
      '& .task > .name': { paddingLeft: '20px' },
      '& .milestone > .name, & .add > .name': { paddingLeft: '62px' },
      '& .settled > .name': { color: vars.palette.text.secondary },
      '& td.number, & th.number': { textAlign: 'right' },
      '& .total': { fontWeight: 600 },
      '& .grip': { cursor: 'grab', color: vars.palette.text.secondary },
      '& .pick input': { width: 16, height: 16, margin: 0, display: 'block', accentColor: vars.palette.primary.main },
      // What is done seldom keeps out of sight until it is pointed at or focused.
      '& .quiet': { opacity: 0 },
      '& .row:hover .quiet, & .row:focus-within .quiet, &[data-selecting] .pick .quiet': { opacity: 1 },
      // A finger does not hover.
      '@media (hover: none)': { '& .quiet': { opacity: 1 } },
      '& .why, & .facts': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      '& .why': { color: vars.palette.text.secondary },
      '& .phone-label': { display: 'none' },
      ...plainControls(theme),
      ...dropMarks(theme),
      ...cards(theme),
    };
  };
}
