/** The rows that are drawn: from the first, up to and without the last. */
export type RowRange = { from: number; to: number };
/** A row that is drawn, by its place among all of them, or the room of so many that are not. */
export type WindowPart = { row: number } | { gap: number; before: number };

/** Rows drawn above and below what is seen, so that a turn of the wheel shows no white. */
const OVERSCAN = 6;
/** The range moves in steps of so many rows: what is scrolled by less is not drawn again. */
const STEP = 4;

/** Which rows are seen in a pane, and a few around them. */
export function rangeSeen(scrollTop: number, height: number, rowHeight: number): RowRange {
  const from = Math.floor(scrollTop / rowHeight / STEP) * STEP - OVERSCAN;
  const to = Math.ceil((scrollTop + height) / rowHeight / STEP) * STEP + OVERSCAN;
  return { from: Math.max(0, from), to };
}

/** What stands in the table: the rows of the range, those that are kept wherever they are, and the room of all others. */
export function layWindow(count: number, { from, to }: RowRange, kept: readonly number[]): WindowPart[] {
  const drawn = new Set(kept.filter((row) => row >= 0 && row < count));
  for (let row = from; row < Math.min(to, count); row += 1) drawn.add(row);
  const parts: WindowPart[] = [];
  let next = 0;
  for (const row of [...drawn].sort((a, b) => a - b)) {
    if (row > next) parts.push({ gap: row - next, before: row });
    parts.push({ row });
    next = row + 1;
  }
  if (count > next) parts.push({ gap: count - next, before: count });
  return parts;
}

/** Whether every row between two heights, counted in rows, is drawn. */
export function isDrawn(parts: readonly WindowPart[], top: number, bottom: number): boolean {
  return parts.every((part) => 'row' in part || part.before <= top || part.before - part.gap >= bottom);
}
