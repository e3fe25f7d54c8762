import { useEffect, useRef } from 'react';
import type { Editing } from './use-grid-sheet.ts';

export type CellChoice = { value: string; label: string };
export type ChoiceCellProps = { label: string; editing: Editing; choices: readonly CellChoice[] };

/** The list a cell turns into. Who began by typing has the first choice that begins so; the arrows choose, Enter and Tab go on. */
export function ChoiceCell({ label, editing, choices }: ChoiceCellProps) {
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    field.current?.focus();
    try {
      if (!editing.isTyping) field.current?.showPicker();
    } catch {
      // Not every browser opens it unasked; the arrows choose all the same.
    }
  }, [editing]);
  const typed = editing.text.toLowerCase();
  const first = editing.isTyping ? choices.find(({ label: words }) => words.toLowerCase().startsWith(typed))?.value : editing.text;
  return (
    <select ref={field} className="field" aria-label={label} defaultValue={first ?? ''}>
      {choices.map(({ value, label: words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}
