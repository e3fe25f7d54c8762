import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { ChoiceChips } from '../point/choice-chips.tsx';
import { type FieldPoint, sayPoint } from '../point/field-record.ts';

/** So many fit on a phone; more are found by typing. */
const MAX_SHOWN = 8;

export type StructurePickerProps = {
  label: string;
  /** The newest first. */
  structures: readonly FieldPoint[];
  value: string | null;
  onChange: (id: string | null) => void;
  /** Further choices beside the structures. */
  children?: ReactNode;
};

/** Chooses a structure from the list, without a map: by a tap, or by typing a part of its number or code. */
export function StructurePicker({ label, structures, value, onChange, children }: StructurePickerProps) {
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = structures.filter((point) => words.every((word) => sayPoint(point).toLowerCase().includes(word)));
  const chosen = structures.find(({ id }) => id === value);
  const shown = found.slice(0, MAX_SHOWN);
  if (chosen && !shown.includes(chosen)) shown.unshift(chosen);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ChoiceChips
        label={label}
        choices={shown.map((point) => ({ value: point.id, label: sayPoint(point) }))}
        value={value}
        onChange={(id) => onChange(id)}
      >
        {children}
      </ChoiceChips>
      {structures.length > MAX_SHOWN ? (
        <TextField
          label={`${label}: search ${structures.length} structures`}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      ) : null}
    </Box>
  );
}
