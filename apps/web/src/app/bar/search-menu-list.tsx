import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icon/icon.tsx';
import { SEARCH_ENTRIES } from '../routes/navigation.ts';
import type { MenuListProps } from './bar-menu.tsx';

export function SearchMenuList({ id, anchor, onClose }: MenuListProps) {
  return (
    <Menu id={id} anchorEl={anchor} open onClose={onClose} slotProps={{ list: { 'aria-label': 'Search', dense: true } }}>
      {SEARCH_ENTRIES.map(({ label, icon, link }) => (
        <MenuItem key={label} component={Link} {...(link as object)} onClick={onClose}>
          <ListItemIcon>
            <Icon name={icon} />
          </ListItemIcon>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
