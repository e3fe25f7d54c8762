import { type SearchColumn, titleOf } from './search-column.ts';
import { SingleSelect } from './single-select.tsx';

export type OrderSelectProps<Row> = {
  columns: readonly SearchColumn<Row, string>[];
  ordering: string;
  onOrder: (ordering: string) => void;
};

/** Ordering by words, for where there are no headers to click. */
export function OrderSelect<Row>({ columns, ordering, onOrder }: OrderSelectProps<Row>) {
  const choices = columns.flatMap(({ order, ...column }) =>
    order
      ? [
          { value: order, label: `${titleOf(column)}, ascending` },
          { value: `-${order}`, label: `${titleOf(column)}, descending` },
        ]
      : [],
  );
  if (choices.length === 0) return null;
  return <SingleSelect label="Sort by" choices={choices} value={ordering} onChange={onOrder} anyLabel="Usual order" />;
}
