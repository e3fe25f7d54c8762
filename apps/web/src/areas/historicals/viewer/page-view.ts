import { TILE_SIDE, tileLevels } from '@dmse/domain/historicals/page-tiles';

/** A place on the page in its own pixels, or on the screen from the top left of the pane. */
export type Spot = { x: number; y: number };
/** Quarter turns to the right. */
export type Turn = 0 | 1 | 2 | 3;
/** How a page is looked at: what stands in the middle of the pane, pixels of the screen per pixel of the page, and how it is turned. */
export type View = { centre: Spot; scale: number; turn: Turn };
export type PageSize = { width: number; height: number };
export type Pane = { width: number; height: number };
export type Box = { left: number; top: number; width: number; height: number };
export type Tile = { level: number; column: number; row: number /** On the page. */; box: Box };

const MAX_SCALE = 4;
const MARGIN = 16;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

function turnRight({ x, y }: Spot, turn: number): Spot {
  if (turn % 4 === 1) return { x: -y, y: x };
  if (turn % 4 === 2) return { x: -x, y: -y };
  return turn % 4 === 3 ? { x: y, y: -x } : { x, y };
}

export function toPage({ centre, scale, turn }: View, pane: Pane, at: Spot): Spot {
  const from = turnRight({ x: at.x - pane.width / 2, y: at.y - pane.height / 2 }, 4 - turn);
  return { x: centre.x + from.x / scale, y: centre.y + from.y / scale };
}

export function toScreen({ centre, scale, turn }: View, pane: Pane, at: Spot): Spot {
  const from = turnRight({ x: (at.x - centre.x) * scale, y: (at.y - centre.y) * scale }, turn);
  return { x: pane.width / 2 + from.x, y: pane.height / 2 + from.y };
}

/** The page as it lies on the screen: turned by a quarter, its sides change places. */
function lying({ width, height }: PageSize, turn: Turn): PageSize {
  return turn % 2 === 1 ? { width: height, height: width } : { width, height };
}

export type Fit = 'whole' | 'width';

function fitScale(page: PageSize, pane: Pane, turn: Turn, fit: Fit): number {
  const { width, height } = lying(page, turn);
  const across = Math.max(1, pane.width - 2 * MARGIN) / width;
  return fit === 'width' ? across : Math.min(across, Math.max(1, pane.height - 2 * MARGIN) / height);
}

/** The whole page, or its width from the top on. */
export function fitPage(page: PageSize, pane: Pane, turn: Turn, fit: Fit): View {
  const scale = fitScale(page, pane, turn, fit);
  const view: View = { centre: { x: page.width / 2, y: page.height / 2 }, scale, turn };
  const hidden = (lying(page, turn).height * scale + 2 * MARGIN - pane.height) / 2;
  return fit === 'width' && hidden > 0 ? panBy(view, page, { x: 0, y: hidden }) : view;
}

/** The page stays under the middle of the pane. */
function keepIn(view: View, page: PageSize): View {
  const centre = { x: clamp(view.centre.x, 0, page.width), y: clamp(view.centre.y, 0, page.height) };
  return { ...view, centre };
}

/** Moves what is looked at; the page follows a finger. */
export function panBy(view: View, page: PageSize, by: Spot): View {
  const moved = turnRight(by, 4 - view.turn);
  return keepIn({ ...view, centre: { x: view.centre.x - moved.x / view.scale, y: view.centre.y - moved.y / view.scale } }, page);
}

/** Zooms by a factor; what is under `at` stays there. */
export function zoomBy(view: View, page: PageSize, pane: Pane, factor: number, at: Spot): View {
  const least = Math.min(1, fitScale(page, pane, view.turn, 'whole') / 4);
  const scale = clamp(view.scale * factor, least, MAX_SCALE);
  const held = toPage(view, pane, at);
  const from = turnRight({ x: at.x - pane.width / 2, y: at.y - pane.height / 2 }, 4 - view.turn);
  return keepIn({ ...view, scale, centre: { x: held.x - from.x / scale, y: held.y - from.y / scale } }, page);
}

/** A place on the page in the middle, large enough to be read. */
export function showBox(view: View, page: PageSize, box: Box): View {
  const READABLE = 28;
  const scale = clamp(Math.max(view.scale, READABLE / Math.max(1, box.height)), 0, MAX_SCALE);
  return keepIn({ ...view, scale, centre: { x: box.left + box.width / 2, y: box.top + box.height / 2 } }, page);
}

/** The level whose pixels are about as fine as those of the screen. */
export function levelFor(page: PageSize, scale: number, pixelRatio: number): number {
  const finest = tileLevels(page.width, page.height).length - 1;
  // A little coarser than the screen is not seen, and is a quarter of the tiles.
  const SPARED = 0.3;
  return clamp(Math.ceil(finest + Math.log2(scale * pixelRatio) - SPARED), 0, finest);
}

/** What of the page is in the pane. */
function seenBox(view: View, page: PageSize, pane: Pane): Box {
  const corners = [0, pane.width].flatMap((x) => [0, pane.height].map((y) => toPage(view, pane, { x, y })));
  const left = clamp(Math.min(...corners.map(({ x }) => x)), 0, page.width);
  const top = clamp(Math.min(...corners.map(({ y }) => y)), 0, page.height);
  const right = clamp(Math.max(...corners.map(({ x }) => x)), 0, page.width);
  const bottom = clamp(Math.max(...corners.map(({ y }) => y)), 0, page.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** The tiles of a level that are in the pane, those in its middle first. */
export function tilesSeen(view: View, page: PageSize, pane: Pane, level: number): Tile[] {
  const size = tileLevels(page.width, page.height)[level];
  const seen = seenBox(view, page, pane);
  if (!size || seen.width <= 0 || seen.height <= 0) return [];
  // How much of the page a tile covers.
  const across = (TILE_SIDE * page.width) / size.width;
  const down = (TILE_SIDE * page.height) / size.height;
  const last = { column: Math.floor((seen.left + seen.width) / across), row: Math.floor((seen.top + seen.height) / down) };
  const tiles: Tile[] = [];
  for (let row = Math.floor(seen.top / down); row <= Math.min(last.row, size.rows - 1); row += 1)
    for (let column = Math.floor(seen.left / across); column <= Math.min(last.column, size.columns - 1); column += 1) {
      const [left, top] = [column * across, row * down];
      tiles.push({
        level,
        column,
        row,
        box: { left, top, width: Math.min(across, page.width - left), height: Math.min(down, page.height - top) },
      });
    }
  const far = ({ box }: Tile) => Math.hypot(box.left + box.width / 2 - view.centre.x, box.top + box.height / 2 - view.centre.y);
  return tiles.sort((one, other) => far(one) - far(other));
}
