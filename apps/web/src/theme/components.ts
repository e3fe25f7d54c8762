import type { Components, Theme } from '@mui/material/styles';
import { floatingPlace } from './floating.ts';
import { TONES } from './tokens.ts';

type ThemedComponents = Components<Omit<Theme, 'components'>>;

const PILL = 999;
const FLOATED = 12 / 14;

/** One elevation: cards have a hairline, only what floats over the page casts a shadow. */
const FLOATING = '0 8px 28px rgb(20 14 34 / 0.18), 0 1px 3px rgb(20 14 34 / 0.12)';

/** What floats is there at once: nothing moves unless it means something. */
const NO_TRANSITION = { container: floatingPlace, transitionDuration: 0 };

const surfaces: ThemedComponents = {
  MuiModal: { defaultProps: { container: floatingPlace } },
  MuiPopper: { defaultProps: { container: floatingPlace } },
  MuiDrawer: { defaultProps: { container: floatingPlace, transitionDuration: 120 } },
  // A line of emphasis is no heading.
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } } },
  MuiPaper: {
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.divider, borderRadius: 10 }),
    },
  },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiMenu: {
    defaultProps: NO_TRANSITION,
    styleOverrides: { paper: ({ theme }) => ({ boxShadow: FLOATING, border: `1px solid ${theme.vars.palette.divider}` }) },
  },
  MuiPopover: {
    defaultProps: NO_TRANSITION,
    styleOverrides: { paper: ({ theme }) => ({ boxShadow: FLOATING, border: `1px solid ${theme.vars.palette.divider}` }) },
  },
  MuiDialog: {
    defaultProps: NO_TRANSITION,
    styleOverrides: { paper: { boxShadow: FLOATING, borderRadius: 12 }, paperFullScreen: { borderRadius: 0 } },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1rem', fontWeight: 600, padding: '16px 20px 8px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 20px 12px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 20px 16px', gap: 4 } } },
  MuiAutocomplete: { styleOverrides: { paper: { boxShadow: FLOATING }, option: { fontSize: '0.875rem' } } },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, arrow: false },
    styleOverrides: { tooltip: { fontSize: '0.75rem', fontWeight: 400, padding: '4px 8px', borderRadius: 6, color: '#FFFFFF' } },
  },
  MuiAlert: { styleOverrides: { root: { borderRadius: 10, fontSize: '0.875rem', alignItems: 'center' } } },
};

