import type { ThemeOptions } from '@mui/material/styles';
import { COMPONENTS } from '../../theme/components.ts';
import { makeTheme } from '../../theme/theme.ts';
import { FIELD_TOKENS, TARGET } from './field-tokens.ts';

const TEXT = '1rem';

const SIZES: ThemeOptions['components'] = {
  ...COMPONENTS,
  MuiCssBaseline: {},
  MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { fontFamily: 'inherit' } } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 999,
        minHeight: TARGET,
        padding: '8px 20px',
        fontSize: TEXT,
        fontWeight: 600,
        lineHeight: 1.3,
        // What cannot be pressed yet is still read in the sun.
        '&.Mui-disabled': { color: theme.vars.palette.text.secondary, backgroundColor: theme.vars.palette.tint.muted },
      }),
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.inputLine, borderWidth: 2 }),
    },
  },
  MuiIconButton: { styleOverrides: { root: { width: TARGET, height: TARGET } } },
  MuiTextField: { defaultProps: { size: 'medium', variant: 'outlined', fullWidth: true } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: TEXT,
        minHeight: TARGET,
        borderRadius: 8,
        backgroundColor: theme.vars.palette.background.paper,
        '&:not(.Mui-disabled, .Mui-error, .Mui-focused) .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.inputLine },
      }),
    },
  },
  MuiInputLabel: { styleOverrides: { root: { fontSize: TEXT, color: 'inherit' } } },
  MuiSwitch: { defaultProps: { disableRipple: true } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 16px 16px', gap: 8, flexWrap: 'wrap' } } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.125rem', fontWeight: 600, padding: '16px 20px 8px' } } },
  MuiAlert: { styleOverrides: { root: { borderRadius: 10, fontSize: TEXT, alignItems: 'center' } } },
};

/** The theme of the field app: the product's own, in the field's colours and sizes. */
export const fieldTheme = makeTheme(FIELD_TOKENS, 'field', SIZES);
