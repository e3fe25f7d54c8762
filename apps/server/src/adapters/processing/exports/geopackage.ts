import { DatabaseSync } from 'node:sqlite';
import { isTopLevel } from '@dmse/survey/assemble/shot';
import type { GridPosition } from '@dmse/survey/geo/plane';
import type { DerivedPipe } from '@dmse/survey/pipe/pipe';
import type { CrsSetting } from '@dmse/survey/survey-settings';
import { writeCrsWkt } from '@dmse/survey/write/crs-wkt';
import type { CodeLine } from '@dmse/survey/write/linework';
import { SHOT_COLUMNS, type ShotRow } from '@dmse/survey/write/shot-columns';

/** "GPKG" as the number SQLite keeps in the head of the file, and GeoPackage 1.3. */
const APPLICATION_ID = 0x47504b47;
const VERSION = 10_300;
/** For a grid that has no number of its own. */
const OWN_SRS = 100_000;

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

/** The tables the standard asks for, as it spells them. */
const FRAME = `
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL,
    definition TEXT NOT NULL, description TEXT);
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL,
    m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));`;

type Value = string | number | null;
type Column<Row> = { readonly name: string; readonly type: 'TEXT' | 'DOUBLE' | 'INTEGER'; readonly of: (row: Row) => Value };
type Layer<Row> = {
  readonly name: string;
  readonly title: string;
  readonly type: 'POINT' | 'LINESTRING';
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly corners: (row: Row) => readonly GridPosition[];
};

export type GeoPackageContent = {
  readonly rows: readonly ShotRow[];
  readonly lines: readonly CodeLine[];
  readonly pipes: readonly DerivedPipe[];
  readonly crs: CrsSetting;
  /** An instant. */
  readonly made_at: string;
};

/** A GeoPackage of the final points with all their columns, the lines of the codes and the pipes, in the office grid. */
export function writeGeoPackage({ rows, lines, pipes, crs, made_at }: GeoPackageContent): Uint8Array {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(FRAME);
    const srs = crs.epsg ?? OWN_SRS;
    const add = database.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)');
    add.run('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined');
    add.run('Undefined geographic SRS', 0, 'NONE', 0, 'undefined');
    add.run('WGS 84 geodetic', 4326, 'EPSG', 4326, WGS84);
    add.run(crs.name, srs, crs.epsg === null ? 'NONE' : 'EPSG', srs, writeCrsWkt(crs) ?? 'undefined');
    const at = new Date(made_at).toISOString();
    const points = rows.filter(({ shot }) => isTopLevel(shot));
    addLayer(database, srs, at, {
      ...{ name: 'points', title: 'Points', type: 'POINT', columns: POINT_COLUMNS, rows: points },
      corners: ({ final }) => [final],
    });
    addLayer(database, srs, at, {
      ...{ name: 'linework', title: 'Lines of the codes', type: 'LINESTRING', columns: LINE_COLUMNS, rows: lines },
      corners: ({ line }) => line,
    });
    const drawn = pipes.filter(({ line }) => line.length > 1);
    if (drawn.length > 0)
      addLayer(database, srs, at, {
        ...{ name: 'pipes', title: 'Pipes', type: 'LINESTRING', columns: PIPE_COLUMNS, rows: drawn },
        corners: ({ line }) => line,
      });
    return database.serialize();
  } finally {
    database.close();
  }
}

function addLayer<Row>(database: DatabaseSync, srs: number, at: string, { name, title, type, columns, rows, corners }: Layer<Row>): void {
  const placed = rows.map((row) => ({ row, line: corners(row) }));
  const [low, high] = extentOf(placed.flatMap(({ line }) => line));
  database
    .prepare("INSERT INTO gpkg_contents VALUES (?, 'features', ?, '', ?, ?, ?, ?, ?, ?)")
    .run(name, title, at, low.easting, low.northing, high.easting, high.northing, srs);
  // Elevations are optional: a point without one has two coordinates.
  const fields = columns.map((column) => `"${column.name}" ${column.type}`).join(', ');
  database.exec(`CREATE TABLE "${name}" (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom ${type}, ${fields})`);
  database.prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 2, 0)').run(name, 'geom', type, srs);
  const insert = database.prepare(`INSERT INTO "${name}" VALUES (NULL, ?, ${columns.map(() => '?').join(', ')})`);
  database.exec('BEGIN');
  for (const { row, line } of placed) insert.run(encodeGeometry(type, line, srs), ...columns.map(({ of }) => of(row)));
  database.exec('COMMIT');
}

