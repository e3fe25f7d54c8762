import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import { useConnected } from '../session/connection.ts';
import { CONTENT_WIDTH } from '../theme/tokens.ts';
import { FirmMark } from './firm-mark.tsx';
import { BAR_ENTRIES, type NavEntry } from './navigation.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { SearchMenu } from './search-menu.tsx';
import { paletteOpen } from './shell-state.ts';
import { UnsyncedChip } from './unsynced-chip.tsx';

const SlideOut = lazy(() => import('./slide-out.tsx').then((file) => ({ default: file.SlideOut })));

export const BAR_HEIGHT = 52;

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

function BarLink({ entry, exact }: { entry: NavEntry; exact?: boolean }) {
  return (
    <Button
      component={Link}
      {...(entry.link as object)}
      {...({ activeOptions: { exact: exact ?? false, includeSearch: false } } as object)}
      color="inherit"
      startIcon={<Icon name={entry.icon} />}
      sx={{ '&[aria-current="page"]': { bgcolor: 'tint.primary', color: 'primary.main' } }}
    >
      {entry.label}
    </Button>
  );
}

function PaletteButton() {
  const isNarrow = useNarrow();
  const open = () => paletteOpen.set(true);
  if (isNarrow) {
    return (
      <IconButton color="inherit" aria-label="Find anything" data-tour="search-menu" onClick={open}>
        <Icon name="search" />
      </IconButton>
    );
  }
  return (
    <Button
      color="inherit"
      variant="outlined"
      onClick={open}
      aria-keyshortcuts="Control+K Meta+K"
      startIcon={<Icon name="search" size={18} />}
      sx={{ color: 'text.secondary', fontWeight: 400, borderColor: 'divider', minWidth: { md: 190 }, justifyContent: 'flex-start' }}
    >
      Find anything
      <Box component="kbd" sx={{ ml: 'auto', pl: 3, font: 'inherit', fontSize: '0.75rem', display: { xs: 'none', md: 'inline' } }}>
        {IS_MAC ? '⌘K' : 'Ctrl K'}
      </Box>
    </Button>
  );
}

/** The bar on top of every page. */
export function TopBar() {
  const isNarrow = useNarrow();
  const isConnected = useConnected();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        '@media print': { display: 'none' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          height: BAR_HEIGHT,
          px: { xs: 1, sm: 4 },
          maxWidth: CONTENT_WIDTH,
          mx: 'auto',
        }}
      >
        {isNarrow ? (
          <IconButton color="inherit" aria-label="Menu" aria-haspopup="dialog" aria-expanded={menuOpen} onClick={() => setMenuOpen(true)}>
            <Icon name="menu" size={24} />
          </IconButton>
        ) : null}
        <Box
          component={Link}
          to="/"
          sx={{ color: 'inherit', textDecoration: 'none', minWidth: 0, mr: { xs: 0, sm: 3 }, flexShrink: 1, borderRadius: 1 }}
        >
          <FirmMark />
        </Box>
        {isNarrow ? null : (
          <Box component="nav" aria-label="Main" sx={{ display: 'flex', gap: 1 }}>
            <BarLink entry={BAR_ENTRIES.home} exact />
            <BarLink entry={BAR_ENTRIES.map} />
            <SearchMenu />
            <BarLink entry={BAR_ENTRIES.timesheet} />
          </Box>
        )}
        <Box sx={{ flex: 1 }} />
        <UnsyncedChip />
        {isConnected ? null : <Chip size="small" color="warning" icon={<Icon name="cloud_off" size={16} />} label="Offline" />}
        <PaletteButton />
        <ProfileMenu />
      </Box>
      <Suspense fallback={null}>{isNarrow && menuOpen ? <SlideOut onClose={() => setMenuOpen(false)} /> : null}</Suspense>
    </Box>
  );
}
