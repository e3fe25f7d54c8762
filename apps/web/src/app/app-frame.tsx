import Box from '@mui/material/Box';
import { Outlet } from '@tanstack/react-router';
import { FirmCalendar } from '../parts/date/firm-calendar.tsx';
import { ConfirmSelfHost } from '../parts/dialog/confirm-self-host.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { Toasts } from '../parts/toast/toasts.tsx';
import { useFreshSelf } from '../session/self.ts';
import { useSettings } from '../session/settings.ts';
import { useStore } from '../session/store.ts';
import { CONTENT_WIDTH } from '../theme/tokens.ts';
import { Breadcrumbs } from './bar/breadcrumbs.tsx';
import { logOutWarning } from './bar/log-out.ts';
import { SkipLink } from './bar/skip-link.tsx';
import { BAR_HEIGHT, TopBar } from './bar/top-bar.tsx';
import { useFieldSync } from './field-sync.ts';
import { PaletteLoading } from './palette/palette-loading.tsx';
import { useCurrentRow } from './routes/current-row.ts';
import { usePageFocus, usePageTitle } from './routes/page-focus.ts';
import { paletteOpen, shortcutsOpen } from './shell-state.ts';
import { useShortcuts } from './shortcuts.ts';
import { updateReady } from './updates.ts';

// What floats over a page is rare, so it arrives when it is wanted.
const LogOutWarning = lazyPart(() => import('./bar/log-out-warning.tsx').then((file) => file.LogOutWarning));
const Palette = lazyPart(() => import('./palette/palette.tsx').then((file) => file.Palette), <PaletteLoading />);
const ShortcutList = lazyPart(() => import('./shortcut-list.tsx').then((file) => file.ShortcutList));
const UpdateDialog = lazyPart(() => import('./update-dialog.tsx').then((file) => file.UpdateDialog));

function Overlays() {
  const isWarning = useStore(logOutWarning) !== null;
  const isPalette = useStore(paletteOpen);
  const isShortcuts = useStore(shortcutsOpen);
  const isUpdate = useStore(updateReady);
  return (
    <>
      {isWarning ? <LogOutWarning /> : null}
      {isPalette ? <Palette /> : null}
      {isShortcuts ? <ShortcutList /> : null}
      {isUpdate ? <UpdateDialog /> : null}
    </>
  );
}

/** The frame around every page: bar, breadcrumbs, content, and what floats above them. */
export function AppFrame() {
  const { time_zone, week_starts_on } = useSettings();
  const isBare = useCurrentRow().row?.bare ?? false;
  usePageTitle();
  usePageFocus();
  useShortcuts();
  useFieldSync();
  useFreshSelf();
  return (
    <FirmCalendar time_zone={time_zone} week_starts_on={week_starts_on}>
      <SkipLink />
      {isBare ? null : <TopBar />}
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={
          isBare
            ? { outline: 'none' }
            : {
                // Where sticky headers stop: below the bar.
                '--top-bar': `${BAR_HEIGHT}px`,
                maxWidth: CONTENT_WIDTH,
                mx: 'auto',
                px: { xs: 3, sm: 4 },
                pt: 4,
                pb: 'calc(32px + var(--bottom-bar, 0px))',
                minHeight: `calc(100dvh - ${BAR_HEIGHT}px)`,
              }
        }
      >
        {isBare ? null : <Breadcrumbs />}
        <Outlet />
      </Box>
      <Toasts />
      <ConfirmSelfHost />
      <Overlays />
    </FirmCalendar>
  );
}
