import { useState } from 'react';
import { InlineEdit } from '../../../parts/record/inline-edit.tsx';
import { conflictOf } from '../board/work-changes.ts';
import type { RowRef } from '../board/work-data.ts';
import type { GridActions } from './grid-actions.ts';

export type NameCellProps = {
  row: RowRef;
  name: string;
  version: number;
  canEdit: boolean;
  isEditing: boolean;
  actions: GridActions;
};

/** Typed over the version that was seen; after somebody else's change was shown, over that one. */
function NameBox({ row, name, version, actions }: Omit<NameCellProps, 'canEdit' | 'isEditing'>) {
  const [seen, setSeen] = useState(version);
  async function save(next: string): Promise<void> {
    try {
      await actions.rename(row, next, seen);
    } catch (error) {
      const conflict = conflictOf(error);
      if (conflict) setSeen(conflict.current.version);
      throw error;
    }
  }
  return <InlineEdit label={`Name of ${name}`} value={name} onSave={save} startsOpen onEnd={() => actions.edit(null)} />;
}

/** The name of a row: text that becomes an input when it is clicked, or by Enter or F2. */
export function NameCell({ canEdit, isEditing, ...cell }: NameCellProps) {
  const { row, name, actions } = cell;
  if (isEditing) return <NameBox {...cell} />;
  if (!canEdit)
    return (
      <span className="cell" title={name}>
        {name}
      </span>
    );
  return (
    <button type="button" className="cell" data-cell="name" title={name} aria-label={`${name}. Rename`} onClick={() => actions.edit(row)}>
      {name}
    </button>
  );
}
