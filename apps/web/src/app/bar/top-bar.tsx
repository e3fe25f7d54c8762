import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { LinkButton } from '../../parts/links.tsx';
import { useNarrow } from '../../parts/page/use-narrow.ts';
import { Can } from '../../session/can.tsx';
import { useConnected } from '../../session/connection.ts';
import { CONTENT_WIDTH } from '../../theme/tokens.ts';
import { BAR_ENTRIES, type NavEntry } from '../routes/navigation.ts';
import { showPalette } from '../shell-state.ts';
import { BAR_ENTRY } from './bar-entry.ts';
import { FirmMark } from './firm-mark.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SearchMenu } from './search-menu.tsx';
import { UnsyncedChip } from './unsynced-chip.tsx';
import { useTightBar } from './use-tight-bar.ts';

// A timer is rarely running when the app is opened: the bar is drawn before anybody asks for it.
const TimerChip = lazyPart(() => import('../../areas/time/timer/timer-chip.tsx').then((file) => file.TimerChip));
const SlideOut = lazyPart(() => import('./slide-out.tsx').then((file) => file.SlideOut));

export const BAR_HEIGHT = 52;

const MARK_WIDTH = 90;

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

const BAR_LINK = { ...BAR_ENTRY, '&[aria-current="page"]': { bgcolor: 'tint.primary', color: 'primary.main' } };

function BarLink({ entry, exact }: { entry: NavEntry; exact?: boolean }) {
  return (
    <LinkButton
      {...entry.link}
      activeOptions={{ exact: exact ?? false, includeSearch: false }}
      color="inherit"
      startIcon={<Icon name={entry.icon} />}
      sx={BAR_LINK}
    >
      {entry.label}
    </LinkButton>
  );
}

function PaletteButton() {
  const isNarrow = useNarrow();
  const isTight = useTightBar();
  const open = () => showPalette(true);
  if (isTight) {
    return (
      <IconButton
        color="inherit"
        aria-label="Find anything"
        title="Find anything"
        aria-keyshortcuts="Control+K Meta+K"
        // On a phone it is the only way to search.
        {...(isNarrow ? { 'data-tour': 'search-menu' } : {})}
        onClick={open}
      >
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
      sx={{ color: 'text.secondary', fontWeight: 400, borderColor: 'divider', minWidth: 190, flexShrink: 0, justifyContent: 'flex-start' }}
    >
      Find anything
      <Box component="kbd" sx={{ ml: 'auto', pl: 3, font: 'inherit', fontSize: '0.75rem' }}>
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
          // It gives way to everything else in the bar, down to the picture and the word Demo.
          sx={{ color: 'inherit', textDecoration: 'none', minWidth: MARK_WIDTH, mr: { xs: 0, md: 3 }, flex: '0 1 auto', borderRadius: 1 }}
        >
          <FirmMark />
        </Box>
        {isNarrow ? null : (
          <Box component="nav" aria-label="Main" sx={{ display: 'flex', flexShrink: 0, gap: 1 }}>
            <BarLink entry={BAR_ENTRIES.home} exact />
            <BarLink entry={BAR_ENTRIES.map} />
            <SearchMenu />
            <BarLink entry={BAR_ENTRIES.timesheet} />
          </Box>
        )}
        <Box sx={{ flex: 1 }} />
        <UnsyncedChip />
        <Can do="time.own">
          <TimerChip />
        </Can>
        {isConnected ? null : (
          <Chip size="small" color="warning" icon={<Icon name="cloud_off" size={16} />} label="Offline" sx={{ flexShrink: 0 }} />
        )}
        <PaletteButton />
        <ProfileMenu />
      </Box>
      {isNarrow && menuOpen ? <SlideOut onClose={() => setMenuOpen(false)} /> : null}
    </Box>
  );
}
