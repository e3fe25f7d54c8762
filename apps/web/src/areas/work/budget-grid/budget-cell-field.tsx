import { useEffect, useRef } from 'react';
import type { BudgetColumn } from './budget-columns.ts';
import type { Editing } from './use-budget-sheet.ts';

export type BudgetCellFieldProps = { column: BudgetColumn; label: string; editing: Editing };

/** The field a cell turns into. Its keys and its leaving are the grid's to read. */
export function BudgetCellField({ column, label, editing }: BudgetCellFieldProps) {
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
      // A clock time needs the colon, which the number pads of phones do not have.
      inputMode={column.kind === 'minutes' ? 'text' : 'decimal'}
      maxLength={40}
    />
  );
}
