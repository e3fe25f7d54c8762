import { createHash } from 'node:crypto';
import type { Language } from '@dmse/domain/clients/party';
import { EXPORT_FORMATS, type ExportFormat } from '@dmse/domain/sites/export-formats';
import { makeProjection } from '@dmse/survey/geo/projection';
import type { DerivedPipe } from '@dmse/survey/pipe/pipe';
import type { ProcessedRun } from '@dmse/survey/run/process-run';
import type { SurveySettings } from '@dmse/survey/survey-settings';
import { writeDxf } from '@dmse/survey/write/dxf';
import { type ExportPoint, exportPoints } from '@dmse/survey/write/export-point';
import { writeGeoJson } from '@dmse/survey/write/geojson';
import { writeGpx } from '@dmse/survey/write/gpx';
import { writeKml } from '@dmse/survey/write/kml';
import { writeLandXml } from '@dmse/survey/write/landxml';
import { type CodeLine, drawLinework } from '@dmse/survey/write/linework';
import { writePenzd, writePnezd } from '@dmse/survey/write/penzd';
import { makeQaReport, type QaReport, type ReportAbout } from '@dmse/survey/write/qa-report';
import { writeShapefiles } from '@dmse/survey/write/shapefile';
import { listShotRows } from '@dmse/survey/write/shot-columns';
import { writeShotCsv } from '@dmse/survey/write/shot-csv';
import type { Firm } from '../../documents/sheets.ts';
import type { ReportPhoto } from '../../documents/survey-report-parts.ts';
import { packZip } from '../../files/zip-writer.ts';
import { writeGeoPackage } from './geopackage.ts';

/** What the office knows and the processed run does not. */
export type ExportAbout = ReportAbout & {
  readonly settings: SurveySettings;
  readonly pipes: readonly DerivedPipe[];
  /** Names of the field app's shots by id. */
  readonly app_shots: ReadonlyMap<string, string>;
  readonly firm: Firm;
  /** That of the client, in which the report is written. */
  readonly language: Language;
  /** JPEG or PNG, small; those that are not handed in are counted by `images`. */
  readonly photos: readonly ReportPhoto[];
  /** Fingerprint of the key the firm signs packages with. */
  readonly signing_key: string | null;
};

export type ExportFile = { readonly name: string; readonly mime_type: string; readonly bytes: Uint8Array };
/** The package is made of all the others: see package.ts. */
export type SingleFormat = Exclude<ExportFormat, 'zip'>;
export const SINGLE_FORMATS = EXPORT_FORMATS.flatMap(({ name }) => (name === 'zip' ? [] : name)) as SingleFormat[];

type Made = { run: ProcessedRun; about: ExportAbout; points: readonly ExportPoint[]; lines: readonly CodeLine[] };

const WRITERS: Record<SingleFormat, (made: Made) => string | Uint8Array | Promise<Uint8Array>> = {
  penzd: ({ points }) => writePenzd(points),
  pnezd: ({ points }) => writePnezd(points),
  csv: (made) => writeShotCsv(rowsOf(made)),
  dxf: ({ points, about }) => writeDxf(points, about.pipes),
  landxml: ({ points, lines, about }) => writeLandXml(points, about.pipes, landXmlAbout(about), lines),
  geojson: (made) => JSON.stringify(toGeoJson(made)),
  kml: (made) => writeKml(toGeoJson(made), `${made.about.job} ${made.about.run}`),
  gpx: (made) => writeGpx(toGeoJson(made), made.about.software),
  shapefile: ({ points, lines, about }) =>
    packZip([...writeShapefiles(points, about.pipes, about.settings.office_crs, lines)].map(([name, bytes]) => ({ name, bytes }))),
  geopackage: (made) =>
    writeGeoPackage({
      rows: rowsOf(made),
      lines: made.lines,
      pipes: made.about.pipes,
      crs: made.about.settings.office_crs,
      made_at: made.about.processed_at,
    }),
  report: async ({ run, about, points, lines }) => {
    const { renderSurveyReport } = await import('../../documents/survey-report.ts');
    const { firm, language, photos, signing_key } = about;
    return renderSurveyReport({ report: reportOf(run, about), points, lines, firm, language, photos, signing_key });
  },
};

/** One file of a processed run. Same run, same bytes. */
export async function makeExport(format: SingleFormat, run: ProcessedRun, about: ExportAbout): Promise<ExportFile> {
  const points = exportPoints(run.shots, run.finals);
  const written = await WRITERS[format]({ run, about, points, lines: drawLinework(points) });
  const { mime_type } = EXPORT_FORMATS.find(({ name }) => name === format)!;
  return { name: fileName(about, format), mime_type, bytes: typeof written === 'string' ? Buffer.from(written) : written };
}

/** The report as data. */
function reportOf(run: ProcessedRun, about: ExportAbout): QaReport {
  const { settings, pipes: _, app_shots: __, firm: ___, language: ____, photos: _____, signing_key: ______, ...facts } = about;
  return makeQaReport(run, facts, settings);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** "25001-Run-1.penzd.csv": letters without accents, digits, dashes. */
export function fileName({ job, run }: Pick<ReportAbout, 'job' | 'run'>, format: ExportFormat): string {
  const base = `${job} ${run}`
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${base || 'run'}.${EXPORT_FORMATS.find(({ name }) => name === format)!.extension}`;
}

function rowsOf({ run, about }: Made) {
  return listShotRows(run.shots, run.finals, about.app_shots);
}

function toGeoJson({ points, lines, about }: Made) {
  return writeGeoJson(points, about.pipes, makeProjection(about.settings.office_crs), lines);
}

function landXmlAbout({ job, run, software, processed_at, settings }: ExportAbout) {
  const at = new Date(processed_at).toISOString();
  const [application, version] = software.split(/ (?=\S+$)/);
  return {
    project: `${job} ${run}`,
    application: application!,
    version: version ?? '',
    date: at.slice(0, 10),
    time: at.slice(11, 19),
    crs: settings.office_crs,
  };
}
