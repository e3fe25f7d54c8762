import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MAX_CONTROL_FILE_BYTES, MAX_CONTROL_ROWS } from '@dmse/contract/sites/control-import';
import { NewControlPoint } from '@dmse/contract/sites/control-point';
import { norm } from '@dmse/domain/text/norm';
import { makeProjection, type Projection } from '@dmse/survey/geo/projection';
import { readPoints } from '@dmse/survey/read/points/points';
import type { PointRecord, PointsFile } from '@dmse/survey/read/records';
import type { Context } from '../../../call/context.ts';
import { invalid, Refusal } from '../../../call/refusal.ts';
import { openFile } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { roundMetres } from './control-point.service.ts';

export type ImportPoint = { line: number; name: string; easting: number; northing: number; elevation: number | null; note: string };
export type ImportFile = {
  layout: string | null;
  points: ImportPoint[];
  stops: string[];
  errors: { line: number; message: string }[];
  sha256: string;
};

type Source = { file: number; order?: 'PENZD' | 'PNEZD' | undefined };

async function readBytes(context: Context, file: number): Promise<{ bytes: Buffer; name: string; sha256: string }> {
  const found = await openFile(context, file, 'full').catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) throw invalid({ file: 'This file is not there, or not yours. Upload it again.' });
    throw error;
  });
  if ((found.bytes ?? 0) > MAX_CONTROL_FILE_BYTES)
    throw invalid({ file: `The file is larger than ${MAX_CONTROL_FILE_BYTES / 1024 / 1024} MB. Split it into several.` });
  return { bytes: await buffer(found.stream as Readable), name: found.name, sha256: found.etag ?? '' };
}

/** Where coordinates of the office lie, as far as its grid has a home: that tells easting from northing. */
function rangesOf({ origin }: Projection) {
  if (origin.latitude === 0) return undefined;
  const around = (centre: number): [number, number] => [centre - 600_000, centre + 600_000];
  return { easting: around(origin.false_easting), northing: around(origin.false_northing) };
}

/** Reads a list of control points by the same reader as the points file of a run, and judges every row by the schema of the form. */
export async function readControlFile(context: Context, { file, order }: Source): Promise<ImportFile> {
  const { bytes, name, sha256 } = await readBytes(context, file);
  const projection = makeProjection((await getSection(context.tx, 'coordinates')).office_crs);
  const ranges = rangesOf(projection);
  const read = readPoints(bytes, { name, ...(ranges && { ranges }), ...(order && { order }) });
  const records = read.records.filter((record) => record.kind === 'point');
  const stops = stopsOf(read, records.length);
  const errors = read.problems
    .filter(({ severity }) => severity === 'warning')
    .flatMap(({ lines, sentence }) => lines.map((line) => ({ line, message: sentence })));
  const points: ImportPoint[] = [];
  const seen = new Map<string, number>();
  if (stops.length === 0) {
    for (const [place, record] of records.entries()) {
      const point = toPoint(record, projection, place + 1);
      const message = whyNotPoint(point, seen);
      if (message) errors.push({ line: point.line, message });
      else points.push(point as ImportPoint);
    }
  }
  errors.sort((a, b) => a.line - b.line);
  return { layout: read.layout, points, stops, errors, sha256 };
}

function stopsOf(read: PointsFile, count: number): string[] {
  const stops = read.problems.filter(({ severity }) => severity === 'stop' || severity === 'ask').map(({ sentence }) => sentence);
  if (stops.length > 0) return stops;
  if (count === 0) return ['There is no point in this file.'];
  return count > MAX_CONTROL_ROWS ? [`The file has ${count} points; at most ${MAX_CONTROL_ROWS} at a time. Split it into several.`] : [];
}

type MaybePoint = Omit<ImportPoint, 'easting' | 'northing'> & { easting: number | null; northing: number | null };

/** A list in latitude and longitude comes onto the office grid. A row of a .crdb has no line of its own: it is counted. */
function toPoint(record: PointRecord, projection: Projection, place: number): MaybePoint {
  const { name, latitude, longitude, description } = record;
  const grid =
    record.easting !== null || latitude === null || longitude === null ? record : (projection.toGrid({ latitude, longitude }) ?? record);
  return roundMetres({
    line: record.lines[0] ?? place,
    name: name.trim(),
    easting: grid.easting,
    northing: grid.northing,
    elevation: record.elevation,
    note: description.replaceAll('|', '\n').trim(),
  });
}

function whyNotPoint({ line, ...values }: MaybePoint, seen: Map<string, number>): string | null {
  const parsed = NewControlPoint.safeParse(values);
  const [issue] = parsed.error?.issues ?? [];
  if (issue) return `${String(issue.path[0] ?? 'row')}: ${issue.message}`;
  const key = norm(values.name);
  const first = seen.get(key);
  if (first !== undefined) return `${values.name} stands on line ${first} already.`;
  seen.set(key, line);
  return null;
}