type Corner = { readonly easting: number | null; readonly northing: number | null };

function extentOf(positions: readonly GridPosition[]): readonly [Corner, Corner] {
  if (positions.length === 0)
    return [
      { easting: null, northing: null },
      { easting: null, northing: null },
    ];
  const low = { easting: Number.POSITIVE_INFINITY, northing: Number.POSITIVE_INFINITY };
  const high = { easting: Number.NEGATIVE_INFINITY, northing: Number.NEGATIVE_INFINITY };
  for (const { easting, northing } of positions) {
    low.easting = Math.min(low.easting, easting);
    low.northing = Math.min(low.northing, northing);
    high.easting = Math.max(high.easting, easting);
    high.northing = Math.max(high.northing, northing);
  }
  return [low, high];
}

/** The head of the standard, then well-known binary: with elevations where every corner has one. Little-endian throughout. */
function encodeGeometry(type: Layer<unknown>['type'], corners: readonly GridPosition[], srs: number): Buffer {
  const has_z = corners.every(({ elevation }) => elevation !== null);
  const is_line = type === 'LINESTRING';
  const bytes = Buffer.alloc(8 + 5 + (is_line ? 4 : 0) + corners.length * (has_z ? 24 : 16));
  bytes.write('GP', 0, 'latin1');
  bytes.writeUInt8(1, 3);
  bytes.writeInt32LE(srs, 4);
  bytes.writeUInt8(1, 8);
  bytes.writeUInt32LE((is_line ? 2 : 1) + (has_z ? 1000 : 0), 9);
  let place = 13;
  if (is_line) place = bytes.writeUInt32LE(corners.length, place);
  for (const { easting, northing, elevation } of corners) {
    place = bytes.writeDoubleLE(easting, place);
    place = bytes.writeDoubleLE(northing, place);
    if (has_z) place = bytes.writeDoubleLE(elevation!, place);
  }
  return bytes;
}

const POINT_COLUMNS: readonly Column<ShotRow>[] = SHOT_COLUMNS.map(({ name, decimals, of }) => ({
  name,
  type: decimals === null ? 'TEXT' : decimals === 0 ? 'INTEGER' : 'DOUBLE',
  of: (row) => {
    const value = of(row);
    return typeof value === 'number' ? Number(value.toFixed(decimals ?? 0)) : value;
  },
}));

const LINE_COLUMNS: readonly Column<CodeLine>[] = [
  { name: 'code', type: 'TEXT', of: ({ code }) => code },
  { name: 'points', type: 'TEXT', of: ({ points }) => points.join(' ') },
  { name: 'is_closed', type: 'INTEGER', of: ({ is_closed }) => Number(is_closed) },
];

const PIPE_COLUMNS: readonly Column<DerivedPipe>[] = [
  { name: 'name', type: 'TEXT', of: ({ pipe }) => pipe.name },
  { name: 'system', type: 'TEXT', of: ({ pipe }) => pipe.system },
  { name: 'material', type: 'TEXT', of: ({ pipe }) => pipe.material },
  { name: 'inside_diameter', type: 'DOUBLE', of: ({ pipe }) => pipe.inside_diameter },
  { name: 'start_structure', type: 'TEXT', of: ({ start }) => start.structure?.name ?? null },
  { name: 'end_structure', type: 'TEXT', of: ({ end }) => end.structure?.name ?? null },
  { name: 'start_invert', type: 'DOUBLE', of: ({ start }) => start.invert.elevation },
  { name: 'end_invert', type: 'DOUBLE', of: ({ end }) => end.invert.elevation },
  { name: 'length_2d', type: 'DOUBLE', of: ({ length_2d }) => length_2d },
  { name: 'slope_percent', type: 'DOUBLE', of: ({ slope_percent }) => slope_percent },
  { name: 'note', type: 'TEXT', of: ({ pipe }) => pipe.note },
];
