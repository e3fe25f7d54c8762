import { useColorScheme } from '@mui/material/styles';
import { useEffect } from 'react';
import { useSelf } from '../session/self.ts';
import { TOKENS } from '../theme/tokens.ts';

/** Puts the theme of the person's preferences in force; the device remembers it for the next first paint. */
export function ThemeSync() {
  const { theme } = useSelf().preferences;
  const { mode, setMode, systemMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) ?? 'light';
  useEffect(() => setMode(theme), [theme, setMode]);
  useEffect(() => {
    // The colour a phone paints around the app.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', TOKENS[scheme].surface.card);
  }, [scheme]);
  return null;
}
