import { addressOf } from '@dmse/contract/endpoint';
import { getScanTile } from '@dmse/contract/historicals/scan';
import type { Tile } from './page-view.ts';

export type PageRef = { file: number; scan: number; page: number };

export function tileUrl({ file, scan, page }: PageRef, { level, column, row }: Pick<Tile, 'level' | 'column' | 'row'>): string {
  return addressOf(getScanTile, { id: file, scanId: scan, page, level, column, row });
}

type Kept = { image: HTMLImageElement; isReady: boolean; hasFailed: boolean };

/** A tile is a megabyte once it is drawn. */
const MAX_KEPT = 160;

const keyOf = ({ level, column, row }: Pick<Tile, 'level' | 'column' | 'row'>) => `${level}/${column}/${row}`;

/** The tiles of a page that are here or on their way. What is no longer wanted is not waited for. */
export class TileStore {
  #kept = new Map<string, Kept>();
  readonly #page: PageRef;
  readonly #onChange: () => void;

  constructor(page: PageRef, onChange: () => void) {
    this.#page = page;
    this.#onChange = onChange;
  }

  /** The picture of a tile once it can be drawn without waiting. */
  get(tile: Tile): HTMLImageElement | null {
    const kept = this.#kept.get(keyOf(tile));
    return kept?.isReady ? kept.image : null;
  }

  /** Asks for these tiles in their order, and lets go of those on their way that are not among them. */
  want(tiles: readonly Tile[]): void {
    const wanted = new Set(tiles.map(keyOf));
    for (const [key, { image, isReady }] of this.#kept)
      if (!isReady && !wanted.has(key)) {
        image.src = '';
        this.#kept.delete(key);
      }
    for (const tile of tiles) this.#ask(tile);
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      if (!wanted.has(key)) this.#kept.delete(key);
    }
  }

  /** How many of these could not be fetched. */
  countFailed(tiles: readonly Tile[]): number {
    return tiles.filter((tile) => this.#kept.get(keyOf(tile))?.hasFailed).length;
  }

  /** Asks again for what could not be fetched. */
  retry(): void {
    for (const [key, { hasFailed }] of this.#kept) if (hasFailed) this.#kept.delete(key);
    this.#onChange();
  }

  close(): void {
    for (const { image, isReady } of this.#kept.values()) if (!isReady) image.src = '';
    this.#kept.clear();
  }

  #ask(tile: Tile): void {
    const key = keyOf(tile);
    const known = this.#kept.get(key);
    if (known) {
      // The last one looked at is the last one let go of.
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return;
    }
    const image = new Image();
    const kept: Kept = { image, isReady: false, hasFailed: false };
    this.#kept.set(key, kept);
    image.decoding = 'async';
    image.src = tileUrl(this.#page, tile);
    image.decode().then(
      () => {
        kept.isReady = true;
        if (this.#kept.get(key) === kept) this.#onChange();
      },
      () => {
        kept.hasFailed = true;
        if (this.#kept.get(key) === kept) this.#onChange();
      },
    );
  }
}
