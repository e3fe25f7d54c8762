import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-paths.ts';

export type ActItem<Act extends string> = { act: Act; label: string; icon: IconName; key?: string };
export type ActMenuProps<Act extends string> = {
  anchor: HTMLElement;
  /** What the acts are done to: the name of a row. */
  name: string;
  items: readonly ActItem<Act>[];
  onChoose: (act: Act) => void;
  onClose: () => void;
};

/** Everything that can be done to a row, with the key that does the same. */
export function ActMenu<Act extends string>({ anchor, name, items, onChoose, onClose }: ActMenuProps<Act>) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': `Actions for ${name}` } }}>
      {items.map(({ act, label, icon, key }) => (
        <MenuItem
          key={act}
          onClick={() => {
            onClose();
            onChoose(act);
          }}
          sx={act === 'remove' ? { color: 'error.main' } : {}}
        >
          <ListItemIcon sx={{ color: 'inherit' }}>
            <Icon name={icon} size={18} />
          </ListItemIcon>
          <ListItemText primary={label} />
          {key ? (
            <ListItemText
              primary={key}
              aria-hidden
              sx={{ flex: 'none', ml: 4 }}
              slotProps={{ primary: { variant: 'caption', color: 'text.secondary' } }}
            />
          ) : null}
        </MenuItem>
      ))}
    </Menu>
  );
}
