import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { KnownPlaceFile } from '@dmse/contract/places/geocode';
import { type PlaceColumns, readPlaceHeader, readPlaceRow } from '@dmse/domain/places/place-file';
import { readCsv } from '@dmse/domain/text/csv-reader';
import { makeProjection } from '@dmse/survey/geo/projection';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, Refusal } from '../../../call/refusal.ts';
import { recordHistory } from '../../../records/history.ts';
import { openFile } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as places from './geocode.queries.ts';

const MOST_BYTES = 50 * 1024 * 1024;
const MOST_ROWS = 500_000;
const TOLD = 20;
/** Between two pieces every other request gets its turn. */
const PIECE = 5000;

type Wish = { file: number; kind: places.PlaceKind; source: string };

export async function listKnownPlaces({ tx }: Context): Promise<{ count: number; results: z.infer<typeof KnownPlaceFile>[] }> {
  const results = (await places.listFiles(tx)) as z.infer<typeof KnownPlaceFile>[];
  return { count: results.length, results };
}

/** Brings in a civic-address or parcel file. Rows that cannot be read are told and left out; without a good one nothing changes. */
export async function importKnownPlaces(context: Context, { file, kind, source }: Wish): Promise<{ added: number; problems: string[] }> {
  const { tx } = context;
  const table = readCsv(await readBytes(context, file), { max_rows: MOST_ROWS });
  if ('problem' in table) throw invalid({ file: table.problem });
  const columns = readPlaceHeader(table.columns);
  if ('problem' in columns) throw invalid({ file: columns.problem });
  const { office_crs } = await getSection(tx, 'coordinates');
  const projection = makeProjection(office_crs);
  const toDegrees = (easting: number, northing: number) => {
    const point = projection.toGeographic({ easting, northing });
    return point && { lon: point.longitude, lat: point.latitude };
  };
  const { good, problems } = await readRows(table.rows, columns.value, toDegrees);
  if (good.length === 0) throw invalid({ file: problems[0] ?? 'There is no place in this file.' });
  await places.replaceFile(
    tx,
    kind,
    source,
    good.map((place) => ({ ...place, kind, source })),
  );
  const change = { field: 'places', label: kind === 'address' ? 'Addresses' : 'Parcels', from: null, to: String(good.length) };
  await recordHistory(context, {
    noun: 'known place',
    record_id: source,
    record_name: source,
    version: null,
    action: 'imported',
    changes: [change],
  });
  return { added: good.length, problems: told(problems) };
}

type ToDegrees = Parameters<typeof readPlaceRow>[2];

async function readRows(rows: readonly { line: number; cells: string[] }[], columns: PlaceColumns, toDegrees: ToDegrees) {
  const good: { label: string; lon: number; lat: number }[] = [];
  const problems: string[] = [];
  for (const [place, { line, cells }] of rows.entries()) {
    if (place % PIECE === PIECE - 1) await new Promise(setImmediate);
    const read = readPlaceRow(cells, columns, toDegrees);
    if ('value' in read) good.push(read.value);
    else problems.push(`Line ${line}: ${read.problem}`);
  }
  return { good, problems };
}

function told(problems: readonly string[]): string[] {
  const rest = problems.length - TOLD;
  return rest > 0 ? [...problems.slice(0, TOLD), `… and ${rest} more.`] : [...problems];
}

async function readBytes(context: Context, file: number): Promise<Buffer> {
  const found = await openFile(context, file, 'full').catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) throw invalid({ file: 'This file is not there, or not yours. Upload it again.' });
    throw error;
  });
  if ((found.bytes ?? 0) > MOST_BYTES)
    throw invalid({ file: `The file is larger than ${MOST_BYTES / 1024 / 1024} MB. Split it into several.` });
  return buffer(found.stream as Readable);
}
