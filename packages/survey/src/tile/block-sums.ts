import type { PointColumns } from './point-columns.ts';

/** Features that follow each other, added up. */
export interface Sums {
  count: number;
  sumX: number;
  sumY: number;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const SIZE = 256;

/** Sums and limits of every 256 features in order, so that those of a long stretch need not be looked at one by one. */
export class BlockSums {
  readonly #columns: PointColumns;
  readonly #sums: Float64Array;
  readonly #limits: Uint32Array;
  /** Blocks of which something has gone are looked at one by one. */
  readonly #dirty: Uint8Array;

  constructor(columns: PointColumns) {
    const blocks = Math.floor(columns.length / SIZE);
    this.#columns = columns;
    this.#sums = new Float64Array(blocks * 2);
    this.#limits = new Uint32Array(blocks * 4);
    this.#dirty = new Uint8Array(blocks + 1);
    for (let block = 0; block < blocks; block += 1) {
      const { sumX, sumY, x0, y0, x1, y1 } = this.#each(block * SIZE, (block + 1) * SIZE, null);
      this.#sums.set([sumX, sumY], block * 2);
      this.#limits.set([x0, y0, x1, y1], block * 4);
    }
  }

  noteGone(at: number): void {
    this.#dirty[Math.floor(at / SIZE)] = 1;
  }

  #each(from: number, to: number, gone: Uint8Array | null): Sums {
    const { x, y } = this.#columns;
    let [count, sumX, sumY] = [0, 0, 0];
    let [x0, y0, x1, y1] = [0xffff_ffff, 0xffff_ffff, 0, 0];
    for (let at = from; at < to; at += 1) {
      if (gone !== null && gone[at] === 1) continue;
      const px = x[at]!;
      const py = y[at]!;
      count += 1;
      sumX += px;
      sumY += py;
      if (px < x0) x0 = px;
      if (px > x1) x1 = px;
      if (py < y0) y0 = py;
      if (py > y1) y1 = py;
    }
    return { count, sumX, sumY, x0, y0, x1, y1 };
  }

  /** Of the features from one place up to another that have not gone. */
  between(from: number, to: number, gone: Uint8Array | null): Sums {
    const [first, last] = [Math.ceil(from / SIZE), Math.floor(to / SIZE)];
    if (first >= last) return this.#each(from, to, gone);
    const all = joinSums(this.#each(from, first * SIZE, gone), this.#each(last * SIZE, to, gone));
    for (let block = first; block < last; block += 1) {
      if (this.#dirty[block] === 1) {
        joinSums(all, this.#each(block * SIZE, (block + 1) * SIZE, gone));
        continue;
      }
      const [sumX, sumY] = [this.#sums[block * 2]!, this.#sums[block * 2 + 1]!];
      const at = block * 4;
      const [x0, y0, x1, y1] = [this.#limits[at]!, this.#limits[at + 1]!, this.#limits[at + 2]!, this.#limits[at + 3]!];
      joinSums(all, { count: SIZE, sumX, sumY, x0, y0, x1, y1 });
    }
    return all;
  }
}

/** Adds the second to the first. */
export function joinSums<S extends Sums>(all: S, more: Sums): S {
  all.count += more.count;
  all.sumX += more.sumX;
  all.sumY += more.sumY;
  all.x0 = Math.min(all.x0, more.x0);
  all.y0 = Math.min(all.y0, more.y0);
  all.x1 = Math.max(all.x1, more.x1);
  all.y1 = Math.max(all.y1, more.y1);
  return all;
}
