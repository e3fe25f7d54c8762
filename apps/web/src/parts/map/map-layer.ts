import type { Tone } from '../../theme/tokens.ts';

/** Longitude and latitude in degrees, as everywhere on the wire; a height may follow. */
export type Lonlat = readonly [longitude: number, latitude: number, ...rest: number[]];

/** West, south, east, north. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

type Path = readonly Lonlat[];

/** Places that are measured: the way along them, or the area between them. */
export type Measurement = { readonly path: Path; readonly isArea: boolean };

export type MapGeometry =
  | { readonly type: 'Point'; readonly coordinates: Lonlat }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: Path }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly Path[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Path[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly MapGeometry[] };

export const MAP_SYMBOLS = ['dot', 'square', 'triangle', 'diamond', 'cross', 'ring', 'page', 'line'] as const;
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

/**
 * Vector tiles of our own server. Their layer `points` holds single features (`id`, `label`, `state`) and clusters (`count`, `west`,
 * `south`, `east`, `north`), their layer `shapes` lines and outlines (`id`, `label`).
 */
export type TileLayer = {
  readonly id: string;
  readonly kind: 'tiles';
  /** With {z}, {x} and {y}. Another address asks for the tiles anew; what is drawn stays until they are there. */
  readonly url: string;
  readonly tone: MapTone;
  readonly symbol: MapSymbol;
  /** The tone of a feature by its `state`, where it is not the layer's. */
  readonly tones?: Readonly<Record<string, MapTone>>;
  /** Features of which this is true look different; the first that fits decides. */
  readonly variants?: readonly { readonly when: string; readonly symbol?: MapSymbol; readonly tone?: MapTone }[];
  readonly label_zoom?: number;
  /** Where the tiles hold lines or outlines from this zoom on, the symbols in the middle of them are left out. */
  readonly line_zoom?: number;
  /** The name stands in the middle of an outline, not under a symbol. */
  readonly is_named_inside?: boolean;
  /** Pixels by which clusters are moved, so that those of several layers over one town do not cover each other. */
  readonly cluster_offset?: readonly [number, number];
};

/** Drawn in the order given, the first at the bottom. */
export type MapLayer = FeatureLayer | ImageLayer | TileLayer;

/** What was tapped. */
export type MapPick = { readonly layer: string; readonly id: string };

/** A group of features that stand too close together to be told apart at this zoom. */
export type MapCluster = { readonly layer: string; readonly count: number; readonly bounds: Bounds };

/** Everything under a tap on layers of tiles, the smallest first. */
export type MapFound = {
  readonly at: Lonlat;
  readonly picks: readonly (MapPick & { readonly label: string; readonly state: string | null; readonly variants: readonly string[] })[];
  readonly clusters: readonly MapCluster[];
};

export type MapView = { readonly center: Lonlat; readonly zoom: number };
