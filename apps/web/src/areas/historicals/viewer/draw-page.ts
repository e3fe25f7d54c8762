import type { FoundWord } from '@dmse/contract/historicals/scan';
import { levelFor, type PageSize, type Pane, type Tile, tilesSeen, type View } from './page-view.ts';
import type { TileStore } from './tile-store.ts';

/** A found word is marked at least this large on the screen, so that it is seen on the whole of a large plan. */
const MIN_MARK = 8;

export type Drawing = { page: PageSize; view: View; pane: Pane; pixelRatio: number; words: readonly FoundWord[]; mark: string };

/** The coarser levels lie beneath, until the finer tiles have come. */
export function tilesFor({ page, view, pane, pixelRatio }: Drawing): { fine: Tile[]; beneath: Tile[][] } {
  const level = levelFor(page, view.scale, pixelRatio);
  const levels = Array.from({ length: level }, (_, at) => at);
  return { fine: tilesSeen(view, page, pane, level), beneath: levels.map((coarse) => tilesSeen(view, page, pane, coarse)) };
}

/** Draws what is here of the page into the canvas. */
export function drawPage(canvas: HTMLCanvasElement, drawing: Drawing, store: TileStore): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { page, view, pane, pixelRatio, words, mark } = drawing;
  const { fine, beneath } = tilesFor(drawing);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  // Page pixels from here on.
  context.translate((pane.width / 2) * pixelRatio, (pane.height / 2) * pixelRatio);
  context.rotate((view.turn * Math.PI) / 2);
  const scale = view.scale * pixelRatio;
  context.scale(scale, scale);
  context.translate(-view.centre.x, -view.centre.y);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, page.width, page.height);
  context.imageSmoothingQuality = 'high';
  const isWhole = fine.every((tile) => store.get(tile));
  for (const tile of [...(isWhole ? [] : beneath.flat()), ...fine]) {
    const image = store.get(tile);
    const { left, top, width, height } = tile.box;
    // Half a pixel over the edge, so that no seam is seen between two tiles.
    if (image) context.drawImage(image, left, top, width + 0.5 / scale, height + 0.5 / scale);
  }
  context.globalCompositeOperation = 'multiply';
  context.fillStyle = mark;
  for (const { left, top, width, height } of words) {
    const grow = (length: number) => Math.max(0, (MIN_MARK / view.scale - length) / 2) + height * 0.15;
    context.fillRect(left - grow(width), top - grow(height), width + 2 * grow(width), height + 2 * grow(height));
  }
  context.globalCompositeOperation = 'source-over';
}
