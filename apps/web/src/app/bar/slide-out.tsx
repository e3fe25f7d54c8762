import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icon/icon.tsx';
import { SLIDE_OUT_ENTRIES } from '../routes/navigation.ts';
import { FirmMark } from './firm-mark.tsx';
import { requestLogOut } from './log-out.ts';

export type SlideOutProps = { onClose: () => void };

const ROW = {
  minHeight: 48,
  borderRadius: 2,
  '&[aria-current="page"]': { bgcolor: 'tint.primary', color: 'primary.main', fontWeight: 600 },
};

/** The menu of a phone: six places. */
export function SlideOut({ onClose }: SlideOutProps) {
  return (
    <Drawer open onClose={onClose} slotProps={{ paper: { sx: { width: 'min(300px, 84vw)' }, 'aria-label': 'Menu', role: 'dialog' } }}>
      <Box sx={{ px: 4, height: 56, display: 'flex', alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}>
        <FirmMark />
      </Box>
      <Box component="nav" aria-label="Menu">
        <List sx={{ p: 2 }}>
          {SLIDE_OUT_ENTRIES.map(({ label, icon, link }) => (
            <ListItem key={label} disablePadding>
              <ListItemButton
                component={Link}
                {...(link as object)}
                {...({ activeOptions: { exact: true, includeSearch: false } } as object)}
                onClick={onClose}
                sx={ROW}
              >
                <ListItemIcon sx={{ color: 'inherit' }}>
                  <Icon name={icon} />
                </ListItemIcon>
                {label}
              </ListItemButton>
            </ListItem>
          ))}
          <ListItem disablePadding>
            <ListItemButton
              sx={ROW}
              onClick={() => {
                onClose();
                void requestLogOut();
              }}
            >
              <ListItemIcon sx={{ color: 'inherit' }}>
                <Icon name="logout" />
              </ListItemIcon>
              Logout
            </ListItemButton>
          </ListItem>
        </List>
      </Box>
    </Drawer>
  );
}
