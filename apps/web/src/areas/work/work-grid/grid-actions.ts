import type { RowRef } from '../board/work-data.ts';

/** The menus that open at a cell. There is one of each on the page, not one for every row. */
export type CellMenu = 'state' | 'assignee' | 'due' | 'row';
export type OpenMenu = { menu: CellMenu; row: RowRef; anchor: HTMLElement };

/** What a row can ask the page for. The object stays the same while the page is open, so that no row is drawn anew because of it. */
export type GridActions = {
  toggle: (row: RowRef) => void;
  /** Selects a row or lets it go; `isRange`: with everything of its kind from the one selected before. */
  select: (row: RowRef, isSelected: boolean, isRange?: boolean) => void;
  open: (menu: CellMenu, row: RowRef, anchor: HTMLElement) => void;
  /** Opens the name for typing, or ends it. */
  edit: (row: RowRef | null) => void;
  rename: (row: RowRef, name: string, version: number) => Promise<void>;
  /** Opens the line for a new milestone of a task, or the dialog for a new task of a group. */
  addTo: (row: RowRef) => void;
  details: (task: number) => void;
};
