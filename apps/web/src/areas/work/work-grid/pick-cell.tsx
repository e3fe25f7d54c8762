import type { RowRef } from '../board/work-data.ts';
import type { GridActions } from './grid-actions.ts';

export type PickCellProps = { row: RowRef; name: string; isSelected: boolean; actions: Pick<GridActions, 'select'> };

/** Chooses a row for what is done with several at once. */
export function PickCell({ row, name, isSelected, actions }: PickCellProps) {
  return (
    <td className="pick">
      <input
        type="checkbox"
        data-cell="pick"
        className={isSelected ? undefined : 'quiet'}
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={(event) => actions.select(row, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </td>
  );
}
