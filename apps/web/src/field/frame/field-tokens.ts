import { mix } from '../../theme/colour.ts';
import { mapTones, type Scheme, type SchemeTokens, type Tone } from '../../theme/tokens.ts';

/** The field's own colours: read in full sun, or at dusk through a wet screen. Everything that is text stands at 7:1 or more. */
const SUN: Record<Tone, string> = {
  primary: '#46297F',
  secondary: '#224A55',
  accent: '#7A3204',
  success: '#14522F',
  info: '#124A80',
  warning: '#663B00',
  error: '#8C1410',
};

const DUSK: Record<Tone, string> = {
  primary: '#D3C1FF',
  secondary: '#B5DCE6',
  accent: '#FFBE94',
  success: '#95E5B6',
  info: '#AED3FB',
  warning: '#FFD08A',
  error: '#FFBCB5',
};

export const FIELD_TOKENS: Record<Scheme, SchemeTokens> = {
  light: {
    surface: {
      page: '#F7F6F9',
      card: '#FFFFFF',
      line: '#B9B4C4',
      input_line: '#5D576A',
      text: '#0F0C16',
      muted: '#3D384A',
      muted_tint: '#ECEAF1',
      on_tone: '#FFFFFF',
    },
    tone: SUN,
    tint: mapTones(SUN, (colour) => mix(colour, '#FFFFFF', 0.08)),
    deep: mapTones(SUN, (colour) => mix(colour, '#000000', 0.84)),
  },
  dark: {
    surface: {
      page: '#0E0C12',
      card: '#17141D',
      line: '#4A4556',
      input_line: '#A9A3B6',
      text: '#FFFFFF',
      muted: '#D6D1E0',
      muted_tint: '#29252F',
      on_tone: '#0E0C12',
    },
    tone: DUSK,
    tint: mapTones(DUSK, (colour) => mix(colour, '#17141D', 0.14)),
    deep: mapTones(DUSK, (colour) => mix(colour, '#FFFFFF', 0.82)),
  },
};

/** A thumb in a wet glove, and the room between two targets. */
export const TARGET = 48;
export const GAP = 8;
