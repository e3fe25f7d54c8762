import { useEffect, useRef } from 'react';
import type { Editing } from './use-grid-sheet.ts';

export type CellFieldProps = { label: string; editing: Editing; inputMode: 'text' | 'decimal'; maxLength?: number };

/** The field a cell turns into. Its keys and its leaving are the grid's to read. */
export function CellField({ label, editing, inputMode, maxLength = 40 }: CellFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    // Who mends a figure sees it selected; who began by typing goes on behind the first key.
    if (!editing.isTyping) field.current?.select();
  }, [editing]);
  return (
    <input
      ref={field}
      className="field"
      aria-label={label}
      defaultValue={editing.text}
      autoComplete="off"
      inputMode={inputMode}
      maxLength={maxLength}
    />
  );
}
