/**
 * What the readers give back. Two promises hold for every reader:
 *
 * - nothing is dropped in silence: every non-blank line of a text file (every row of a .crdb) is named by exactly one
 *   record or exactly one problem. `lines` names what a record or problem keeps; `about` only points at lines kept elsewhere.
 * - nothing is improved in silence: figures are as the file has them, in the file's own units; text is verbatim.
 *
 * Line numbers count from 1 and count blank lines too, so that a person finds them in an editor.
 * A figure that is absent or unreadable is null, never 0.
 *
 * The records of a raw file are in raw-records.ts, those of a CSRS-PPP summary in ppp-records.ts.
 */

/** stop: the file cannot be used as it is · ask: a person must decide · warning: look at it · notice: good to know */
export type ProblemSeverity = 'stop' | 'ask' | 'warning' | 'notice';

export type ProblemId =
  | 'EMPTY' // nothing in the file
  | 'TOO_LARGE' // the file is above the limit
  | 'LONG_LINE' // one line is above the limit; it was not read
  | 'WRONG_KIND' // the file is of another kind; the sentence says which
  | 'UNREADABLE' // a line or row of a known kind whose figures could not be read; kept here verbatim
  | 'BAD_VALUE' // one figure of a kept record could not be read (about)
  | 'UNKNOWN_RECORD' // a record kind this reader does not know was kept verbatim (about)
  | 'ORPHAN' // a line that belongs to a record above, but there is none (about)
  | 'NO_HEADER' // the lines that should open the file are missing
  | 'SEVERAL_JOBS' // two files joined, or one file of several jobs
  | 'UNITS' // lengths are not metres, or angles not degrees
  | 'SCALE' // a scale factor other than 1
  | 'ANGLE_FORM' // latitude and longitude are decimal degrees where packed degrees are usual, or it cannot be decided
  | 'ORDER' // easting and northing cannot be told apart
  | 'DELIMITER' // the columns cannot be told apart
  | 'DUPLICATE_NAME' // a points file holds one name twice
  | 'NAME_LENGTH' // a point name longer than the format allows
  | 'NOT_SQLITE' // not a database
  | 'ENCRYPTED' // looks like a database that is encrypted
  | 'CORRUPT' // a damaged database page
  | 'TRUNCATED' // the file ends too early
  | 'WAL' // the database may have changes in a -wal file beside it
  | 'NO_TABLE' // the database has no table of that name, or lacks a column
  | 'FRAME' // a PPP result without an estimate, or in an unexpected frame
  | 'KINEMATIC' // a PPP result of a moving antenna has no single position
  | 'OUTSIDE_GRID' // PPP had no geoid there
  | 'XML' // malformed XML, or a construct this reader refuses (DOCTYPE, entities)
  | 'AXES'; // Local_X looks like a northing

export interface Problem {
  readonly id: ProblemId;
  readonly severity: ProblemSeverity;
  /** Lines kept by this problem and by no record. */
  readonly lines: readonly number[];
  /** The kept lines, verbatim (a very long one cut, ending in …). */
  readonly texts: readonly string[];
  /** Lines that a record keeps and this problem talks about. */
  readonly about: readonly number[];
  /** Rows of a database kept by this problem and by no record. */
  readonly rows: readonly RowPlace[];
  /** One sentence a colleague would say. */
  readonly sentence: string;
}

/** Where a row of a .crdb lies: page and cell identify it even when its key cannot be read. */
export interface RowPlace {
  readonly table: string;
  readonly page: number;
  readonly cell: number;
}

export interface Kept {
  readonly lines: readonly number[];
}

/** A line whose meaning is unknown or of no use here, kept verbatim. */
export interface VerbatimRecord extends Kept {
  readonly kind: 'verbatim';
  readonly text: string;
}

export type FileKind =
  | 'empty'
  | 'rw5'
  | 'crdb'
  | 'crd'
  | 'cr5'
  | 'points'
  | 'ppp_sum'
  | 'ref'
  | 'loc'
  | 'rinex'
  | 'landxml'
  | 'dxf'
  | 'zip'
  | 'pdf'
  | 'image'
  | 'xml'
  | 'html'
  | 'json'
  | 'sqlite'
  | 'text'
  | 'binary';

