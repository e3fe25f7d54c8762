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

/** More changes than this since it was put in order, and it is put in order again. */
const MOST_LOOSE = 4000;

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
    const isMeant = (columns: PointColumns, at: number) =>
      bits[columns.ids[at * columns.words + columns.words - 1]! & 0xffff] === 1 &&
      (wanted.has(columns.idOf(at)) || columns.isOfGroup(at, ofGroups));
    this.#each((columns, at) => {
      if (!isMeant(columns, at)) return;
      if (columns === this.#loose) this.#goneLoose.add(at);
      else {
        this.#goneOrdered ??= new Uint8Array(this.#ordered.length);
        this.#goneOrdered[at] = 1;
      }
      this.#note(columns.marks[at]!, -1);
      this.#changes += 1;
    });
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
    this.#ordered = sorted;
    this.#loose = this.#empty();
    this.#goneOrdered = null;
    this.#goneLoose = new Set();
    this.#changes = 0;
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
    this.#each(({ codes }, at) => {
      for (let facet = 0; facet < counts.length; facet += 1) counts[facet]![codes[facet]![at]!]! += 1;
    });
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

function passes({ codes }: PointColumns, at: number, filter: CodeFilter): boolean {
  for (let facet = 0; facet < filter.length; facet += 1) {
    const allowed = filter[facet];
    if (allowed && allowed[codes[facet]![at]!] !== 1) return false;
  }
  return true;
}
