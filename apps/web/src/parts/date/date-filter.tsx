import { readDate } from '@dmse/domain/dates/read-date';
import { useState } from 'react';
import type { SearchFilter } from '../search/search-filter.ts';
import { DateInput } from './date-input.tsx';
import { useToday } from './firm-zone.ts';

type DateFilterInputProps = { label: string; value: string; onChange: (date: string) => void };

/** Passes on what is a date or nothing; what is half typed stays in the box and is not searched by. */
function DateFilterInput({ label, value, onChange }: DateFilterInputProps) {
  const today = useToday();
  const [seen, setSeen] = useState(value);
  const [text, setText] = useState<string | null>(value || null);
  const [passed, setPassed] = useState(value);
  // Cleared or gone back elsewhere; what was passed on from here comes back later and is not news.
  if (seen !== value) {
    setSeen(value);
    if (value !== passed) setText(value || null);
  }
  return (
    <DateInput
      label={label}
      value={text}
      onChange={(next) => {
        setText(next);
        if (next !== null && 'problem' in readDate(next, today)) return;
        setPassed(next ?? '');
        onChange(next ?? '');
      }}
    />
  );
}

/** A filter by a date. */
export function dateFilter(name: string, label: string): SearchFilter {
  return {
    kind: 'own',
    name,
    label,
    describe: (value) => value,
    render: (value, onChange) => <DateFilterInput label={label} value={value} onChange={onChange} />,
  };
}