export interface Reading<R extends Kept> {
  readonly records: readonly R[];
  readonly problems: readonly Problem[];
  /** Number of lines in the file, blank ones included; 0 for a database. */
  readonly line_count: number;
}

/** A file of a run, read, with what its caller knows it by. */
export interface Source<T> {
  readonly name: string;
  /** Of its bytes: two files of one hash are one file. */
  readonly hash: string;
  readonly read: T;
}

// ---------------------------------------------------------------------------------------------- points file

export interface PointRecord extends Kept {
  readonly kind: 'point';
  /** The row of a .crdb; null for a text file. */
  readonly row: RowPlace | null;
  readonly name: string;
  readonly easting: number | null;
  readonly northing: number | null;
  /** null when the file leaves it empty; 0 is a value. */
  readonly elevation: number | null;
  readonly description: string;
  readonly lock_status: number | null;
  /** Decimal degrees, only where the file has such columns. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Columns this reader does not use, by their header, verbatim. */
  readonly extra: Readonly<Record<string, string>>;
}

/** A row of Feature or GISData, or of a table this reader does not use. */
export interface RowRecord extends Kept {
  readonly kind: 'row';
  readonly row: RowPlace;
  readonly values: Readonly<Record<string, string | number | null>>;
}

export interface HeaderRecord extends Kept {
  readonly kind: 'header';
  readonly columns: readonly string[];
}

export type PointsRecord = PointRecord | RowRecord | HeaderRecord | VerbatimRecord;

export type PointsLayout = 'PENZD' | 'PNEZD' | 'named' | 'crdb';

export interface PointsFile extends Reading<PointsRecord> {
  readonly kind: 'crdb' | 'points';
  /** null when the order of easting and northing must be asked; then `easting` and `northing` are null throughout. */
  readonly layout: PointsLayout | null;
  readonly delimiter: ',' | ';' | '\t' | ' ' | null;
}

// ---------------------------------------------------------------------------------------------- .ref and .loc

export interface RefValueRecord extends Kept {
  /** `name` and `end` stand below the position; nothing follows from them. */
  readonly kind: 'version' | 'latitude' | 'longitude' | 'height' | 'name' | 'end';
  readonly text: string;
  readonly value: number | null;
}

export interface RefFile extends Reading<RefValueRecord | VerbatimRecord> {
  readonly kind: 'ref';
  readonly version: string | null;
  /** Decimal degrees, west negative; null when no such three lines were found. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Ellipsoidal height of the mark (by convention; to be confirmed against the base of the raw file). */
  readonly height: number | null;
}

export interface LocPoint {
  readonly name: string;
  /** First and last line of its element. */
  readonly from_line: number;
  readonly to_line: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Ellipsoidal height of the ground mark. */
  readonly ellipsoid_elevation: number | null;
  readonly geoid_separation: number | null;
  /** After `axes` was decided: easting and northing whatever the file called them. */
  readonly local_easting: number | null;
  readonly local_northing: number | null;
  /** 0 with use_vertical true is normal: no elevation was known. */
  readonly local_elevation: number | null;
  readonly hrms: number | null;
  readonly vrms: number | null;
  readonly use_horizontal: boolean | null;
  readonly use_vertical: boolean | null;
  readonly description: string;
  /** Values this reader does not use, by name, verbatim. */
  readonly extra: Readonly<Record<string, string>>;
}

/** The well-formed part of the document: lines of XML may hold several elements, so they are kept together. */
export interface LocDocumentRecord extends Kept {
  readonly kind: 'document';
  readonly values: Readonly<Record<string, string>>;
}

export interface LocFile extends Reading<LocDocumentRecord | VerbatimRecord> {
  readonly kind: 'loc';
  readonly points: readonly LocPoint[];
  readonly units: string | null;
  /** xy: Local_X is the easting (as Carlson writes) · yx: Local_X is a northing by its magnitude · null: cannot be told. */
  readonly axes: 'xy' | 'yx' | null;
}
