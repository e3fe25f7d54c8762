import { type ReactTable, type RowSelectionState, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useCallback, useMemo, useRef, useState } from 'react';
import { cardPlace, type RowAction, type SearchColumn, titleOf } from './search-column.ts';
import type { SearchState } from './use-search-state.ts';

const features = tableFeatures({ rowSelectionFeature });
type RowFeatures = typeof features;

/** What every row of a list is drawn from. All of it stays the same while somebody types, or the rows would be drawn again. */
export type RowView<Row> = {
  columns: readonly SearchColumn<Row, string>[];
  /** The words to mark: those the rows were found by. */
  query: string;
  titleAt: number;
  rowTitle: (row: Row) => string;
  rowLink: ((row: Row) => string) | undefined;
  rowActions: ((row: Row) => RowAction[]) | undefined;
  /** Left out where rows cannot be selected. */
  onSelect: ((id: string, isSelected: boolean) => void) | undefined;
};

export type SearchRowProps<Row> = { view: RowView<Row>; id: string; row: Row; isSelected: boolean };

/** What the two shapes of a list, table and cards, are drawn from. */
export type SearchView<Row> = {
  table: ReactTable<RowFeatures, object & Row>;
  ofRow: RowView<Row>;
  state: SearchState;
  label: string;
  /** The order the rows have by themselves; empty when that is no column's. */
  usualOrder: string;
  actionsWidth: number;
  isFirstLoad: boolean;
};

export type Selection<Row> = { rows: Row[]; clear: () => void };

const NO_ROWS: never[] = [];

/** The rows of this page as a TanStack table, and everything that is selected, on whichever page it was. */
export function useRowTable<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly SearchColumn<Row, string>[],
  rowId: (row: Row) => string,
) {
  type Data = object & Row;
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  // A selected row stays known after its page has gone.
  const known = useRef(new Map<string, Row>());
  for (const row of rows ?? NO_ROWS) known.current.set(rowId(row), row);
  const definitions = useMemo(() => columns.map((column) => ({ id: column.id, header: titleOf(column) })), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: (rows ?? NO_ROWS) as Data[],
    getRowId: (row: Data) => rowId(row),
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
  });
  const select = useCallback((id: string, isSelected: boolean) => {
    setRowSelection(({ [id]: _, ...others }) => (isSelected ? { ...others, [id]: true } : others));
  }, []);
  const selection: Selection<Row> = {
    rows: Object.keys(rowSelection).flatMap((id) => known.current.get(id) ?? []),
    clear: () => setRowSelection({}),
  };
  return { table, selection, select };
}

export function findTitle<Row>(columns: readonly SearchColumn<Row, string>[]): number {
  const found = columns.findIndex((column, at) => cardPlace(column, at) === 'title');
  return found === -1 ? 0 : found;
}
