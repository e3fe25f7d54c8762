import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icon/icon.tsx';
import { useSelf } from '../../session/self.ts';
import type { MenuListProps } from './bar-menu.tsx';
import { requestLogOut } from './log-out.ts';

export function ProfileMenuList({ id, anchor, onClose }: MenuListProps) {
  const self = useSelf();
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': `Profile of ${self.full_name}` }, paper: { sx: { minWidth: 220 } } }}
    >
      <Box role="presentation" sx={{ px: 4, pb: 2 }}>
        <Typography sx={{ fontWeight: 600 }}>{self.full_name}</Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {self.email}
        </Typography>
      </Box>
      <Divider role="presentation" sx={{ mb: 1 }} />
      <MenuItem component={Link} to="/prefs" onClick={onClose}>
        <ListItemIcon>
          <Icon name="tune" />
        </ListItemIcon>
        Preferences
      </MenuItem>
      <MenuItem
        onClick={() => {
          onClose();
          void requestLogOut();
        }}
      >
        <ListItemIcon>
          <Icon name="logout" />
        </ListItemIcon>
        Logout
      </MenuItem>
    </Menu>
  );
}
