import { BlockSums, joinSums, type Sums } from './block-sums.ts';
import { toLonLat, WORLD, type WorldBox } from './mercator.ts';
import { findPlace, mortonOrder } from './morton.ts';
import { type ColumnShape, Dictionary, idWords, type MapFeature, PointColumns } from './point-columns.ts';

/** Of each facet by its place the codes that pass, or null where all do. */
export type CodeFilter = readonly (Uint8Array | null)[];
export type FacetFilter = Readonly<Record<string, readonly string[] | undefined>>;
type Visit = (columns: PointColumns, at: number) => void;

/** What is told to have changed: features by id, and all points of these groups. */
export interface Gone {
  readonly ids: readonly string[];
  readonly groups?: readonly number[];
}

export interface LayerSummary {
  readonly count: number;
  /** West, south, east, north. */
  readonly bounds: [number, number, number, number] | null;
  readonly facets: { facet: string; values: { value: string; count: number }[] }[];
}

/** So many features of a tile are added up by blocks. */
const MANY = 2000;
/** More changes than this since it was put in order, and it is put in order again. */
const MOST_LOOSE = 4000;

const TRIED = 30_000;

/**
 * The features of one layer: most of them in Morton order, so that a tile is a stretch, the latest changes loose beside them. What has gone
 * is passed over until everything is put in order again.
 */
export class PointIndex {
  readonly #shape: ColumnShape;
  readonly #dictionaries: readonly Dictionary[];
  #ordered: PointColumns;
  #loose: PointColumns;
  #goneOrdered: Uint8Array | null = null;
  #blocks: BlockSums | null = null;
  #goneLoose = new Set<number>();
  #changes = 0;
  #sums: [number, number] = [0, 0];
  #summary: LayerSummary | null = null;
  count = 0;

  constructor(shape: ColumnShape) {
    this.#shape = shape;
    this.#dictionaries = shape.facets.map(() => new Dictionary());
    this.#ordered = this.#empty();
    this.#loose = this.#empty();
  }

  #empty(): PointColumns {
    return new PointColumns(this.#shape, this.#dictionaries);
  }

  /** The same for the same features in whatever order they came, in every server process; another for anything drawn that differs. */
  get version(): string {
    const [first, second] = this.#sums;
    return `${this.count.toString(36)}-${(first >>> 0).toString(36)}-${(second >>> 0).toString(36)}`;
  }

