import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { beNarrow, renderPart } from '../render-part.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';

type Line = { id: number; name: string; count: number };
const COLUMNS: DataColumn<Line>[] = [
  { id: 'name', title: 'Name', cell: (line) => line.name },
  { id: 'count', title: 'Count', cell: (line) => line.count, align: 'right' },
];
const LINES: Line[] = [
  { id: 1, name: 'One', count: 10 },
  { id: 2, name: 'Two', count: 20 },
];
const table = (rows: Line[] | undefined) => (
  <DataTable
    label="Lines"
    columns={COLUMNS}
    rows={rows}
    rowId={(line) => line.id}
    rowLink={(line) => `/line/${line.id}`}
    empty="No lines."
  />
);

describe('DataTable', () => {
  it('shows its rows, each a link', async () => {
    const user = userEvent.setup();
    await renderPart(table(LINES));
    expect(screen.getAllByRole('row')).toHaveLength(3);
    await user.click(screen.getByText('20'));
    expect(await screen.findByText('Page /line/2')).toBeTruthy();
  });
  it('holds the place while the rows are on their way, and says when there are none', async () => {
    const view = await renderPart(table(undefined));
    expect(screen.getByRole('table', { name: 'Lines' })).toBeTruthy();
    view.unmount();
    await renderPart(table([]));
    expect(screen.getByText('No lines.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
  it('becomes cards on a phone', async () => {
    beNarrow();
    await renderPart(table(LINES));
    const cards = within(screen.getByRole('list', { name: 'Lines' })).getAllByRole('listitem');
    expect(within(cards[1]!).getByText('Count')).toBeTruthy();
    expect(within(cards[1]!).getByText('20')).toBeTruthy();
  });
  it('on a phone leaves out what a row has nothing in', async () => {
    beNarrow();
    await renderPart(
      <DataTable
        label="Lines"
        columns={[...COLUMNS, { id: 'note', title: 'Note', cell: ({ id }: Line) => (id === 1 ? 'Wet' : '–') }]}
        rows={LINES}
        rowId={({ id }) => id}
        empty=""
      />,
    );
    expect(screen.getAllByText('Note')).toHaveLength(1);
    expect(screen.queryByText('–')).toBeNull();
  });
  it('on a phone says what the columns come to, nothing included', async () => {
    beNarrow();
    await renderPart(
      <DataTable
        label="Lines"
        columns={[...COLUMNS, { id: 'wip', title: 'WIP', cell: () => '–', foot: '–' }]}
        rows={LINES}
        rowId={({ id }) => id}
        empty=""
      />,
    );
    expect(within(screen.getAllByRole('listitem').at(-1)!).getByText('WIP')).toBeTruthy();
  });
  it('holds the place of columns that are not known yet', async () => {
    await renderPart(<DataTable isOfPage label="Lines" columns={[]} rows={undefined} rowId={() => 0} empty="" />);
    expect(document.querySelectorAll('tbody td').length).toBeGreaterThan(10);
  });
});