const controls: ThemedComponents = {
  // Nothing moves unless it means something: no ripples.
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { borderRadius: PILL, minHeight: 36, padding: '5px 16px', lineHeight: 1.4, whiteSpace: 'nowrap' },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.inputLine }),
      sizeSmall: { minHeight: 30, padding: '2px 12px', fontSize: '0.8125rem' },
      sizeLarge: { minHeight: 48, padding: '8px 24px', fontSize: '1rem' },
    },
  },
  MuiIconButton: { styleOverrides: { root: { padding: 8 }, sizeSmall: { padding: 5 } } },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        textTransform: 'none',
        padding: '4px 14px',
        minHeight: 36,
        borderRadius: PILL,
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.vars.palette.tint.primary,
          color: theme.vars.palette.primary.main,
        },
      }),
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiTab: { styleOverrides: { root: { minHeight: 40, padding: '8px 12px', minWidth: 0, fontWeight: 500, textTransform: 'none' } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
  MuiMenuItem: {
    styleOverrides: { root: ({ theme }) => ({ minHeight: 36, fontSize: '0.875rem', [theme.breakpoints.down('sm')]: { minHeight: 44 } }) },
  },
  MuiListItemIcon: { styleOverrides: { root: ({ theme }) => ({ minWidth: 32, color: theme.vars.palette.text.secondary }) } },
  MuiChip: {
    styleOverrides: { root: { borderRadius: PILL, fontWeight: 500, fontSize: '0.75rem' }, sizeSmall: { height: 22 } },
    variants: [
      {
        props: { color: 'default', variant: 'filled' },
        style: ({ theme }) => ({
          backgroundColor: theme.vars.palette.tint.muted,
          color: theme.vars.palette.text.secondary,
        }),
      },
      ...TONES.map((tone) => ({
        props: { color: tone, variant: 'filled' as const },
        style: ({ theme }: { theme: Theme }) => ({
          backgroundColor: theme.vars.palette.tint[tone],
          color: theme.vars.palette[tone].main,
          '&.MuiChip-clickable:hover, &.Mui-focusVisible': { backgroundColor: theme.vars.palette.tint[tone] },
        }),
      })),
    ],
  },
};

const inputs: ThemedComponents = {
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
  MuiSelect: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      select: { '&.MuiSelect-select.MuiOutlinedInput-input': { minHeight: 22, lineHeight: '22px', paddingTop: 7, paddingBottom: 7 } },
    },
  },
  MuiFormControl: { defaultProps: { size: 'small' } },
  MuiInputLabel: {
    styleOverrides: {
      root: { fontSize: '0.875rem' },
      sizeSmall: { '&:not(.MuiInputLabel-shrink)': { top: -2 } },
      // A floated label is text too: 12 px, where MUI would make it smaller.
      outlined: {
        '&.MuiInputLabel-shrink': { transform: `translate(14px, -9px) scale(${FLOATED})`, maxWidth: `calc((100% - 28px) / ${FLOATED})` },
      },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        backgroundColor: theme.vars.palette.background.paper,
        '& legend': { fontSize: `${FLOATED}em` },
        '&:not(.Mui-disabled, .Mui-error, .Mui-focused) .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.inputLine },
        '&.MuiInputBase-sizeSmall:not(.MuiInputBase-multiline)': { minHeight: 36 },
        '&.MuiInputBase-sizeSmall:not(.MuiInputBase-multiline) > input': { paddingTop: 7, paddingBottom: 7, height: 22 },
      }),
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { fontSize: '0.75rem', marginLeft: 2, marginRight: 2 } } },
  MuiFormControlLabel: { styleOverrides: { label: { fontSize: '0.875rem' } } },
  MuiCheckbox: { styleOverrides: { root: { padding: 8 } } },
};

const tables: ThemedComponents = {
  MuiTableCell: {
    styleOverrides: {
      root: { fontSize: '0.8125rem', padding: '7px 12px', lineHeight: 1.6 },
      paddingCheckbox: { padding: '0 0 0 8px' },
      head: ({ theme }) => ({ fontWeight: 500, color: theme.vars.palette.text.secondary, whiteSpace: 'nowrap' }),
    },
  },
  MuiTableRow: { styleOverrides: { root: { '&:last-child td': { borderBottom: 0 } } } },
  MuiLinearProgress: { styleOverrides: { root: { borderRadius: PILL } } },
};

/** Columns of numbers, dates, and inputs that take either. */
const FIGURES =
  'td.MuiTableCell-alignRight, th.MuiTableCell-alignRight, time, input[type="number"], input[inputmode="numeric"], input[inputmode="decimal"]';

const page: ThemedComponents = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { scrollPaddingTop: 64, WebkitTextSizeAdjust: '100%' },
      // Figures line up where figures stand in columns or are typed; anywhere else tabular ones would tear words at their hyphens.
      [FIGURES]: { fontVariantNumeric: 'tabular-nums' },
      body: { fontFeatureSettings: "'cv05' 1, 'ss03' 1", overflowWrap: 'break-word' },
      // The ring is always seen, also on what MUI does not style itself.
      ':focus-visible': { outline: `2px solid ${theme.vars?.palette.primary.main ?? theme.palette.primary.main}`, outlineOffset: 2 },
      'input:focus-visible, textarea:focus-visible, [tabindex="-1"]:focus-visible': { outline: 'none' },
    }),
  },
};

export const COMPONENTS: ThemedComponents = { ...page, ...surfaces, ...controls, ...inputs, ...tables };
