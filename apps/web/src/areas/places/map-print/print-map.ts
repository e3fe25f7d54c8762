import type { Map as GlMap } from 'maplibre-gl';
import type { Lonlat } from '../../../parts/map/map-layer.ts';

/** Sharper than the screen, and still within what a graphics card draws at once. */
const RATIO = 2;
const WAIT = 10_000;
const EQUATOR = 40_075_016.686;

export type MapPicture = {
  jpeg: Uint8Array;
  width: number;
  height: number;
  metresPerPixel: number;
  /** Where a place is in the picture. */
  at: (place: Lonlat) => readonly [number, number];
  attribution: string[];
};

function whenIdle(map: GlMap): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, WAIT);
    map.once('idle', () => {
      clearTimeout(timer);
      resolve();
    });
    map.triggerRepaint();
  });
}

/** The drawing is only there until the frame has been shown: it is taken while it is made. */
function takeFrame(map: GlMap): Promise<string> {
  return new Promise((resolve) => {
    map.once('render', () => resolve(map.getCanvas().toDataURL('image/jpeg', 0.92)));
    map.triggerRepaint();
  });
}

/** The names of those whose data is drawn, without their markup. */
function attributionOf(map: GlMap): string[] {
  const found = Object.values(map.getStyle().sources).flatMap((source) =>
    'attribution' in source && typeof source.attribution === 'string' ? source.attribution : [],
  );
  const plain = found.map((markup) => new DOMParser().parseFromString(markup, 'text/html').body.textContent.trim());
  return [...new Set(plain)].filter((text) => text !== '');
}

/** The map as it is seen. */
export async function pictureOf(map: GlMap): Promise<MapPicture> {
  const usual = map.getPixelRatio();
  map.setPixelRatio(Math.max(usual, RATIO));
  try {
    await whenIdle(map);
    const url = await takeFrame(map);
    const { width, height } = map.getCanvas();
    const ratio = width / map.getContainer().clientWidth;
    const metres = (EQUATOR * Math.cos((map.getCenter().lat * Math.PI) / 180)) / (512 * 2 ** map.getZoom());
    const jpeg = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
    const places = (place: Lonlat) => {
      const { x, y } = map.project([place[0], place[1]]);
      return [x * ratio, y * ratio] as const;
    };
    return { jpeg, width, height, metresPerPixel: metres / ratio, at: places, attribution: attributionOf(map) };
  } finally {
    map.setPixelRatio(usual);
  }
}
