import type { ProblemList } from '../problem-list.ts';
import type { RowPlace } from '../records.ts';
import { readVarint } from './sqlite-bytes.ts';
import { getPage, type SqliteFile } from './sqlite-file.ts';

/**
 * Walks the b-tree of one table and hands out the payload of every row. Pages reached twice (loops, damage) are refused, and so is
 * an overflow page that two rows claim, so the work is bounded by the size of the file. Free pages are never looked at.
 */

type RowTaker = (payload: Uint8Array, rowid: number | null, place: RowPlace) => void;

const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;
const MAX_DEPTH = 60;

interface TreePage {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly start: number;
  readonly kind: number;
  readonly is_interior: boolean;
  readonly cells_at: number;
  readonly count: number;
  /** Rows of one page do not overlap: what is left of it for their local parts. */
  budget: number;
}

export class TreeWalker {
  readonly #file: SqliteFile;
  readonly #problems: ProblemList;
  /** Over all tables of a file: a page belongs to one tree or one overflow chain only. */
  readonly #used = new Set<number>();

  constructor(file: SqliteFile, problems: ProblemList) {
    this.#file = file;
    this.#problems = problems;
  }

  walk(table: string, root: number, take: RowTaker): void {
    this.#page(table, root, 0, take);
  }

  #page(table: string, number: number, depth: number, take: RowTaker): void {
    const page = this.#openPage(number, depth);
    if (typeof page === 'string') {
      this.#damage(table, page);
      return;
    }
    for (let cell = 0; cell < page.count; cell++) this.#cell(page, { table, page: number, cell }, depth, take);
    if (page.is_interior) this.#page(table, page.view.getUint32(page.start + 8), depth + 1, take);
  }

  /** A page that can be read, or what is wrong with it. */
  #openPage(number: number, depth: number): TreePage | string {
    const bytes = getPage(this.#file, number);
    if (!bytes) return `page ${number} lies outside the file`;
    if (this.#used.has(number) || depth > MAX_DEPTH) return `page ${number} is reached twice`;
    this.#used.add(number);
    const start = number === 1 ? 100 : 0;
    const kind = bytes[start] as number;
    const is_interior = kind === INTERIOR_INDEX || kind === INTERIOR_TABLE;
    if (!is_interior && kind !== LEAF_INDEX && kind !== LEAF_TABLE) return `page ${number} is not a table page`;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const cells_at = start + (is_interior ? 12 : 8);
    if (bytes.length < cells_at) return `page ${number} is cut off`;
    const count = view.getUint16(start + 3);
    if (cells_at + count * 2 > bytes.length) return `page ${number} states more rows than fit`;
    return { bytes, view, start, kind, is_interior, cells_at, count, budget: this.#file.usable };
  }

  #cell(page: TreePage, place: RowPlace, depth: number, take: RowTaker): void {
    const { bytes, view, kind } = page;
    let at = view.getUint16(page.cells_at + place.cell * 2);
    if (page.is_interior) {
      if (at + 4 <= bytes.length) this.#page(place.table, view.getUint32(at), depth + 1, take);
      else this.#damage(place.table, `page ${place.page} points outside itself`);
      if (kind === INTERIOR_TABLE) return; // only a key follows; rows live in the leaves
      at += 4;
    }
    const size = readVarint(bytes, at);
    const rowid = kind === LEAF_TABLE && size ? readVarint(bytes, size.next) : null;
    const body = kind === LEAF_TABLE ? rowid?.next : size?.next;
    const payload = size && body !== undefined ? this.#payload(page, body, size.value) : null;
    if (payload) take(payload, rowid ? rowid.value : null, place);
    else this.#problems.keepRow('CORRUPT', 'stop', `A row of ${place.table} is damaged and could not be read.`, place);
  }

  /** What fits in the page, then the chain of overflow pages. The thresholds are the format's own. */
  #payload(tree: TreePage, at: number, size: number): Uint8Array | null {
    const { usable } = this.#file;
    const page = tree.bytes;
    if (size > this.#file.bytes.length) return null;
    const most = tree.kind === LEAF_TABLE ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const spill = least + ((size - least) % (usable - 4));
    const local = size <= most ? size : spill <= most ? spill : least;
    tree.budget -= local;
    if (tree.budget < 0 || at + local + (local < size ? 4 : 0) > page.length) return null;
    if (local === size) return page.subarray(at, at + size);
    const payload = new Uint8Array(size);
    payload.set(page.subarray(at, at + local));
    let filled = local;
    let number = new DataView(page.buffer, page.byteOffset + at + local, 4).getUint32(0);
    while (filled < size) {
      const more = this.#used.has(number) ? null : getPage(this.#file, number);
      if (!more || more.length < 5) return null;
      this.#used.add(number);
      const part = more.subarray(4, 4 + size - filled);
      payload.set(part, filled);
      filled += part.length;
      number = new DataView(more.buffer, more.byteOffset, 4).getUint32(0);
    }
    return payload;
  }

  #damage(table: string, what: string): void {
    this.#problems.add('CORRUPT', 'stop', `The table ${table} is damaged (${what}): points may be missing.`);
  }
}
