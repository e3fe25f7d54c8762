import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { createStyleCache } from './style-cache.ts';
import { theme } from './theme.ts';
import { THEME_KEY } from './tokens.ts';

const styleCache = createStyleCache();

export type AppThemeProps = { children: ReactNode };

/** The theme around everything. The device's last choice holds until the preferences have been read. */
export function AppTheme({ children }: AppThemeProps) {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme} noSsr modeStorageKey={THEME_KEY} disableTransitionOnChange>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
