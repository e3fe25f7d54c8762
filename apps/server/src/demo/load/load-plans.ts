import type { FileStore } from '../../adapters/files/file-store.ts';
import * as fileRows from '../../areas/files/file/file.queries.ts';
import type { Loading } from '../bulk-load.ts';
import type { ControlLife } from '../firm/control-points.ts';
import type { HistoricalLife } from '../firm/historical-files.ts';
import type { Lot } from '../firm/lots.ts';
import type { Random } from '../firm/random.ts';
import { drawFieldNotes, drawPlan } from '../plans/plan.ts';
import { writeJpeg, writePdf, writePng, writeTiff } from '../plans/plan-file.ts';
import type { PlanFacts } from '../plans/plan-ground.ts';

type Format = 'pdf' | 'tif' | 'jpg' | 'png';
/** The first is a TIFF of two pages. Recognising letters in pictures takes its time, so most are PDFs. */
const FORMATS: readonly Format[] = ['tif', 'pdf', 'jpg', 'pdf', 'png', 'pdf', 'pdf', 'tif', 'pdf', 'jpg', 'pdf', 'pdf'];
const TYPES: Record<Format, string> = { pdf: 'application/pdf', tif: 'image/tiff', jpg: 'image/jpeg', png: 'image/png' };

/** A file with a plan: what is drawn, and into what. */
export type PlannedScan = { facts: PlanFacts; format: Format; name: string; pages: 1 | 2 };

/** Which files have a plan: so many of those whose ground is known, as different from each other as there are. */
export function planScans(
  lives: readonly HistoricalLife[],
  count: number,
  lots: readonly Lot[],
  controls: readonly ControlLife[],
): PlannedScan[] {
  const drawn = lives.filter(({ lot, values }) => lot && values.plan_number && ['Legal', 'Infrastructure'].includes(values.category ?? ''));
  const kinds = [...Map.groupBy(drawn, ({ company, plan }) => `${company.name} ${plan}`).values()];
  const inTurn = Array.from({ length: count }, (_, at) => kinds.flatMap((kind) => kind[at] ?? [])).flat();
  return inTurn.slice(0, count).map((life, at) => {
    const file = { ...life, lot: life.lot! };
    const format = FORMATS[at % FORMATS.length]!;
    const control = controls.find(({ id }) => id === life.control_points[0])?.values.name ?? null;
    const { number, street, town } = file.lot;
    const row = lots.filter(
      (lot) => lot.street === street && lot.town === town && Math.abs(lot.number - number) <= 2 && (lot.number - number) % 2 === 0,
    );
    return { facts: { file, row, control }, format, name: `${life.values.file_number}.${format}`, pages: at === 0 ? 2 : 1 };
  });
}

export type DrawnScan = PlannedScan & { bytes: Buffer };

/** Draws them one after the other. The pictures are made beside what else is loaded, on threads of the picture library. */
export async function drawScans(random: Random, planned: readonly PlannedScan[]): Promise<DrawnScan[]> {
  const drawn: DrawnScan[] = [];
  for (const scan of planned) drawn.push({ ...scan, bytes: await drawScan(random.fork(scan.name), scan) });
  return drawn;
}

function drawScan(random: Random, { facts, format, name, pages }: PlannedScan): Promise<Buffer> {
  const sheet = drawPlan(random, facts);
  if (format === 'pdf') return writePdf([sheet], name, facts.file.created.at.slice(0, 10));
  if (format === 'png') return writePng(sheet);
  if (format === 'jpg') return writeJpeg(random, sheet);
  return writeTiff(pages === 2 ? [sheet, drawFieldNotes(random, facts)] : [sheet]);
}

/** Keeps them as scans that wait to be read. */
export async function storeScans({ tx }: Loading, files: FileStore, drawn: readonly DrawnScan[]): Promise<void> {
  const stored = await files.putAll(drawn.map(({ bytes }) => bytes));
  const stamps = drawn.map(({ facts }) => ({ created_on: facts.file.created.at, created_by: facts.file.created.by }));
  const ids = await fileRows.insertMany(
    tx,
    drawn.map(({ format, name }, at) => ({ ...stored[at]!, name, mime_type: TYPES[format], ...stamps[at]! })),
  );
  const rows = drawn.map(({ facts }, at) => ({ historical_file: facts.file.id, file: ids[at]!, position: 1, ...stamps[at]! }));
  await tx.insertInto('historical_scan').values(rows).execute();
}
