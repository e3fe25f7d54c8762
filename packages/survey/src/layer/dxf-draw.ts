import { traceArc, traceBulge, traceSpline } from './curve.ts';
import { type DxfBlock, type DxfEntity, numberAt, numbersAt, pointAt, pointsAt, textAt } from './dxf-entity.ts';
import { plainText } from './dxf-pairs.ts';
import { closeRing, type LayerDesk, type LayerGeometry, type LayerPosition, LayerRefusal } from './layer.ts';

/** Where a block's own coordinates come to lie. */
type Place = { readonly move: (position: LayerPosition) => LayerPosition; readonly layer: string | null; readonly depth: number };

const DEEPEST = 8;
const MOST_INSERTS = 50_000;
const RADIANS = Math.PI / 180;
const TOLD_KINDS = new Set([
  'HATCH',
  'DIMENSION',
  'IMAGE',
  'WIPEOUT',
  'LEADER',
  'MULTILEADER',
  'REGION',
  '3DSOLID',
  'BODY',
  'MESH',
  'TABLE',
  'RAY',
  'XLINE',
  'ACAD_PROXY_ENTITY',
]);
const SILENT_KINDS = new Set(['VIEWPORT', 'SEQEND', 'ATTDEF', 'OLE2FRAME']);

/** Draws entities into a layer; blocks are drawn wherever they are inserted, within bounds. */
export class DxfDrawing {
  readonly #desk: LayerDesk;
  readonly #blocks: ReadonlyMap<string, DxfBlock>;
  #inserts = 0;

  constructor(desk: LayerDesk, blocks: ReadonlyMap<string, DxfBlock>) {
    this.#desk = desk;
    this.#blocks = blocks;
  }

  draw(entity: DxfEntity, place: Place = { move: (position) => position, layer: null, depth: 0 }): void {
    // Paper space is the sheet around the drawing.
    if (numberAt(entity, 67) === 1) return;
    if (entity.type === 'INSERT') {
      this.#insert(entity, place);
      return;
    }
    const geometry = shapeOf(entity, this.#desk);
    if (geometry === 'unknown') {
      if (!SILENT_KINDS.has(entity.type))
        this.#desk.leaveOut(`${TOLD_KINDS.has(entity.type) ? entity.type : 'An entity of another kind'} was left out`);
    } else if (geometry === null) this.#desk.leaveOut('An entity lacks the figures to be drawn and was left out');
    else this.#desk.add(moveGeometry(geometry, mirrored(entity, place.move)), propertiesOf(entity, place));
  }

  #insert(entity: DxfEntity, place: Place): void {
    const block = this.#blocks.get(textAt(entity, 2).toUpperCase());
    const at = pointAt(entity, 10);
    if (!block || !at) {
      this.#desk.leaveOut('A block that is not in the file was left out');
      return;
    }
    if (place.depth >= DEEPEST)
      throw new LayerRefusal('Blocks in this drawing are nested too deep to be drawn. Explode them, and export it again.');
    const columns = Math.max(1, numberAt(entity, 70, 1));
    const rows = Math.max(1, numberAt(entity, 71, 1));
    const layer = ownLayer(entity, place);
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        this.#inserts += 1;
        if (this.#inserts > MOST_INSERTS)
          throw new LayerRefusal('Blocks in this drawing repeat more often than can be drawn. Explode them, and export it again.');
        const within = insertMove(entity, block.base, at, [column * numberAt(entity, 44), row * numberAt(entity, 45)]);
        const move = mirrored(entity, place.move);
        for (const child of block.entities) this.draw(child, { move: (position) => move(within(position)), layer, depth: place.depth + 1 });
      }
    }
  }
}

/** Entities on layer 0 of a block belong to the layer of the insert. */
function ownLayer(entity: DxfEntity, place: Place): string {
  const own = plainText(textAt(entity, 8)) || '0';
  return own === '0' && place.layer !== null ? place.layer : own;
}

function propertiesOf(entity: DxfEntity, place: Place): Record<string, unknown> {
  const text = /^(M?TEXT|ATTRIB)$/.test(entity.type) ? textOf(entity) : undefined;
  const colour = numberAt(entity, 62, 256);
  return { layer: ownLayer(entity, place), kind: entity.type, text, colour: colour > 0 && colour < 256 ? colour : undefined };
}

/** A long paragraph is cut into pieces of 250; the last piece has another code. */
function textOf(entity: DxfEntity): string {
  const pieces = entity.pairs.filter(([code]) => code === 3).map(([, value]) => value);
  return plainText([...pieces, textAt(entity, 1)].join(''));
}

/** An entity drawn from below lies mirrored in the plan. */
function mirrored(entity: DxfEntity, move: Place['move']): Place['move'] {
  const isFlat = !['LINE', 'POINT', '3DFACE', 'SPLINE', 'ELLIPSE'].includes(entity.type);
  if (!isFlat || numberAt(entity, 230, 1) >= 0) return move;
  return (position) => move(at(-position[0], position[1], position[2]));
}

