import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { useNarrow } from '../page/use-narrow.ts';
import type { RowAction } from './search-column.ts';

export type RowActionsProps = {
  actions: readonly RowAction[];
  /** What they are done to, for screen readers: the title of the row. */
  of: string;
};

/** What can be done to a row: the main thing as a button, the rest in a menu; on a phone all of it in a sheet. */
export function RowActions({ actions, of }: RowActionsProps) {
  const isNarrow = useNarrow();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;

  function run(action: RowAction): void {
    setAnchor(null);
    if (action.to) void navigate({ to: action.to } as Parameters<typeof navigate>[0]);
    else action.run?.();
  }

  const primary = actions.filter((action) => (isNarrow ? action.isOnCard : action.isPrimary) && !action.whyNot);
  const rest = actions.filter((action) => !primary.includes(action));
  const items = () =>
    rest.map((action) => (
      // Not `disabled`: the reason must be reachable by keyboard and readable at full strength.
      <MenuItem key={action.label} aria-disabled={Boolean(action.whyNot)} onClick={() => !action.whyNot && run(action)}>
        <ListItemIcon sx={{ color: toneOf(action) }}>
          <Icon name={action.icon} />
        </ListItemIcon>
        <ListItemText
          primary={action.label}
          secondary={action.whyNot}
          slotProps={{ primary: { sx: { color: toneOf(action) } }, secondary: { variant: 'caption', sx: { color: 'text.secondary' } } }}
        />
      </MenuItem>
    ));
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'flex-end', gap: 1, my: '-4px' }}>
      {primary.map((action) => (
        <Button key={action.label} size="small" variant="outlined" onClick={() => run(action)} aria-label={`${action.label} ${of}`}>
          {action.label}
        </Button>
      ))}
      {rest.length > 0 ? (
        <IconButton size="small" aria-label={`Actions for ${of}`} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
          <Icon name="more_vert" />
        </IconButton>
      ) : null}
      {/* Made when it is opened: a list has as many menus as rows. */}
      {anchor && isNarrow ? (
        <Drawer
          anchor="bottom"
          open
          onClose={() => setAnchor(null)}
          slotProps={{ paper: { role: 'dialog', 'aria-label': `Actions for ${of}`, sx: { borderRadius: '12px 12px 0 0', pb: 2 } } }}
        >
          <Typography variant="subtitle1" sx={{ px: 4, pt: 3 }}>
            {of}
          </Typography>
          <MenuList autoFocusItem>{items()}</MenuList>
        </Drawer>
      ) : null}
      {anchor && !isNarrow ? (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {items()}
        </Menu>
      ) : null}
    </Stack>
  );
}

function toneOf({ whyNot, isDestructive }: RowAction): string {
  if (whyNot) return 'text.secondary';
  return isDestructive ? 'error.main' : 'text.primary';
}