  #note(mark: number, sign: 1 | -1): void {
    this.#sums[0] = (this.#sums[0] + sign * mark) | 0;
    this.#sums[1] = (this.#sums[1] + sign * Math.imul(mark ^ (mark >>> 13), 0x85eb_ca6b)) | 0;
    this.count += sign;
    this.#summary = null;
  }

  /** Adds what is not there yet. */
  add(feature: MapFeature): void {
    const before = this.#loose.length;
    this.#loose.add(feature);
    if (this.#loose.length === before) return;
    this.#note(this.#loose.marks[before]!, 1);
    this.#changes += 1;
  }

  remove({ ids, groups = [] }: Gone): void {
    const wanted = new Set(ids);
    const ofGroups = new Set(groups);
    // Most features are told apart by a few bits of their id.
    const bits = new Uint8Array(65_536);
    for (const id of ids) {
      const words = idWords(this.#shape.ids, id);
      if (words) bits[words.at(-1)! & 0xffff] = 1;
    }
    for (const group of groups) bits[group & 0xffff] = 1;
    for (const columns of [this.#ordered, this.#loose]) {
      const { ids: all, words, length } = columns;
      for (let at = 0, last = words - 1; at < length; at += 1, last += words) {
        if (bits[all[last]! & 0xffff] === 0 || this.#isGone(columns, at)) continue;
        if (wanted.has(columns.idOf(at)) || columns.isOfGroup(at, ofGroups)) this.#drop(columns, at);
      }
    }
  }

  #drop(columns: PointColumns, at: number): void {
    if (columns === this.#loose) this.#goneLoose.add(at);
    else {
      this.#goneOrdered ??= new Uint8Array(this.#ordered.length);
      this.#goneOrdered[at] = 1;
      this.#blocks?.noteGone(at);
    }
    this.#note(columns.marks[at]!, -1);
    this.#changes += 1;
  }

  get isLoose(): boolean {
    return this.#changes > MOST_LOOSE;
  }

  /** Puts all features in order. Yields now and then; nothing is added or removed meanwhile, and looks see the order before. */
  *order(): Generator<void, void> {
    const all = this.#empty();
    const [ordered, loose] = [this.#ordered, this.#loose];
    all.reserve(this.count, ordered.text.length + loose.text.length);
    for (const columns of [ordered, loose])
      for (let at = 0; at < columns.length; at += 1) {
        if (!this.#isGone(columns, at)) all.take(columns, at);
        if (at % 50_000 === 49_999) yield;
      }
    const order = yield* mortonOrder(all);
    const sorted = this.#empty();
    sorted.reserve(all.length, all.starts[all.length]!);
    for (let at = 0; at < order.length; at += 1) {
      sorted.take(all, order[at]!);
      if (at % 50_000 === 49_999) yield;
    }
    yield;
    const blocks = new BlockSums(sorted);
    yield;
    this.#tryFilter(sorted);
    this.#blocks = blocks;
    this.#ordered = sorted;
    this.#loose = this.#empty();
    this.#goneOrdered = null;
    this.#goneLoose = new Set();
    this.#changes = 0;
  }

  /** Counts with a filter before anybody waits for it: the first time is twice as long, since the loop is compiled on the way. */
  #tryFilter(columns: PointColumns): void {
    if (columns.length < MANY) return;
    const filter = this.#dictionaries.map(({ entries }) => Uint8Array.from(entries, (_, code) => code % 2));
    for (let round = 0; round < 4; round += 1) countOrdered(columns, 0, Math.min(columns.length, TRIED), 20, null, filter, new Map());
  }

  #isGone(columns: PointColumns, at: number): boolean {
    return columns === this.#loose ? this.#goneLoose.has(at) : this.#goneOrdered?.[at] === 1;
  }

  #each(visit: Visit): void {
    for (const columns of [this.#ordered, this.#loose])
      for (let at = 0; at < columns.length; at += 1) if (!this.#isGone(columns, at)) visit(columns, at);
  }

  /** Where a facet stands among those of the layer; -1 when it has no such. */
  placeOf(facet: string): number {
    return this.#shape.facets.indexOf(facet);
  }

  /** The filter by codes; null where nothing is narrowed. */
  filterOf(wanted: FacetFilter): CodeFilter | null {
    const filter = this.#shape.facets.map((facet, place) =>
      wanted[facet]?.length ? this.#dictionaries[place]!.allowing(wanted[facet]) : null,
    );
    return filter.some((allowed) => allowed !== null) ? filter : null;
  }

  /** The same question for something that is not in the index. */
  isWanted(wanted: FacetFilter, facets: MapFeature['facets']): boolean {
    return this.#shape.facets.every((facet, place) => {
      const values = wanted[facet];
      const own = facets[place] ?? [];
      return !values?.length || (typeof own === 'string' ? values.includes(own) : own.some((value) => values.includes(value)));
    });
  }

  /** The features inside a box that pass the filter. */
  visit(box: WorldBox, filter: CodeFilter | null, visit: Visit): void {
    const [x0, y0, x1, y1] = box;
    const { x, y } = this.#ordered;
    for (const [from, to, isWhole] of this.#stretches(box))
      for (let at = from; at < to; at += 1) {
        if (!isWhole && (x[at]! < x0 || x[at]! >= x1 || y[at]! < y0 || y[at]! >= y1)) continue;
        if (this.#goneOrdered?.[at] === 1 || (filter && !passes(this.#ordered, at, filter))) continue;
        visit(this.#ordered, at);
      }
    const loose = this.#loose;
    for (let at = 0; at < loose.length; at += 1) {
      if (loose.x[at]! < x0 || loose.x[at]! >= x1 || loose.y[at]! < y0 || loose.y[at]! >= y1 || this.#goneLoose.has(at)) continue;
      if (!filter || passes(loose, at, filter)) visit(loose, at);
    }
  }

  /**
   * The features of a tile by the cells of `2 ** shift` units it is cut into. Those of one cell follow each other, so that a million of
   * them are counted in a few milliseconds.
   */
  cells(box: WorldBox, shift: number, filter: CodeFilter | null): Iterable<Cell> {
    const cells = new Map<number, Cell>();
    for (const [from, to] of this.#stretches(box))
      if (this.#blocks && !filter && to - from > MANY) this.#addUp(this.#blocks, from, to, shift, cells);
      else countOrdered(this.#ordered, from, to, shift, this.#goneOrdered, filter, cells);
    const [x0, y0, x1, y1] = box;
    const loose = this.#loose;
    for (let at = 0; at < loose.length; at += 1) {
      if (loose.x[at]! < x0 || loose.x[at]! >= x1 || loose.y[at]! < y0 || loose.y[at]! >= y1 || this.#goneLoose.has(at)) continue;
      if (!filter || passes(loose, at, filter)) put(cells, newCell(loose, at), shift);
    }
    return cells.values();
  }

  /** The same where all of them count: from each cell's first to its last, block by block. */
  #addUp(blocks: BlockSums, from: number, to: number, shift: number, cells: Map<number, Cell>): void {
    const columns = this.#ordered;
    for (let at = from; at < to; ) {
      const last = (place: number) => ((place >>> shift) + 1) * 2 ** shift - 1;
      const end = Math.min(to, this.#endOf(last(columns.x[at]!), last(columns.y[at]!)));
      const sums = blocks.between(at, end, this.#goneOrdered);
      while (at < end - 1 && this.#goneOrdered?.[at] === 1) at += 1;
      if (sums.count > 0) put(cells, { columns, at, ...sums }, shift);
      at = end;
    }
  }

  /** The stretches of at most four tiles that cover a box; `whole` when the box is the tile itself. */
  *#stretches([x0, y0, x1, y1]: WorldBox): Generator<[from: number, to: number, whole: boolean]> {
    const zoom = Math.max(0, Math.floor(32 - Math.log2(Math.max(1, x1 - x0, y1 - y0))));
    const side = 2 ** (32 - zoom);
    const isWhole = x1 - x0 === side && y1 - y0 === side && x0 % side === 0 && y0 % side === 0;
    const [left, top] = [Math.floor(Math.max(0, x0) / side), Math.floor(Math.max(0, y0) / side)];
    const [right, bottom] = [Math.floor((Math.min(WORLD, x1) - 1) / side), Math.floor((Math.min(WORLD, y1) - 1) / side)];
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) {
        const from = findPlace(this.#ordered, column * side, row * side);
        yield [from, this.#endOf((column + 1) * side - 1, (row + 1) * side - 1), isWhole];
      }
  }

  #endOf(x: number, y: number): number {
    let at = findPlace(this.#ordered, x, y);
    while (at < this.#ordered.length && this.#ordered.x[at] === x && this.#ordered.y[at] === y) at += 1;
    return at;
  }

  /** The ids of features whose label is this one, then of those whose label begins with it. */
  findByLabel(text: string, most: number): string[] {
    const lower = new TextEncoder().encode(text.trim().toLowerCase());
    const found: [string[], string[]] = [[], []];
    if (lower.length === 0) return [];
    this.#each((columns, at) => {
      const match = columns.beginsWith(at, lower);
      if (match === 0) return;
      const own = found[2 - match]!;
      if (own.length < most) own.push(columns.idOf(at));
    });
    return found.flat().slice(0, most);
  }

  /** How many there are, where, and of which values. */
  summary(): LayerSummary {
    this.#summary ??= { ...this.countWith(null), facets: this.#countFacets() };
    return this.#summary;
  }

  countWith(filter: CodeFilter | null): Pick<LayerSummary, 'count' | 'bounds'> {
    let [count, x0, y0, x1, y1] = [0, WORLD, WORLD, 0, 0];
    this.#each((columns, at) => {
      if (filter && !passes(columns, at, filter)) return;
      count += 1;
      x0 = Math.min(x0, columns.x[at]!);
      y0 = Math.min(y0, columns.y[at]!);
      x1 = Math.max(x1, columns.x[at]!);
      y1 = Math.max(y1, columns.y[at]!);
    });
    const [[west, north], [east, south]] = [toLonLat(x0, y0), toLonLat(x1, y1)];
    return { count, bounds: count > 0 ? [west, south, east, north] : null };
  }

  #countFacets(): LayerSummary['facets'] {
    const counts = this.#dictionaries.map(({ entries }) => new Uint32Array(entries.length));
    for (const columns of [this.#ordered, this.#loose])
      for (const [facet, own] of counts.entries()) {
        const codes = columns.codes[facet]!;
        for (let at = 0; at < columns.length; at += 1) if (!this.#isGone(columns, at)) own[codes[at]!]! += 1;
      }
    return this.#shape.facets.map((facet, place) => {
      const byValue = new Map<string, number>();
      for (const [code, values] of this.#dictionaries[place]!.entries.entries())
        for (const value of values)
          if (value !== '' && counts[place]![code]! > 0) byValue.set(value, (byValue.get(value) ?? 0) + counts[place]![code]!);
      const values = [...byValue].map(([value, count]) => ({ value, count }));
      return { facet, values: values.sort((a, b) => (a.value < b.value ? -1 : 1)) };
    });
  }

  bytes(): number {
    return this.#ordered.bytes() + this.#loose.bytes() + (this.#goneOrdered?.byteLength ?? 0);
  }
}

/** What lies in one cell of a tile; `columns` and `at` are those of one of them. */
export interface Cell extends Sums {
  columns: PointColumns;
  at: number;
}

function newCell(columns: PointColumns, at: number): Cell {
  const [x, y] = [columns.x[at]!, columns.y[at]!];
  return { columns, at, count: 1, sumX: x, sumY: y, x0: x, y0: y, x1: x, y1: y };
}

function put(cells: Map<number, Cell>, cell: Cell, shift: number): void {
  const key = (cell.y0 >>> shift) * 65_536 + ((cell.x0 >>> shift) & 0xffff);
  const known = cells.get(key);
  if (known) joinSums(known, cell);
  else cells.set(key, cell);
}

const NO_CODES = new Uint8Array(0);
const NO_COLUMN = new Uint16Array(0);

function countOrdered(
  columns: PointColumns,
  from: number,
  to: number,
  shift: number,
  gone: Uint8Array | null,
  filter: CodeFilter | null,
  cells: Map<number, Cell>,
): void {
  const { x, y } = columns;
  // Few look through more than two facets at once: those are tested in place, the others by their list.
  const narrowed = filter === null ? [] : filter.flatMap((allowed, facet) => (allowed ? [{ allowed, facet }] : []));
  const allowed1 = narrowed[0]?.allowed ?? NO_CODES;
  const codes1 = columns.codes[narrowed[0]?.facet ?? -1] ?? NO_COLUMN;
  const allowed2 = narrowed[1]?.allowed ?? NO_CODES;
  const codes2 = columns.codes[narrowed[1]?.facet ?? -1] ?? NO_COLUMN;
  const [has1, has2, hasMore] = [narrowed.length > 0, narrowed.length > 1, narrowed.length > 2];
  // Plain variables, which no function holds on to: they stay in the processor's registers.
  let cellX = -1;
  let cellY = -1;
  let first = 0;
  let count = 0;
  let sumX = 0;
  let sumY = 0;
  let x0 = 0;
  let y0 = 0;
  let x1 = 0;
  let y1 = 0;
  for (let at = from; at < to; at += 1) {
    if (gone !== null && gone[at] === 1) continue;
    if (has1 && allowed1[codes1[at]!] !== 1) continue;
    if (has2 && allowed2[codes2[at]!] !== 1) continue;
    if (hasMore && !passes(columns, at, filter!)) continue;
    const px = x[at]!;
    const py = y[at]!;
    if (px >>> shift !== cellX || py >>> shift !== cellY) {
      if (count > 0) put(cells, { columns, at: first, count, sumX, sumY, x0, y0, x1, y1 }, shift);
      cellX = px >>> shift;
      cellY = py >>> shift;
      first = at;
      count = 0;
      sumX = 0;
      sumY = 0;
      x0 = px;
      x1 = px;
      y0 = py;
      y1 = py;
    }
    count += 1;
    sumX += px;
    sumY += py;
    if (px < x0) x0 = px;
    else if (px > x1) x1 = px;
    if (py < y0) y0 = py;
    else if (py > y1) y1 = py;
  }
  if (count > 0) put(cells, { columns, at: first, count, sumX, sumY, x0, y0, x1, y1 }, shift);
}

function passes({ codes }: PointColumns, at: number, filter: CodeFilter): boolean {
  for (let facet = 0; facet < filter.length; facet += 1) {
    const allowed = filter[facet];
    if (allowed && allowed[codes[facet]![at]!] !== 1) return false;
  }
  return true;
}
