/** What the columns of a points file mean: by their header, or by the range the office's coordinates fall in. */

type ColumnRole = 'name' | 'easting' | 'northing' | 'elevation' | 'description' | 'code' | 'latitude' | 'longitude';

const WORDS: Readonly<Record<ColumnRole, readonly string[]>> = {
  name: [
    'name',
    'p',
    'pt',
    'pn',
    'pid',
    'point',
    'point id',
    'pointid',
    'point name',
    'pointname',
    'point no',
    'point number',
    'ptno',
    'pnt',
    'station',
    'nom',
    'id',
    'number',
    'no',
    'num',
    'numero',
    'index',
  ],
  easting: ['easting', 'e', 'east', 'x', 'local x', 'grid easting', 'est'],
  northing: ['northing', 'n', 'north', 'y', 'local y', 'grid northing', 'nord'],
  elevation: [
    'elevation',
    'z',
    'el',
    'elev',
    'elv',
    'height',
    'h',
    'altitude',
    'local z',
    'ellipsoidal height',
    'ortho height',
    'orthometric height',
  ],
  description: ['description', 'd', 'desc', 'descr', 'note', 'notes', 'remark', 'remarks', 'comment'],
  code: ['code', 'feature code', 'fieldcode', 'field code'],
  latitude: ['latitude', 'lat', 'phi'],
  longitude: ['longitude', 'lon', 'long', 'lng', 'lambda'],
};

/** "Easting (m)" → "easting"; accents, signs and units do not matter. */
function plainWord(text: string): string {
  const letters = text.slice(0, 60).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(/\(.*?\)|\[.*?\]/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

export type Columns = ReadonlyMap<ColumnRole, number>;

/** Column numbers by role, or null when the row is no header. Within a role the more telling word wins (name before index). */
export function findColumns(cells: readonly string[]): Columns | null {
  const words = cells.map(plainWord);
  const columns = new Map<ColumnRole, number>();
  for (const role of Object.keys(WORDS) as ColumnRole[]) {
    const word = WORDS[role].find((candidate) => words.includes(candidate));
    if (word !== undefined) columns.set(role, words.indexOf(word));
  }
  const isGrid = columns.has('easting') && columns.has('northing');
  const isGlobe = columns.has('latitude') && columns.has('longitude');
  return columns.has('name') && (isGrid || isGlobe) ? columns : null;
}

export type PointOrder = 'PENZD' | 'PNEZD';

export function columnsOf(order: PointOrder): Columns {
  const [easting, northing] = order === 'PENZD' ? [1, 2] : [2, 1];
  return new Map([
    ['name', 0],
    ['easting', easting],
    ['northing', northing],
    ['elevation', 3],
    ['description', 4],
  ] as [ColumnRole, number][]);
}

/** Where the office's coordinates lie, in its own grid. */
export interface OfficeRanges {
  readonly easting: readonly [number, number];
  readonly northing: readonly [number, number];
}

/**
 * The order of two columns of figures by the ranges they fall in. A pair that fits both ways (overlapping ranges) or neither
 * (a local job) says nothing; pairs that contradict each other leave it open.
 */
export function findOrder(pairs: Iterable<readonly [number | null, number | null]>, ranges: OfficeRanges | undefined): PointOrder | null {
  if (!ranges) return null;
  const isIn = (value: number | null, [from, to]: readonly [number, number]): boolean => value !== null && value >= from && value <= to;
  let [eastFirst, northFirst] = [0, 0];
  for (const [a, b] of pairs) {
    const isEast = isIn(a, ranges.easting) && isIn(b, ranges.northing);
    const isNorth = isIn(a, ranges.northing) && isIn(b, ranges.easting);
    if (isEast && !isNorth) eastFirst++;
    if (isNorth && !isEast) northFirst++;
  }
  if (eastFirst > 0 && northFirst === 0) return 'PENZD';
  return northFirst > 0 && eastFirst === 0 ? 'PNEZD' : null;
}

/** The same with a header: does it contradict the figures under it? */
export function contradicts(columns: Columns, order: PointOrder | null): boolean {
  const [easting, northing] = [columns.get('easting'), columns.get('northing')];
  if (easting === undefined || northing === undefined || order === null) return false;
  return (order === 'PENZD') !== easting < northing;
}
