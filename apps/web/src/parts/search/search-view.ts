import { type ReactTable, type RowSelectionState, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo, useRef, useState } from 'react';
import { cardPlace, type RowAction, type SearchColumn } from './search-column.ts';
import type { SearchState } from './use-search-state.ts';

const features = tableFeatures({ rowSelectionFeature });
export type RowFeatures = typeof features;

/** What the two shapes of a list, table and cards, are drawn from. */
export type SearchView<Row> = {
  table: ReactTable<RowFeatures, object & Row>;
  columns: readonly SearchColumn<Row>[];
  state: SearchState;
  label: string;
  /** The words to mark: those the rows were found by. */
  query: string;
  titleAt: number;
  rowTitle: (row: Row) => string;
  rowLink: ((row: Row) => string) | undefined;
  rowActions: ((row: Row) => RowAction[]) | undefined;
  /** The order the rows have by themselves; empty when that is no column's. */
  usualOrder: string;
  actionsWidth: number;
  canSelect: boolean;
  isFirstLoad: boolean;
};

export type Selection<Row> = { rows: Row[]; clear: () => void };

const NO_ROWS: never[] = [];

/** The rows of this page as a TanStack table, and everything that is selected, on whichever page it was. */
export function useRowTable<Row>(rows: readonly Row[] | undefined, columns: readonly SearchColumn<Row>[], rowId: (row: Row) => string) {
  type Data = object & Row;
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  // A selected row stays known after its page has gone.
  const known = useRef(new Map<string, Row>());
  for (const row of rows ?? NO_ROWS) known.current.set(rowId(row), row);
  const definitions = useMemo(() => columns.map(({ id, title }) => ({ id, header: title })), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: (rows ?? NO_ROWS) as Data[],
    getRowId: (row: Data) => rowId(row),
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
  });
  const selection: Selection<Row> = {
    rows: Object.keys(rowSelection).flatMap((id) => known.current.get(id) ?? []),
    clear: () => setRowSelection({}),
  };
  return { table, selection };
}

export function findTitle<Row>(columns: readonly SearchColumn<Row>[]): number {
  const found = columns.findIndex((column, at) => cardPlace(column, at) === 'title');
  return found === -1 ? 0 : found;
}
