import { labelOf } from '@dmse/contract/common/field';
import { listEmployees } from '@dmse/contract/people/user';
import { milestoneFields } from '@dmse/contract/work/milestone';
import { can } from '@dmse/domain/access/grants';
import Box from '@mui/material/Box';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';

type Person = { id: number; full_name: string };

export type AssigneeMenuProps = {
  anchor: HTMLElement;
  /** Who has it now; left out for several at once. */
  assigned_user?: Person | null;
  onChoose: (person: Person | null) => void;
  onClose: () => void;
};

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The people something can be assigned to, found by typing: those who may open the job. */
export function AssigneeMenu({ anchor, assigned_user, onChoose, onClose }: AssigneeMenuProps) {
  const people = useCall(listEmployees, { page_size: 200 }, { staleTime: 300_000 });
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const words = fold(text).split(/\s+/).filter(Boolean);
  const found = (people.data?.results ?? []).filter(
    ({ full_name, groups }) => can(groups, 'work.read') && words.every((word) => fold(full_name).includes(word)),
  );
  const note = people.isError ? errorText(people.error) : people.isPending ? 'Loading the people…' : 'Nobody who may open the job.';

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    }
    if (event.key === 'Enter' && words.length > 0) {
      event.preventDefault();
      setEntered(true);
    }
  }
  const chooseFirst = useEffectEvent(() => {
    if (found[0]) onChoose(found[0]);
    else setEntered(false);
  });
  // Enter may be pressed before the people have arrived: the first who fits is chosen then.
  useEffect(() => {
    if (isEntered && !people.isPending) chooseFirst();
  }, [isEntered, people.isPending]);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Choose who does it', sx: { width: 260 } } }}
    >
      <Box sx={{ p: 3, pb: 1 }}>
        <TextField
          autoFocus
          fullWidth
          size="small"
          label="Find a person"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 100 } }}
        />
      </Box>
      <MenuList ref={list} aria-label={labelOf(milestoneFields.assigned_user)} sx={{ maxHeight: 340, overflow: 'auto' }}>
        {words.length === 0 ? (
          <MenuItem dense onClick={() => onChoose(null)} selected={assigned_user === null}>
            <ListItemText primary="Unassigned" />
          </MenuItem>
        ) : null}
        {found.map(({ id, full_name }) => (
          <MenuItem key={id} dense selected={id === assigned_user?.id} onClick={() => onChoose({ id, full_name })}>
            <ListItemText primary={full_name} />
          </MenuItem>
        ))}
        {found.length === 0 ? (
          <MenuItem dense disabled>
            <ListItemText primary={note} />
          </MenuItem>
        ) : null}
      </MenuList>
    </Popover>
  );
}
