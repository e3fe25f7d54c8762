/** A cell of the table by where it stands, counted from the first. */
export type Spot = { row: number; column: number };
/** `at` is the cell that is typed into; the range reaches from it to `to`. */
export type Selection = { at: Spot; to: Spot };
export type Size = { rows: number; columns: number };
type Range = { top: number; bottom: number; left: number; right: number };

export function selectSpot(spot: Spot): Selection {
  return { at: spot, to: spot };
}

export function rangeOf({ at, to }: Selection): Range {
  return {
    top: Math.min(at.row, to.row),
    bottom: Math.max(at.row, to.row),
    left: Math.min(at.column, to.column),
    right: Math.max(at.column, to.column),
  };
}

export function countSelected(selection: Selection): number {
  const { top, bottom, left, right } = rangeOf(selection);
  return (bottom - top + 1) * (right - left + 1);
}

function within(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}

/** The selection where it still is on the table, after rows or columns have gone. */
export function keepWithin({ at, to }: Selection, { rows, columns }: Size): Selection {
  const inside = ({ row, column }: Spot) => ({ row: within(row, rows), column: within(column, columns) });
  return { at: inside(at), to: inside(to) };
}

/** Moves by so many cells, to the edge at most. With Shift held it is the far end of the range that moves. */
export function moveBy(selection: Selection, by: Spot, isExtending: boolean, size: Size): Selection {
  const from = isExtending ? selection.to : selection.at;
  const spot = { row: within(from.row + by.row, size.rows), column: within(from.column + by.column, size.columns) };
  return isExtending ? { at: selection.at, to: spot } : selectSpot(spot);
}

/** The next cell in reading order; null past the first and the last, where the focus leaves the table. */
export function tabTo({ at }: Selection, by: 1 | -1, { rows, columns }: Size): Selection | null {
  const next = at.row * columns + at.column + by;
  return next < 0 || next >= rows * columns ? null : selectSpot({ row: Math.floor(next / columns), column: next % columns });
}

export function selectAll({ rows, columns }: Size): Selection {
  return { at: { row: 0, column: 0 }, to: { row: rows - 1, column: columns - 1 } };
}

/** Every cell of a range, row by row. */
export function spotsOf(selection: Selection): Spot[] {
  const { top, bottom, left, right } = rangeOf(selection);
  const spots: Spot[] = [];
  for (let row = top; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) spots.push({ row, column });
  return spots;
}

/** A range as other spreadsheets read it. */
export function copyCells(selection: Selection, say: (spot: Spot) => string): string {
  const { left } = rangeOf(selection);
  const cells = spotsOf(selection).map((spot) => `${spot.column === left ? '\n' : '\t'}${say(spot)}`);
  return cells.join('').slice(1);
}

/** What was copied elsewhere, cell by cell from a spot on. */
export function pastedCells(text: string, at: Spot): { spot: Spot; text: string }[] {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return rows.flatMap((row, down) =>
    row.split('\t').map((cell, across) => ({ spot: { row: at.row + down, column: at.column + across }, text: cell })),
  );
}
