import { Icon } from '../../../parts/icon/icon.tsx';
import type { RowRef } from '../board/work-data.ts';
import type { GridActions } from './grid-actions.ts';

export type RowButtonsProps = {
  row: RowRef;
  name: string;
  /** What its plus adds: "milestone"; left out where nothing goes into it. */
  adds?: string;
  actions: GridActions;
};

/** What can be done to a row: add to it, and the menu of everything else. */
export function RowButtons({ row, name, adds, actions }: RowButtonsProps) {
  return (
    <>
      {adds ? (
        <button
          type="button"
          className="icon-button"
          data-cell="add"
          title={`Add ${adds}`}
          aria-label={`Add ${adds} to ${name}`}
          onClick={() => actions.addTo(row)}
        >
          <Icon name="add" size={18} />
        </button>
      ) : null}
      <button
        type="button"
        className="icon-button"
        data-cell="menu"
        aria-haspopup="menu"
        aria-label={`Actions for ${name}`}
        onClick={(event) => actions.open('row', row, event.currentTarget)}
      >
        <Icon name="more_vert" size={18} />
      </button>
    </>
  );
}
