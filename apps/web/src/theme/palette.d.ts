import type { Tone } from './tokens.ts';

type Tints = Record<Tone | 'muted', string>;

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface Palette {
    accent: Palette['primary'];
    /** The outline of inputs; `divider` is for separators only. */
    inputLine: string;
    /** Quiet grounds for chips and banners. */
    tint: Tints;
  }
  interface PaletteOptions {
    accent?: PaletteOptions['primary'];
    inputLine?: string;
    tint?: Tints;
  }
}

declare module '@mui/material/Button' {
  interface ButtonPropsColorOverrides {
    accent: true;
  }
}
declare module '@mui/material/Chip' {
  interface ChipPropsColorOverrides {
    accent: true;
  }
}
