import { listEmployees } from '@dmse/contract/people/user';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useCall } from '../../api/use-call.ts';
import { errorText } from '../../parts/notice/error-state.tsx';

type Person = { id: number; full_name: string };

export type AssigneeMenuProps = {
  anchor: HTMLElement;
  assigned_user: Person | null;
  onChoose: (person: Person | null) => void;
  onClose: () => void;
};

/** The people something can be assigned to. */
export function AssigneeMenu({ anchor, assigned_user, onChoose, onClose }: AssigneeMenuProps) {
  const people = useCall(listEmployees, { page_size: 200 }, { staleTime: 300_000 });
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ paper: { sx: { maxHeight: 400, minWidth: 200 } }, list: { 'aria-label': 'Assignment' } }}
    >
      <MenuItem dense onClick={() => onChoose(null)} selected={assigned_user === null}>
        <ListItemText primary="Unassigned" />
      </MenuItem>
      {(people.data?.results ?? []).map(({ id, full_name }) => (
        <MenuItem key={id} dense selected={id === assigned_user?.id} onClick={() => onChoose({ id, full_name })}>
          <ListItemText primary={full_name} />
        </MenuItem>
      ))}
      {people.isPending || people.isError ? (
        <MenuItem dense disabled>
          <ListItemText primary={people.isError ? errorText(people.error) : 'Loading the people…'} />
        </MenuItem>
      ) : null}
    </Menu>
  );
}
