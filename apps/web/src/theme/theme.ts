import { type ColorSystemOptions, createTheme, type ThemeOptions } from '@mui/material/styles';
import { COMPONENTS } from './components.ts';
import { MOBILE_BREAKPOINT, SCHEME_ATTRIBUTE, type Scheme, type SchemeTokens, TOKENS, TONES, type Tone } from './tokens.ts';

function paletteOf(scheme: Scheme, tokens: SchemeTokens): ColorSystemOptions {
  const { surface, tone, tint, deep } = tokens;
  const tones = Object.fromEntries(
    TONES.map((name) => [name, { main: tone[name], light: tone[name], dark: deep[name], contrastText: surface.on_tone }]),
  ) as Record<Tone, { main: string; light: string; dark: string; contrastText: string }>;
  return {
    palette: {
      ...tones,
      background: { default: surface.page, paper: surface.card },
      text: { primary: surface.text, secondary: surface.muted },
      divider: surface.line,
      inputLine: surface.input_line,
      tint: { ...tint, muted: surface.muted_tint },
      TableCell: { border: surface.line },
      Tooltip: { bg: scheme === 'light' ? '#2B2635' : '#4A4456' },
      AppBar: { defaultBg: surface.card, darkBg: surface.card, darkColor: surface.text },
      ...alertPalette(tokens),
    },
    // MUI lightens dark paper by elevation; here a card is a card wherever it lies.
    overlays: Array.from({ length: 25 }, () => 'none') as NonNullable<ColorSystemOptions['overlays']>,
  };
}

function alertPalette({ surface, tone, tint }: SchemeTokens) {
  const of = (name: 'error' | 'info' | 'success' | 'warning') => ({
    [`${name}Color`]: surface.text,
    [`${name}StandardBg`]: tint[name],
    [`${name}IconColor`]: tone[name],
  });
  return { Alert: { ...of('error'), ...of('info'), ...of('success'), ...of('warning') } };
}

/** One theme, two schemes, all colours as CSS variables, so that changing the scheme repaints and re-renders nothing. */
export function makeTheme(tokens: Record<Scheme, SchemeTokens>, prefix: string, components: ThemeOptions['components'] = COMPONENTS) {
  return createTheme({
    cssVariables: { colorSchemeSelector: `[${SCHEME_ATTRIBUTE}="%s"]`, cssVarPrefix: prefix },
    colorSchemes: { light: paletteOf('light', tokens.light), dark: paletteOf('dark', tokens.dark) },
    spacing: 4,
    shape: { borderRadius: 8 },
    breakpoints: { values: { xs: 0, sm: MOBILE_BREAKPOINT, md: 900, lg: 1200, xl: 1536 } },
    focusVisible: true,
    motion: { reducedMotion: 'system' },
    transitions: {
      duration: { shortest: 80, shorter: 100, short: 120, standard: 150, complex: 180, enteringScreen: 140, leavingScreen: 100 },
    },
    typography: {
      fontFamily: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif",
      fontSize: 14,
      htmlFontSize: 16,
      fontWeightLight: 400,
      fontWeightRegular: 400,
      fontWeightMedium: 500,
      fontWeightBold: 600,
      h1: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.4, letterSpacing: '-0.01em' },
      h2: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.5 },
      h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.5 },
      h4: { fontSize: '0.875rem', fontWeight: 600 },
      h5: { fontSize: '0.875rem', fontWeight: 600 },
      h6: { fontSize: '0.875rem', fontWeight: 600 },
      subtitle1: { fontSize: '0.875rem', fontWeight: 500 },
      subtitle2: { fontSize: '0.8125rem', fontWeight: 500 },
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
      caption: { fontSize: '0.75rem', lineHeight: 1.5 },
      button: { fontSize: '0.875rem', fontWeight: 500, textTransform: 'none' },
      overline: { fontSize: '0.75rem', fontWeight: 500, textTransform: 'none', letterSpacing: 0 },
    },
    components: components ?? COMPONENTS,
  });
}

export const theme = makeTheme(TOKENS, 'mui');
