import { type CellKind, type CellValue, readCell } from './cell-value.ts';
import { readPastedBlock } from './pasted-block.ts';

export type PasteColumn = { key: string; kind: CellKind /** An empty cell is refused here. */; is_required?: boolean };

/** A row of the table as it stands: its values by column, and why it takes none (a locked row, a heading), if so. */
export type PasteRow = { id: number; values: Readonly<Record<string, CellValue>>; why_not?: string | null };

/** `row` is the id of the row, `column` the key of the column. */
export type CellChange = { row: number; column: string; before: CellValue; after: CellValue };
export type BadCell = { row: number; column: string; text: string; problem: string };

export type Pasted = {
  /** Cells that change, in reading order. A cell that already holds the value is not among them. */
  changes: CellChange[];
  /** Cells that stay as they are, with the reason, to be marked. */
  bad: BadCell[];
  /** Cells with something in them that fell beyond the last row or column. */
  beyond: number;
};

/** Where the paste begins, counted in the rows and columns shown, and the selection it fills when that holds the block a whole number of times. */
export type PasteTarget = { row: number; column: number; rows?: number; columns?: number };

function timesIn(selected: number | undefined, size: number): number {
  return selected && size > 0 && selected % size === 0 ? selected / size : 1;
}

/** The block written out over the selection, as spreadsheets do. */
function fillSelection(block: readonly string[][], target: PasteTarget): string[][] {
  const width = Math.max(0, ...block.map((cells) => cells.length));
  const down = timesIn(target.rows, block.length);
  const across = timesIn(target.columns, width);
  const wide = block.map((cells) => {
    const even = Array.from({ length: width }, (_, at) => cells[at] ?? '');
    return Array.from({ length: across }, () => even).flat();
  });
  return Array.from({ length: down }, () => wide).flat();
}

/**
 * What a pasted block does to the table: the good cells land, the bad ones are named and leave what is there, an empty one clears. Nothing
 * is written here: the caller applies `changes`, and `undoPaste` gives what takes them back.
 */
export function pasteBlock(
  text: string,
  target: PasteTarget,
  table: { columns: readonly PasteColumn[]; rows: readonly PasteRow[] },
): Pasted | { problem: string } {
  const first = table.columns[target.column];
  const block = readPastedBlock(text, (line) => first !== undefined && 'value' in readCell(first.kind, line));
  if ('problem' in block) return block;
  const pasted: Pasted = { changes: [], bad: [], beyond: 0 };
  for (const [down, cells] of fillSelection(block.rows, target).entries()) {
    const row = table.rows[target.row + down];
    for (const [across, cell] of cells.entries()) {
      const column = table.columns[target.column + across];
      if (row && column) landCell(pasted, row, column, cell);
      else if (cell.trim() !== '') pasted.beyond += 1;
    }
  }
  return pasted;
}

function landCell(pasted: Pasted, row: PasteRow, column: PasteColumn, text: string): void {
  const before = row.values[column.key] ?? null;
  const reading = readCell(column.kind, text);
  const problem =
    'problem' in reading
      ? reading.problem
      : reading.value === null && column.is_required
        ? 'This cell cannot be empty.'
        : (row.why_not ?? null);
  if ('value' in reading && reading.value === before) return;
  if (problem !== null) pasted.bad.push({ row: row.id, column: column.key, text: text.trim(), problem });
  else if ('value' in reading) pasted.changes.push({ row: row.id, column: column.key, before, after: reading.value });
}

/** What Ctrl+Z does: every cell back to what it held, the last one first. Undoing that does the paste again. */
export function undoPaste(changes: readonly CellChange[]): CellChange[] {
  return changes.map(({ row, column, before, after }) => ({ row, column, before: after, after: before })).toReversed();
}

export function sayPasted({ changes, bad, beyond }: Pasted): string {
  const words = [
    `${changes.length} ${changes.length === 1 ? 'cell' : 'cells'} pasted`,
    ...(bad.length > 0 ? [`${bad.length} could not be read or changed`] : []),
    ...(beyond > 0 ? [`${beyond} fell outside the table`] : []),
  ];
  return `${words.join(', ')}.`;
}
