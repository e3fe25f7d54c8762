import { splitList } from './import-values.ts';

/** Ids of the clients that bear a name; asked for in advance, all at once. */
type KnownNames = ReadonlyMap<string, readonly number[]>;

/** A cell may hold one name (with commas in it, perhaps), or several: one per line or with semicolons, or with commas as our export has them. */
function waysToRead(cell: string): string[][] {
  const whole = cell.trim();
  const parted = splitList(cell);
  const byCommas = parted.flatMap((part) => part.split(/,\s+/)).map((part) => part.trim());
  return [[whole], parted, byCommas.filter(Boolean)];
}

/** Every name the cell could be naming. */
export function namesIn(cell: string): string[] {
  return [...new Set(waysToRead(cell).flat())].filter(Boolean);
}

/** The clients a cell names. Nothing is guessed: a name nobody bears, or several do, is a problem of the row. */
export function resolveClients(cell: string, known: KnownNames): { ids: number[] } | { problem: string } {
  if (cell.trim() === '') return { ids: [] };
  const ways = waysToRead(cell);
  const way = ways.find((names) => names.every((name) => (known.get(name) ?? []).length > 0)) ?? ways[1]!;
  for (const name of way) {
    const count = known.get(name)?.length ?? 0;
    if (count === 0) return { problem: `There is no client called “${name}”. Import the clients first, or leave this column out.` };
    if (count > 1) return { problem: `${count} clients are called “${name}”. Merge them first, or leave this line out.` };
  }
  return { ids: [...new Set(way.map((name) => known.get(name)![0]!))] };
}
