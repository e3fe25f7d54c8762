import { styled } from '@mui/material/styles';
import { Highlight } from '../text/highlight.tsx';
import { OneLine } from '../text/one-line.tsx';
import type { SearchColumn } from './search-column.ts';

export type RowCellProps<Row> = { column: SearchColumn<Row, string>; row: Row; query: string };

const Unset = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

/** What a column shows of a row, with the words of the search marked. */
export function RowCell<Row>({ column, row, query }: RowCellProps<Row>) {
  if (column.cell) return column.cell(row, (text) => <Highlight text={text} query={query} />, query);
  const text = column.text?.(row) ?? '';
  if (text === '') return <Unset>{column.unset ?? ''}</Unset>;
  return (
    <OneLine full={text}>
      <Highlight text={text} query={query} />
    </OneLine>
  );
}
