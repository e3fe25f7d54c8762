import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useNarrow } from '../../../parts/page/use-narrow.ts';

export type WorkToolbarProps = {
  /** The choice of mode, where there is one. */
  mode?: ReactNode;
  reports: ReactNode;
  canEdit: boolean;
  isAllClosed: boolean;
  /** Left out where there is nothing to fold. */
  onFold?: (() => void) | undefined;
  onAddGroup: () => void;
  onCopyFrom: () => void;
  onAddTask: () => void;
};

type Choice = { label: string; run: () => void };

/** What a phone has no room for beside the rest. */
function MoreMenu({ choices }: { choices: readonly Choice[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton aria-label="More actions" aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="more_vert" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': 'More actions' } }}>
        {choices.map(({ label, run }) => (
          <MenuItem
            key={label}
            onClick={() => {
              setAnchor(null);
              run();
            }}
          >
            <ListItemText primary={label} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** What can be done to the work as a whole. */
export function WorkToolbar(props: WorkToolbarProps) {
  const { mode, reports, canEdit, isAllClosed, onFold, onAddGroup, onCopyFrom, onAddTask } = props;
  const isNarrow = useNarrow();
  const fold: Choice[] = onFold ? [{ label: isAllClosed ? 'Expand all' : 'Collapse all', run: onFold }] : [];
  const changes: Choice[] = canEdit
    ? [
        { label: 'Copy from…', run: onCopyFrom },
        { label: 'Add group', run: onAddGroup },
      ]
    : [];
  const addTask = canEdit ? (
    <Button variant="contained" startIcon={<Icon name="add" size={18} />} onClick={onAddTask}>
      Add task
    </Button>
  ) : null;

  if (isNarrow) {
    const more = fold.length + changes.length > 0 ? <MoreMenu choices={[...fold, ...changes]} /> : null;
    return (
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {mode ? (
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
            {mode}
            {more}
          </Box>
        ) : null}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, '& > .MuiButton-root': { flex: 1 } }}>
          {reports}
          {addTask}
          {mode ? null : more}
        </Box>
      </Box>
    );
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      {mode}
      {fold.map(({ label, run }) => (
        <Button
          key={label}
          size="small"
          startIcon={<Icon name={isAllClosed ? 'keyboard_arrow_down' : 'keyboard_arrow_up'} size={18} />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <Box sx={{ flex: 1 }} />
      {reports}
      {changes.map(({ label, run }) => (
        <Button key={label} variant="outlined" onClick={run}>
          {label}
        </Button>
      ))}
      {addTask}
    </Box>
  );
}
