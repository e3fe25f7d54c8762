/** What may be wrong with a base map, by field; null when nothing is. */
type BaseMapFacts = { kind: string; url: string; min_zoom: number; max_zoom: number };

const HAS_PLACE = { raster: /\{z\}.*\{x\}|\{x\}.*\{z\}/i, wmts: /\{TileMatrix\}|\{z\}/i } as const;
const HAS_ROW = { raster: /\{y\}/i, wmts: /\{TileRow\}|\{y\}/i } as const;

export function whyNotBaseMap({ kind, url, min_zoom, max_zoom }: BaseMapFacts): Record<string, string> | null {
  if (min_zoom > max_zoom) return { max_zoom: 'The highest zoom is below the lowest.' };
  if (kind === 'file') return url === '' ? null : { url: 'An uploaded file has no address.' };
  if (url === '') return { url: 'This field may not be blank.' };
  if ((kind === 'raster' || kind === 'wmts') && !(HAS_PLACE[kind].test(url) && HAS_ROW[kind].test(url)))
    return {
      url:
        kind === 'wmts'
          ? 'Put {TileMatrix}, {TileCol} and {TileRow} where the tile is named (or {z}, {x} and {y}).'
          : 'Put {z}, {x} and {y} where the tile is named.',
    };
  return null;
}
