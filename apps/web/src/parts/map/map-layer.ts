import type { Tone } from '../../theme/tokens.ts';

/** Longitude and latitude in degrees, as everywhere on the wire; a height may follow. */
export type Lonlat = readonly [longitude: number, latitude: number, ...rest: number[]];

/** West, south, east, north. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

type Path = readonly Lonlat[];
export type MapGeometry =
  | { readonly type: 'Point'; readonly coordinates: Lonlat }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: Path }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly Path[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Path[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly MapGeometry[] };

export const MAP_SYMBOLS = ['dot', 'square', 'triangle', 'diamond', 'cross', 'ring'] as const;
export type MapSymbol = (typeof MAP_SYMBOLS)[number];
export type MapTone = Tone | 'muted';

/** How a feature looks, where it differs from its layer. */
export type MapFeature = {
  readonly type: 'Feature';
  readonly id: string | number;
  readonly geometry: MapGeometry | null;
  readonly properties?: {
    readonly label?: string | undefined;
    /** What is left of the label where many stand close together. */
    readonly short_label?: string | undefined;
    readonly tone?: MapTone | undefined;
    readonly symbol?: MapSymbol | undefined;
    readonly is_dashed?: boolean | undefined;
  };
};

export type FeatureLayer = {
  readonly id: string;
  readonly kind: 'features';
  readonly features: readonly MapFeature[];
  readonly tone?: MapTone;
  readonly symbol?: MapSymbol;
  /** How near names appear; of many thousands they would only be in each other's way. 12 unless said. */
  readonly label_zoom?: number;
  /** Only to be looked at: a tap goes through it. */
  readonly is_background?: boolean;
};

/** A picture laid between four corners: top left, top right, bottom right, bottom left. */
export type ImageLayer = {
  readonly id: string;
  readonly kind: 'image';
  readonly url: string;
  readonly corners: readonly [Lonlat, Lonlat, Lonlat, Lonlat];
};

/** Drawn in the order given, the first at the bottom. */
export type MapLayer = FeatureLayer | ImageLayer;

/** What was tapped. */
export type MapPick = { readonly layer: string; readonly id: string };
