import { type CSSObject, styled } from '@mui/material/styles';
import { SheetStyle } from '../../../parts/grid/sheet-style.ts';

/** What the table of drafts has besides that of every table one types in: pictures, and proposals in grey. */
export const EntryStyle = styled(SheetStyle)(
  ({ theme: { vars, breakpoints } }): CSSObject => ({
    '& .sheet-pane table': { minWidth: 900 },
    '& .sheet-pane .row > td': { height: 48 },
    '& .sheet-pane .scan': { display: 'flex', alignItems: 'center', gap: 8 },
    '& .sheet-pane .ghost .text': { color: vars.palette.text.secondary, fontStyle: 'italic' },
    '& .sheet-pane .row > .state': { padding: '0 6px' },
    '& .sheet-pane .state': { whiteSpace: 'nowrap', borderLeft: `1px solid ${vars.palette.divider}` },
    '& .sheet-pane .quiet, & .sheet-pane .trouble': {
      display: 'inline-block',
      verticalAlign: 'middle',
      color: vars.palette.text.secondary,
    },
    '& .sheet-pane .trouble': { color: vars.palette.error.main },
    '& .sheet-pane .take': {
      font: 'inherit',
      fontWeight: 500,
      color: vars.palette.primary.main,
      background: 'none',
      border: 0,
      padding: '4px 6px',
      borderRadius: 99,
      cursor: 'pointer',
      '&:hover': { backgroundColor: vars.palette.tint.primary },
    },
    [breakpoints.down('sm')]: {
      '& .sheet-pane table': { minWidth: 0 },
      '& .sheet-pane .row > td': { height: 'auto' },
      '& .sheet-pane .row > .state': { order: -1, border: 0 },
      '& .sheet-pane .take': { minHeight: 40 },
    },
  }),
);
