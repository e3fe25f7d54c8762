import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Outlet, Link as RouterLink, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { FirmMark } from '../app/bar/firm-mark.tsx';
import { requestLogOut } from '../app/bar/log-out.ts';
import { LogOutWarning } from '../app/bar/log-out-warning.tsx';
import { SkipLink } from '../app/bar/skip-link.tsx';
import { FirmCalendar } from '../parts/date/firm-calendar.tsx';
import { ConfirmSelfHost } from '../parts/dialog/confirm-self-host.tsx';
import { Icon } from '../parts/icon/icon.tsx';
import { Toasts } from '../parts/toast/toasts.tsx';
import { useFreshSelf, useSelf } from '../session/self.ts';
import { useSettings } from '../session/settings.ts';
import { CONTENT_WIDTH } from '../theme/tokens.ts';
import { groupStaffPages, readStaffPath, STAFF_PAGES, type StaffPage } from './pages.ts';

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  px: 3,
  minHeight: { xs: 44, sm: 36 },
  borderRadius: 2,
  color: 'inherit',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
};

/** A heading and its pages: below each other at a desk, in the row of all pages on a phone. */
const GROUP = {
  display: 'flex',
  flexDirection: { xs: 'row', sm: 'column' },
  alignItems: { xs: 'center', sm: 'stretch' },
  gap: { xs: 1, sm: 0.5 },
};

function Navigation({ pages, current }: { pages: readonly StaffPage[]; current: string }) {
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what brings another link into sight
  useEffect(() => {
    function show(): void {
      const link = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
      // On a phone the links stand in a row that may be wider than the window.
      if (bar.current && link)
        bar.current.scrollLeft = link.offsetLeft - bar.current.offsetLeft - (bar.current.clientWidth - link.offsetWidth) / 2;
    }
    show();
    // The font that comes later makes every link another width.
    void document.fonts?.ready.then(show);
  }, [current]);
  return (
    <Box
      ref={bar}
      component="nav"
      aria-label="Staff panel"
      sx={{ display: 'flex', flexDirection: { xs: 'row', sm: 'column' }, gap: 3, overflowX: 'auto', width: { sm: 220 }, flexShrink: 0 }}
    >
      {groupStaffPages(pages).map((group) => (
        <Box key={group.title} role="group" aria-label={group.title} sx={GROUP}>
          <Typography component="h2" variant="caption" sx={{ color: 'text.secondary', fontWeight: 600, px: 3, whiteSpace: 'nowrap' }}>
            {group.title}
          </Typography>
          {group.pages.map(({ path, title, icon }) => (
            <Box
              key={path}
              component={RouterLink}
              {...({ to: `/${path}` } as object)}
              aria-current={path === current ? 'page' : undefined}
              sx={{
                ...ROW,
                '&:hover': { bgcolor: 'tint.muted' },
                '&[aria-current="page"]': { bgcolor: 'tint.primary', color: 'primary.main', fontWeight: 600 },
              }}
            >
              <Icon name={icon} />
              {title}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** The staff panel: who runs the app, not who works with it. */
export function StaffFrame() {
  const self = useSelf();
  useFreshSelf();
  const { time_zone, week_starts_on } = useSettings();
  const current = readStaffPath((useParams({ strict: false }) as { _splat?: string })._splat).page;
  const pages = STAFF_PAGES.filter((page) => self.can.includes(page.needs));
  const title = pages.find((page) => page.path === current)?.title;

  useEffect(() => {
    document.title = title ? `${title} · Staff panel` : 'Staff panel';
  }, [title]);

  return (
    <FirmCalendar time_zone={time_zone} week_starts_on={week_starts_on}>
      <SkipLink />
      <Box
        component="header"
        sx={{ position: 'sticky', top: 0, zIndex: 'appBar', bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, height: 52, px: 4, maxWidth: CONTENT_WIDTH, mx: 'auto' }}>
          <FirmMark />
          <Typography component="span" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
            Staff panel
          </Typography>
          <Box sx={{ flex: 1 }} />
          <Link href="/app/" noWrap sx={{ flexShrink: 0 }}>
            Back to the app
          </Link>
          <Button color="inherit" startIcon={<Icon name="logout" />} onClick={() => void requestLogOut()}>
            Logout
          </Button>
        </Box>
      </Box>
      <Box
        sx={{
          maxWidth: CONTENT_WIDTH,
          mx: 'auto',
          px: { xs: 3, sm: 4 },
          pt: 4,
          pb: 'calc(16px + var(--bottom-bar, 0px))',
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          gap: 6,
        }}
      >
        {pages.length > 0 ? <Navigation pages={pages} current={current || (pages[0]?.path ?? '')} /> : null}
        <Box component="main" id="content" tabIndex={-1} sx={{ flex: 1, minWidth: 0 }}>
          <Outlet />
        </Box>
      </Box>
      <Toasts />
      <ConfirmSelfHost />
      <LogOutWarning />
    </FirmCalendar>
  );
}