function insertMove(entity: DxfEntity, base: LayerPosition, to: LayerPosition, shift: readonly [number, number]): Place['move'] {
  const [sx, sy, sz] = [numberAt(entity, 41, 1), numberAt(entity, 42, 1), numberAt(entity, 43, 1)];
  const turn = numberAt(entity, 50) * RADIANS;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return ([x, y, z]) => {
    const [dx, dy] = [(x - base[0]) * sx + shift[0], (y - base[1]) * sy + shift[1]];
    const height = z === undefined && to[2] === undefined ? undefined : ((z ?? 0) - (base[2] ?? 0)) * sz + (to[2] ?? 0);
    return at(to[0] + dx * cos - dy * sin, to[1] + dx * sin + dy * cos, height);
  };
}

function at(x: number, y: number, z: number | undefined): LayerPosition {
  return z === undefined ? [x, y] : [x, y, z];
}

function moveGeometry(geometry: LayerGeometry, move: Place['move']): LayerGeometry {
  if (geometry.type === 'Point') return { type: 'Point', coordinates: move(geometry.coordinates) };
  if (geometry.type === 'LineString') return { type: 'LineString', coordinates: geometry.coordinates.map(move) };
  if (geometry.type === 'Polygon') return { type: 'Polygon', coordinates: geometry.coordinates.map((ring) => ring.map(move)) };
  return geometry;
}

function line(desk: LayerDesk, coordinates: readonly LayerPosition[]): LayerGeometry | null {
  if (coordinates.length < 2) return null;
  desk.count(coordinates.length);
  return { type: 'LineString', coordinates };
}

function shapeOf(entity: DxfEntity, desk: LayerDesk): LayerGeometry | null | 'unknown' {
  const [first, second] = [pointAt(entity, 10), pointAt(entity, 11)];
  switch (entity.type) {
    case 'POINT':
    case 'TEXT':
    case 'MTEXT':
    case 'ATTRIB':
      if (!first) return null;
      desk.count(1);
      return { type: 'Point', coordinates: first };
    case 'LINE':
      return first && second ? line(desk, [first, second]) : null;
    case 'LWPOLYLINE':
      return line(desk, joinVertices(pointsAt(entity, 10), entity, numberAt(entity, 38)));
    case 'POLYLINE':
      return polylineOf(entity, desk);
    case 'CIRCLE':
      return first && line(desk, traceArc(first, [numberAt(entity, 40), 0], 1, 0, 2 * Math.PI));
    case 'ARC':
      return (
        first && line(desk, traceArc(first, [numberAt(entity, 40), 0], 1, numberAt(entity, 50) * RADIANS, numberAt(entity, 51) * RADIANS))
      );
    case 'ELLIPSE':
      return (
        first &&
        second &&
        line(
          desk,
          traceArc(first, [second[0], second[1]], numberAt(entity, 40, 1), numberAt(entity, 41), numberAt(entity, 42, 2 * Math.PI)),
        )
      );
    case 'SPLINE':
      return splineOf(entity, desk);
    case '3DFACE':
    case 'SOLID':
    case 'TRACE':
      return faceOf(entity, desk);
    default:
      return 'unknown';
  }
}

type Vertex = { position: LayerPosition; bulge: number };

function joinVertices(vertices: readonly Vertex[], entity: DxfEntity, elevation: number): LayerPosition[] {
  const isClosed = (numberAt(entity, 70) & 1) === 1;
  const ends = isClosed ? [...vertices, ...vertices.slice(0, 1)] : vertices;
  const path = ends.flatMap(({ position, bulge }, i) => {
    const next = ends[i + 1];
    return next ? traceBulge(position, next.position, bulge) : [position];
  });
  return elevation === 0 ? path : path.map(([x, y, z]) => [x, y, z ?? elevation]);
}

function polylineOf(entity: DxfEntity, desk: LayerDesk): LayerGeometry | null | 'unknown' {
  // A mesh of faces, not a line.
  if ((numberAt(entity, 70) & 80) !== 0) return 'unknown';
  const vertices = entity.vertices
    // Control points of a fitted curve: the curve itself follows them in the file.
    .filter((vertex) => (numberAt(vertex, 70) & 16) === 0)
    .flatMap((vertex) => {
      const position = pointAt(vertex, 10);
      return position ? [{ position, bulge: numberAt(vertex, 42) }] : [];
    });
  return line(desk, joinVertices(vertices, entity, 0));
}

function splineOf(entity: DxfEntity, desk: LayerDesk): LayerGeometry | null {
  const controls = pointsAt(entity, 10).map(({ position }) => position);
  const fits = pointsAt(entity, 11).map(({ position }) => position);
  const traced = traceSpline(numberAt(entity, 71, 3), numbersAt(entity, 40), controls);
  return line(desk, traced ?? (fits.length >= 2 ? fits : controls));
}

/** The corners of a solid come crosswise, those of a face in turn. */
function faceOf(entity: DxfEntity, desk: LayerDesk): LayerGeometry | null {
  const corners = [10, 11, 12, 13].map((code) => pointAt(entity, code)).filter((corner) => corner !== null);
  if (corners.length < 3) return null;
  const [a, b, c, d] = corners as [LayerPosition, LayerPosition, LayerPosition, LayerPosition | undefined];
  const turned = entity.type === '3DFACE' || !d ? [a, b, c, ...(d ? [d] : [])] : [a, b, d, c];
  const ring = closeRing(turned);
  if (!ring) return null;
  desk.count(ring.length);
  return { type: 'Polygon', coordinates: [ring] };
}
