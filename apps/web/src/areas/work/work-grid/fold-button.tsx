import { Icon } from '../../../parts/icon/icon.tsx';
import type { RowRef } from '../board/work-data.ts';
import type { GridActions } from './grid-actions.ts';

export type FoldButtonProps = { row: RowRef; isClosed: boolean; what: string; actions: Pick<GridActions, 'toggle'> };

/** Shows or hides what stands in a row. */
export function FoldButton({ row, isClosed, what, actions }: FoldButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      data-cell="fold"
      aria-label={`${isClosed ? 'Show' : 'Hide'} ${what}`}
      onClick={() => actions.toggle(row)}
    >
      <Icon name={isClosed ? 'chevron_right' : 'keyboard_arrow_down'} size={18} />
    </button>
  );
}
