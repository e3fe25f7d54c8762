import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';

type YearInputProps = { label: string; value: string; day: string; onChange: (date: string) => void };

/** Passes on a whole year or nothing; what is half typed is not searched by. */
function YearInput({ label, value, day, onChange }: YearInputProps) {
  const [seen, setSeen] = useState(value);
  const [text, setText] = useState(value.slice(0, 4));
  if (seen !== value) {
    setSeen(value);
    if (value !== '' || text.length === 4) setText(value.slice(0, 4));
  }
  return (
    <TextField
      label={label}
      value={text}
      onChange={(event) => {
        const next = event.target.value.replace(/\D/g, '').slice(0, 4);
        setText(next);
        if (/^(1[89]|2[01])\d\d$/.test(next)) onChange(`${next}-${day}`);
        else if (value !== '') onChange('');
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric' }, inputLabel: { shrink: true } }}
      sx={{ width: 104 }}
    />
  );
}

/** A filter by the year of the survey: from its first day, or to its last. */
export function yearFilter(name: 'from' | 'to', label: string): SearchFilter {
  return {
    kind: 'own',
    name,
    label,
    describe: (value) => value.slice(0, 4),
    render: (value, onChange) => <YearInput label={label} value={value} day={name === 'from' ? '01-01' : '12-31'} onChange={onChange} />,
  };
}
