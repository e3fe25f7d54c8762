import { mix } from './colour.ts';

export const TONES = ['primary', 'secondary', 'accent', 'success', 'info', 'warning', 'error'] as const;
export type Tone = (typeof TONES)[number];

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

type Surface = {
  page: string;
  card: string;
  /** Separators only; an input's outline must be seen, so it has its own. */
  line: string;
  input_line: string;
  text: string;
  muted: string;
  /** The ground of a chip that has nothing urgent to say. */
  muted_tint: string;
  /** Text on a filled button. */
  on_tone: string;
};

export type SchemeTokens = { surface: Surface; tone: Record<Tone, string>; tint: Record<Tone, string>; deep: Record<Tone, string> };

const LIGHT: Record<Tone, string> = {
  primary: '#5B3A9E',
  secondary: '#3F6C78',
  accent: '#AD4F10',
  success: '#2E7D4F',
  info: '#2C6FB3',
  warning: '#965800',
  error: '#B3261E',
};

const DARK: Record<Tone, string> = {
  primary: '#B69CF2',
  secondary: '#8FBECB',
  accent: '#F0935A',
  success: '#6FCF97',
  info: '#7FB5EE',
  warning: '#F0B35A',
  error: '#FF8A80',
};

export function mapTones(tones: Record<Tone, string>, change: (colour: string) => string): Record<Tone, string> {
  return Object.fromEntries(TONES.map((tone) => [tone, change(tones[tone])])) as Record<Tone, string>;
}

/** The colours of the product, per scheme. `tint` is the quiet ground of chips and banners, `deep` a filled button under the pointer. */
export const TOKENS: Record<Scheme, SchemeTokens> = {
  light: {
    surface: {
      page: '#F7F6F9',
      card: '#FFFFFF',
      line: '#E3E0EA',
      input_line: '#857F92',
      text: '#211D2A',
      muted: '#5D576A',
      muted_tint: '#EDEBF2',
      on_tone: '#FFFFFF',
    },
    tone: LIGHT,
    tint: mapTones(LIGHT, (colour) => mix(colour, '#FFFFFF', 0.08)),
    deep: mapTones(LIGHT, (colour) => mix(colour, '#000000', 0.84)),
  },
  dark: {
    surface: {
      page: '#15131A',
      card: '#1E1B25',
      line: '#35313F',
      input_line: '#8A8498',
      text: '#ECE9F2',
      muted: '#ADA7BA',
      muted_tint: '#2F2B39',
      on_tone: '#1A1721',
    },
    tone: DARK,
    tint: mapTones(DARK, (colour) => mix(colour, '#1E1B25', 0.16)),
    deep: mapTones(DARK, (colour) => mix(colour, '#FFFFFF', 0.82)),
  },
};

/** Milliseconds, pixels and the like that more than one place must agree on. */
export const MOBILE_BREAKPOINT = 700;
export const CONTENT_WIDTH = 1440;
/** Where the chosen theme is kept on the device; `public/before-app.js` reads it before the first paint. */
export const THEME_KEY = 'dmse.theme';
/** The attribute on the root element that carries the scheme in force. */
export const SCHEME_ATTRIBUTE = 'data-scheme';
