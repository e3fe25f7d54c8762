import type { ControlImport, ControlImportCheck } from '@dmse/contract/sites/control-import';
import { sayCount } from '@dmse/domain/text/counts';
import type { Context } from '../../../call/context.ts';
import { invalid, Refusal } from '../../../call/refusal.ts';
import { lockRecord, type Row, updateRecord } from '../../../records/record.ts';
import { createRecords } from '../../../records/record-bulk.ts';
import { claimUpload } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as imports from './control-import.queries.ts';
import { type ImportPoint, readControlFile } from './control-import-file.ts';
import { getControlImport } from './control-import-undo.service.ts';
import { controlPointNoun } from './control-point.service.ts';

/** So many rows are spelled out; all of them are counted. */
const TOLD = 500;
const SAMPLES = 5;

type Source = { file: number; order?: 'PENZD' | 'PNEZD' | undefined };
type Shared = {
  is_hpn?: boolean | undefined;
  datum?: string | undefined;
  epoch?: number | null | undefined;
  elevation_system?: string | undefined;
};
type Run = Source & Shared & { known: 'skip' | 'update'; skip_lines?: number[] | undefined };

function compare(point: ImportPoint, known: imports.KnownPoint) {
  const distance = Math.round(Math.hypot(point.easting - known.easting, point.northing - known.northing) * 10_000) / 10_000;
  const hasHeights = point.elevation !== null && known.elevation !== null;
  const height_difference = hasHeights ? Math.round((point.elevation! - known.elevation!) * 10_000) / 10_000 : null;
  return { distance, height_difference, is_same: distance === 0 && point.elevation === known.elevation };
}

/** What would come of the file. Writes nothing. */
export async function checkControlImport(context: Context, source: Source): Promise<ControlImportCheck> {
  const { tx } = context;
  const { layout, points, stops, errors } = await readControlFile(context, source);
  const known = await imports.findKnown(tx, points);
  const { same_point } = await getSection(tx, 'field_tolerances');
  const near = await imports.findNear(tx, points, same_point);
  const byLine = new Map(points.map((point) => [point.line, point]));
  const fresh = points.filter(({ line }) => !known.has(line));
  const bad = new Set(errors.map(({ line }) => line)).size;
  return {
    layout,
    rows: points.length + bad,
    ready: fresh.length,
    samples: points.slice(0, SAMPLES),
    stops,
    errors: errors.slice(0, TOLD),
    error_count: errors.length,
    known: [...known].slice(0, TOLD).map(([line, match]) => ({ ...byLine.get(line)!, id: match.id, ...compare(byLine.get(line)!, match) })),
    known_count: known.size,
    near: near.slice(0, TOLD).map((match) => ({ ...byLine.get(match.line)!, ...match })),
    near_count: near.length,
  };
}

function refuseErrors(stops: readonly string[], errors: readonly { line: number; message: string }[]): void {
  const [stop] = stops;
  if (stop !== undefined) throw invalid({ file: stop });
  if (errors.length === 0) return;
  const detail = `${sayCount(errors.length, 'row')} cannot be imported, so nothing was. Leave them out, or correct the file.`;
  throw new Refusal('INVALID', detail, { rows: errors.slice(0, TOLD) });
}

/** Brings in every row that is not left out, or none. The same file again finds its points known, so twice changes nothing. */
export async function runControlImport(context: Context, run: Run): Promise<ControlImport> {
  const { tx, now, actor } = context;
  const { file, order, known: policy, skip_lines = [], ...shared } = run;
  await claimUpload(context, file, 'file');
  const read = await readControlFile(context, { file, order });
  const left = new Set(skip_lines);
  refuseErrors(
    read.stops,
    read.errors.filter(({ line }) => !left.has(line)),
  );
  await imports.lockFile(tx, read.sha256);
  const wanted = read.points.filter(({ line }) => !left.has(line));
  const known = await imports.findKnown(tx, wanted, true);
  refuseNamesakes(wanted, known, policy);
  const fresh = wanted.filter(({ line }) => !known.has(line));
  const created = await createRecords(
    context,
    controlPointNoun,
    fresh.map(({ line: _, ...values }) => ({ ...values, ...shared })),
    'imported',
  );
  const rows: imports.ImportedRow[] = created.map((row, i) => ({ line: fresh[i]!.line, id: row.id, version: row.version, before: null }));
  if (policy === 'update') rows.push(...(await overwrite(context, wanted, known, shared)));
  if (rows.length === 0) throw invalid({ file: 'There is nothing new in this file.' });
  const updated = rows.length - created.length;
  const skipped = read.points.length - rows.length;
  const batch = { file, created: created.length, updated, skipped, created_on: now, created_by: actor.id };
  return getControlImport(context, await imports.insertImport(tx, batch, rows));
}

function refuseNamesakes(points: readonly ImportPoint[], known: ReadonlyMap<number, imports.KnownPoint>, policy: Run['known']): void {
  const unclear = policy === 'update' ? points.filter(({ line }) => (known.get(line)?.namesakes ?? 0) > 1) : [];
  if (unclear.length === 0) return;
  const rows = unclear
    .slice(0, TOLD)
    .map(({ line, name }) => ({ line, message: `Several control points are called ${name}: change the right one by hand.` }));
  throw new Refusal('INVALID', 'Some names stand for several control points, so nothing was imported.', { rows });
}

async function overwrite(
  context: Context,
  points: readonly ImportPoint[],
  known: ReadonlyMap<number, imports.KnownPoint>,
  shared: Shared,
): Promise<imports.ImportedRow[]> {
  const rows: imports.ImportedRow[] = [];
  for (const { line, name: _, ...values } of points) {
    const match = known.get(line);
    if (!match) continue;
    const before = await lockRecord(context, controlPointNoun, match.id);
    // An empty note in the list is no wish to lose the one that is there.
    const patch = { ...values, ...shared, ...(values.note === '' ? { note: String(before.note) } : {}) };
    const after: Row = await updateRecord(context, controlPointNoun, before, patch, [], 'changed');
    if (after.version === before.version) continue;
    const old = Object.fromEntries(Object.keys(patch).map((field) => [field, before[field]]));
    rows.push({ line, id: after.id, version: after.version, before: old });
  }
  return rows;
}
