import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { findRow, groupTasks, type RowRef, type WorkData } from '../board/work-data.ts';
import { listSiblings, type Place, placeOf } from '../board/work-places.ts';

export type MoveDialogProps = { row: RowRef; data: WorkData; onMove: (place: Place) => void; onClose: () => void };

const FIRST = 'first';

/** What a row can go into, by name; a task of another group with the name of the group. */
export function listTargets(data: WorkData, kind: RowRef['kind']): { id: number; name: string }[] {
  if (kind === 'task') return groupTasks(data).map(({ group }) => group);
  return groupTasks(data).flatMap(({ group, tasks }) => tasks.map(({ id, name }) => ({ id, name: `${group.name} – ${name}` })));
}

/** Says where a row goes, for those who do not drag. */
export function MoveDialog({ row, data, onMove, onClose }: MoveDialogProps) {
  const [place, setPlace] = useState<Place>(() => placeOf(data, row));
  const name = findRow(data, row)?.name ?? '';
  const siblings = listSiblings(data, row.kind, place.parent).filter(({ id }) => id !== row.id);
  return (
    <Dialog
      open
      title={`Move ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            onClick={() => {
              onClose();
              onMove(place);
            }}
          >
            Move {row.kind}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 2 }}>
        {row.kind === 'group' ? null : (
          <TextField
            select
            label={row.kind === 'task' ? 'Into the group' : 'Into the task'}
            value={place.parent ?? ''}
            onChange={(event) => {
              const parent = Number(event.target.value);
              // Elsewhere it goes to the end, as new things do.
              const after = listSiblings(data, row.kind, parent).findLast(({ id }) => id !== row.id)?.id ?? null;
              setPlace({ parent, after });
            }}
          >
            {listTargets(data, row.kind).map((target) => (
              <MenuItem key={target.id} value={target.id}>
                {target.name}
              </MenuItem>
            ))}
          </TextField>
        )}
        <TextField
          select
          label="Place"
          value={place.after ?? FIRST}
          onChange={({ target: { value } }) => setPlace({ ...place, after: value === FIRST ? null : Number(value) })}
        >
          <MenuItem value={FIRST}>First</MenuItem>
          {siblings.map((sibling) => (
            <MenuItem key={sibling.id} value={sibling.id}>
              After {sibling.name}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
    </Dialog>
  );
}
