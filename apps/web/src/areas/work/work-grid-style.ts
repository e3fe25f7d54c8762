import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';

const TONES = ['info', 'success', 'warning', 'error'] as const;

/** Buttons that are text until pointed at. One rule for a thousand cells: a component for each would cost more than it shows. */
function plainButtons({ vars }: Theme): SystemStyleObject<Theme> {
  return {
    '& button': { font: 'inherit', color: 'inherit', background: 'none', border: 0, padding: 0, cursor: 'pointer', textAlign: 'left' },
    '& .cell': {
      borderRadius: '6px',
      padding: '3px 6px',
      marginLeft: '-6px',
      maxWidth: 'calc(100% + 6px)',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
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
    '& .muted': { color: vars.palette.text.secondary },
    ...Object.fromEntries(TONES.map((tone) => [`& .text-${tone}`, { color: vars.palette[tone].main }])),
    ...Object.fromEntries(
      TONES.map((tone) => [`& .chip-${tone}`, { backgroundColor: vars.palette.tint[tone], color: vars.palette[tone].main }]),
    ),
  };
}

function dropMarks({ vars }: Theme): SystemStyleObject<Theme> {
  const line = `0 2px 0 0 ${vars.palette.primary.main}`;
  return {
    '& [data-drop="top"]': { boxShadow: `inset ${line}`, zIndex: 1 },
    '& [data-drop="bottom"]': { boxShadow: line, zIndex: 1 },
    '& [data-drop="into"]': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: '-2px' },
    '& [data-dragging]': { opacity: 0.4 },
  };
}

/** On a phone each row is a card: its name and menu, the facts under it. Dragging is for pointers; the menu moves here. */
function cards(theme: Theme): SystemStyleObject<Theme> {
  return {
    [theme.breakpoints.down('sm')]: {
      '& .head, & .grip': { display: 'none' },
      '& .row': { gridTemplateColumns: '28px auto auto minmax(0, 1fr) auto', alignItems: 'center', padding: '6px 8px', rowGap: '2px' },
      '& .row > .name': { gridColumn: '2 / 5' },
      '& .row > .acts': { gridColumn: 5, gridRow: 1 },
      '& .row > .facts': { gridRow: 2, gridColumn: 'auto' },
      '& .row > .facts:first-of-type, & .row > .state': { gridColumn: 2 },
      '& .row > .why': { gridRow: 3, gridColumn: '2 / 6', whiteSpace: 'normal' },
      '& .row > .why:empty': { display: 'none' },
      '& .row > .span': { gridRow: 2, gridColumn: '2 / 6' },
      '& .icon-button': { width: 40, height: 40 },
      '& .milestone > .name, & .task > .name, & .add > .name': { paddingLeft: 0 },
      '& .cell': { padding: '8px 6px' },
      '& .name .cell': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      '& .quiet': { opacity: 1 },
    },
  };
}

/** `columns` are those of the wide table. */
export function gridStyle(columns: string) {
  return (theme: Theme): SystemStyleObject<Theme> => {
    const { vars } = theme;
    return {
      fontSize: '0.8125rem',
      lineHeight: 1.5,
      fontVariantNumeric: 'tabular-nums',
      border: `1px solid ${vars.palette.divider}`,
      borderRadius: '10px',
      backgroundColor: vars.palette.background.paper,
      '& .row': {
        display: 'grid',
        gridTemplateColumns: columns,
        columnGap: '8px',
        alignItems: 'center',
        minHeight: 36,
        padding: '0 8px',
        position: 'relative',
        borderBottom: `1px solid ${vars.palette.divider}`,
      },
      '& .row:last-of-type': { borderBottom: 0, borderRadius: '0 0 10px 10px' },
      '& .row:hover': { backgroundColor: `color-mix(in srgb, ${vars.palette.tint.muted} 45%, transparent)` },
      '& .row > *': { minWidth: 0 },
      '& .head': {
        position: 'sticky',
        top: 'var(--top-bar, 0px)',
        zIndex: 2,
        fontWeight: 500,
        color: vars.palette.text.secondary,
        borderRadius: '10px 10px 0 0',
      },
      '& .head, & .head:hover': { backgroundColor: vars.palette.background.paper },
      '& .group': { backgroundColor: vars.palette.background.default },
      '& .group .name': { fontWeight: 600 },
      '& .task .name': { fontWeight: 500 },
      '& .name': { display: 'flex', alignItems: 'center', gap: '4px' },
      '& .task > .name': { paddingLeft: '16px' },
      '& .milestone > .name, & .add > .name': { paddingLeft: '60px' },
      '& .settled > .name': { color: vars.palette.text.secondary },
      '& .number': { textAlign: 'right' },
      '& .acts': { display: 'flex', justifyContent: 'flex-end' },
      '& .grip': { cursor: 'grab', color: vars.palette.text.secondary },
      '& .pick input': { width: 16, height: 16, margin: 0, display: 'block', accentColor: vars.palette.primary.main },
      // What is done seldom keeps out of sight until it is pointed at or focused.
      '& .quiet': { opacity: 0 },
      '& .row:hover .quiet, & .row:focus-within .quiet, &[data-selecting] .pick .quiet': { opacity: 1 },
      '& .why': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      ...plainButtons(theme),
      ...dropMarks(theme),
      ...cards(theme),
    };
  };
}
