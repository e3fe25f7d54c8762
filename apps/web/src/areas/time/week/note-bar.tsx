import { proseDate } from '@dmse/domain/dates/local-date';
import { sayWeekday } from '@dmse/domain/dates/read-date';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type Ref, useState } from 'react';
import { nameTarget } from './target.ts';
import type { BadCell } from './week-outbox.ts';
import type { TableCell, TableRow } from './week-table.ts';

export type NoteBarProps = {
  row: TableRow;
  cell: TableCell;
  bad: BadCell | undefined;
  canEdit: boolean;
  noteRef: Ref<HTMLInputElement>;
  onNote: (note: string) => void;
  /** Back to the cell. */
  onLeave: () => void;
};

function tellOf({ cell, bad, canEdit }: Pick<NoteBarProps, 'cell' | 'bad' | 'canEdit'>): string {
  if (bad) return bad.problem;
  if (cell.suggestion)
    return `${cell.suggestion.says}. Press Space to ${cell.suggestion.minutes === null ? 'enter a time for it' : 'take it over'}.`;
  if (cell.why_not) return cell.why_not;
  return canEdit ? 'Type 2:30, 2.5, 2h30m, 150m or 230. Shift+F2 writes the note.' : '';
}

/** Tells of the selected cell: where it is, what is the matter with it, and its note. */
export function NoteBar({ row, cell, bad, canEdit, noteRef, onNote, onLeave }: NoteBarProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const takesNote = canEdit && cell.minutes !== null && !cell.why_not;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2 }}>
      <Box
        role="status"
        aria-label="Selected cell"
        sx={{ flex: '1 1 320px', minHeight: 40, fontSize: '0.8125rem', color: 'text.secondary' }}
      >
        <Box sx={{ color: 'text.primary', fontWeight: 500 }}>
          {sayWeekday(cell.date)} {proseDate(cell.date)} · {nameTarget(row.target)}
        </Box>
        <Box sx={bad ? { color: 'error.main', fontWeight: 500 } : {}}>{tellOf({ cell, bad, canEdit })}</Box>
      </Box>
      <TextField
        label="Note"
        inputRef={noteRef}
        value={typed ?? cell.note}
        disabled={!takesNote}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          if (typed !== null) onNote(typed.trim());
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter' && typed !== null) onNote(typed.trim());
          setTyped(null);
          onLeave();
        }}
        slotProps={{ htmlInput: { maxLength: 2000, 'aria-keyshortcuts': 'Shift+F2' } }}
        sx={{ flex: '2 1 320px' }}
      />
    </Box>
  );
}
