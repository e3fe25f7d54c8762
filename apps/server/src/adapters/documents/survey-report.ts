import type { ExportPoint } from '@dmse/survey/write/export-point';
import type { CodeLine } from '@dmse/survey/write/linework';
import { fixed } from '@dmse/survey/write/penzd';
import type { QaReport } from '@dmse/survey/write/qa-report';
import { openPaper, PAGE, type Paper } from './paper.ts';
import { MUTED } from './pdf-look.ts';
import { drawFacts, drawLetterhead, drawTable, type Fact, type Firm, HEADING, type Row, type RowKind, type Table } from './sheets.ts';
import { drawBars, drawHistogram, drawMap, drawTarget } from './survey-pictures.ts';

/** A picture of a field-app shot: JPEG or PNG, small. */
export type ReportPhoto = { readonly app_shot: string; readonly name: string; readonly bytes: Uint8Array };

export type SurveyReport = {
  readonly report: QaReport;
  readonly points: readonly ExportPoint[];
  readonly lines: readonly CodeLine[];
  readonly firm: Firm;
  readonly photos: readonly ReportPhoto[];
  /** Fingerprint of the key a package is signed with. */
  readonly signing_key: string | null;
};

/** A report is read by people: what is longer than this is in the files beside it. */
const MOST_PHOTOS = 60;
const MOST_SENTENCES = 400;

const metres = (value: number | null | undefined, decimals = 3) => (value == null ? '' : fixed(value, decimals));
const sayTime = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const row = (kind: RowKind, ...cells: readonly string[]): Row => ({ kind, cells, rule: true });
const entry = (...cells: readonly string[]) => row('entry', ...cells);
/** Keeps a text away from the figures at its left. */
const INDENT = '\u00a0\u00a0\u00a0\u00a0';
const right = (label: string, width: number) => ({ label, width, align: 'right' as const });

/** The quality report of a processed run on paper. */
export function renderSurveyReport(survey: SurveyReport): Promise<Buffer> {
  const { report, firm } = survey;
  const { about } = report;
  const title = `Quality report, job ${about.job}, ${about.run}`;
  const paper = openPaper({
    title,
    author: firm.name,
    language: 'en-CA',
    date: about.processed_at.slice(0, 10),
    mark: '',
    foot: `${title}, attempt ${about.attempt}`,
    page: 'Page {n} of {m}',
  });
  paper.newPage();
  drawLetterhead(paper, firm);
  drawSummary(paper, report);
  drawControl(paper, survey);
  drawAverages(paper, report);
  drawExceptions(paper, report);
  drawDecided(paper, report);
  drawPhotos(paper, survey);
  drawFinals(paper, report);
  drawSources(paper, survey);
  return paper.finish();
}

function section(paper: Paper, text: string, room = 60): void {
  if (!paper.fits(room)) paper.newPage();
  paper.y = paper.drawLines([text], paper.y + 6, { ...HEADING, size: 14 }) + 6;
}

/** A line of text where a table would stand. */
function say(paper: Paper, text: string): void {
  paper.write(text, { size: 9.5 });
  paper.y += 8;
}

/** A table, or what to say where it would be empty. */
function table(paper: Paper, made: Table, otherwise = ''): void {
  if (made.rows.length > 0) drawTable(paper, made);
  else if (otherwise !== '') {
    if (!paper.fits(40)) paper.newPage();
    paper.y = paper.drawLines([made.heading], paper.y + 4, HEADING) + 4;
    say(paper, otherwise);
  }
}

function drawSummary(
  paper: Paper,
  { about, point_range, equipment, frame, scale, bases, open_conflicts, final_coordinates }: QaReport,
): void {
  paper.write('Quality report', { size: 17, weight: 600 });
  paper.write(`Job ${about.job}, ${about.run}`, { size: 11, colour: MUTED });
  paper.y += 10;
  const facts: Fact[] = [
    { label: 'Client', lines: [about.client || '–', `Job ${about.job}`] },
    {
      label: 'Field run',
      lines: [
        about.run,
        ...(about.field_date ? [`In the field on ${about.field_date}`] : []),
        ...(point_range ? [`Points ${point_range.first} to ${point_range.last}, ${point_range.count} in all`] : []),
        `${plural(final_coordinates.length, 'final coordinate')}`,
      ],
    },
    { label: 'Processed', lines: [about.processed_by, sayTime(about.processed_at), `Attempt ${about.attempt}`, about.software] },
  ];
  drawFacts(paper, facts);
  const blocking = open_conflicts.filter(({ severity }) => severity === 'B').length;
  const unfinished = final_coordinates.filter(({ is_final }) => !is_final).length;
  if (blocking > 0)
    say(paper, `This run is not finished: ${plural(blocking, 'conflict')} still ${blocking === 1 ? 'blocks' : 'block'} it.`);
  if (unfinished > 0)
    say(paper, `${plural(unfinished, 'point')} ${unfinished === 1 ? 'has' : 'have'} no shift yet: as measured, not final.`);
  table(paper, {
    heading: 'Frame and scale',
    columns: [{ label: '', width: 150 }, { label: '' }],
    rows: [
      entry('Coordinate system', `${frame.crs}${frame.epsg === null ? '' : ` (EPSG:${frame.epsg})`}`),
      entry('Reference frame, epoch', `${frame.frame}, ${frame.epoch.toFixed(1)}`),
      entry('Elevations', `${frame.vertical_system ?? 'system not set'}; geoid grid: ${frame.geoid ?? 'none'}`),
      ...(frame.undulations.length > 0 ? [entry('Undulations from', frame.undulations.join(', '))] : []),
      ...(scale
        ? [
            entry(
              'Combined scale factor',
              `${scale.combined.toFixed(8)} = point ${scale.point.toFixed(8)} × elevation ${scale.elevation.toFixed(8)}, in the middle of the points`,
            ),
          ]
        : []),
      entry('Equipment', equipment.join('\n') || 'not named in the files'),
    ],
  });
  table(
    paper,
    {
      heading: 'Bases and their positions',
      columns: [
        { label: 'Base', width: 90 },
        right('Shots', 36),
        right('Antenna', 48),
        { label: `${INDENT}Position by`, width: 106 },
        right('± lat.', 46),
        right('± lon.', 46),
        right('± height', 54),
        right('Undulation', 62),
      ],
      rows: bases.map(({ name, shots, antenna_height, ppp, placed }) =>
        entry(
          name,
          String(shots),
          metres(antenna_height),
          `${INDENT}${placed ?? (ppp ? `PPP, ${ppp.frame} ${ppp.epoch_year?.toFixed(1) ?? ''}${ppp.orbits ? `, ${ppp.orbits} orbits` : ''}` : 'as read in the field')}`,
          metres(ppp?.sigma_latitude, 4),
          metres(ppp?.sigma_longitude, 4),
          metres(ppp?.sigma_height, 4),
          metres(ppp?.undulation, 4),
        ),
      ),
    },
    'No base of the crew’s own: corrections came from a network, or there was no satellite receiver.',
  );
  if (bases.some(({ ppp }) => ppp)) say(paper, `±: uncertainty in metres as the positioning service prints it (${saySigmas(bases)}).`);
}

function saySigmas(bases: QaReport['bases']): string {
  const kinds = new Set(bases.flatMap(({ ppp }) => ppp?.sigma_kind ?? []));
  return kinds.has('formal') ? 'formal' : '95 %';
}

function drawControl(paper: Paper, { report, points, lines }: SurveyReport): void {
  const { shift, localization, observed, new_controls } = report.control_summary;
  section(paper, '1  Control', 90);
  say(paper, sayShift(shift));
  table(paper, {
    heading: 'Shift',
    columns: [
      { label: 'Base' },
      right('Easting', 80),
      right('Northing', 80),
      right(shift?.type === 'HPN' ? 'Ellipsoid height' : 'Elevation', 80),
      right('Controls', 70),
    ],
    rows: (shift?.parts ?? []).map(({ base, d_easting, d_northing, d_height, controls }) =>
      entry(
        base ?? 'whole run',
        metres(d_easting, 4),
        metres(d_northing, 4),
        metres(d_height, 4),
        controls === null ? '' : String(controls),
      ),
    ),
  });
  if (localization) {
    table(paper, {
      heading: `Localization by ${plural(localization.residuals.length, 'mark')}: typed in less solved`,
      columns: [
        { label: 'Mark' },
        right('Easting', 80),
        right('Northing', 80),
        right('Elevation', 80),
        { label: `${INDENT}Used for`, width: 110 },
      ],
      rows: localization.residuals.map((one) =>
        entry(
          one.name,
          metres(one.d_easting),
          metres(one.d_northing),
          metres(one.d_elevation),
          `${INDENT}${[one.uses_horizontal ? 'position' : '', one.uses_vertical ? 'height' : ''].filter(Boolean).join(', ') || 'nothing'}`,
        ),
      ),
    });
    say(
      paper,
      `Typed in less measured in the middle of the marks: ${metres(localization.d_easting)} E, ${metres(localization.d_northing)} N, ${metres(localization.d_elevation)} in height; scale ${localization.scale.toFixed(8)}, rotation ${(localization.rotation * 3600).toFixed(1)}″.`,
    );
  }
  table(
    paper,
    {
      is_fine: true,
      heading: 'Observed controls',
      columns: [
        { label: 'Control' },
        { label: 'Shot', width: 46 },
        right('Published E', 62),
        right('Published N', 62),
        right('Z', 40),
        right('Observed E', 62),
        right('Observed N', 62),
        right('Z', 40),
        right('dE', 28),
        right('dN', 28),
        right('dZ', 28),
      ],
      rows: observed.map((one) =>
        row(
          'fine',
          `${one.control_name}${one.is_accepted ? ' *' : ''}${one.is_beyond_tolerance ? ' !' : ''}${one.control_destroyed ? ' (destroyed)' : ''}`,
          one.shot_name,
          ...[one.published, one.observed].flatMap(({ easting, northing, elevation }) => [
            metres(easting),
            metres(northing),
            metres(elevation),
          ]),
          metres(one.d_easting),
          metres(one.d_northing),
          metres(one.d_elevation),
        ),
      ),
    },
    'No published control was shot in this run.',
  );
  if (observed.some(({ is_accepted }) => is_accepted)) say(paper, '* counts in the shift.');
  if (observed.some(({ is_beyond_tolerance }) => is_beyond_tolerance))
    say(paper, `! beyond ${metres(report.limits.check_horizontal)} m horizontally or ${metres(report.limits.check_vertical)} m in height.`);
  if (new_controls.length > 0) say(paper, `New or updated controls: ${new_controls.join(', ')}.`);
  drawPictures(paper, report, points, lines);
}

function sayShift(shift: QaReport['control_summary']['shift']): string {
  if (!shift) return 'No shift was decided: all coordinates are as measured.';
  const by = shift.median
    ? ` Most shots moved by ${metres(shift.median.d_easting)} E, ${metres(shift.median.d_northing)} N, ${metres(shift.median.d_elevation)} in elevation.`
    : '';
  return `${shift.said.join(' ')}${by}`;
}

const MAP_HEIGHT = 305;
const PLOT_HEIGHT = 150;

function drawPictures(paper: Paper, report: QaReport, points: readonly ExportPoint[], lines: readonly CodeLine[]): void {
  const { limits, averaged, final_coordinates } = report;
  const { observed } = report.control_summary;
  if (!paper.fits(MAP_HEIGHT + 40)) paper.newPage();
  paper.y = paper.drawLines(['Map'], paper.y + 4, HEADING) + 6;
  drawMap(paper, { x: PAGE.left, top: paper.y, width: PAGE.width, height: MAP_HEIGHT }, { points, lines, controls: observed });
  paper.y += MAP_HEIGHT + 16;
  const [half, gap] = [(PAGE.width - 20) / 2, 20];
  const left = () => ({ x: PAGE.left, top: paper.y, width: half, height: PLOT_HEIGHT });
  const beside = () => ({ ...left(), x: PAGE.left + half + gap });
  const place = () => {
    if (!paper.fits(PLOT_HEIGHT + 12)) paper.newPage();
  };
  if (observed.length > 0) {
    place();
    const named = observed.map((one) => ({ ...one, name: one.control_name }));
    drawTarget(paper, left(), 'Controls: published less observed', named, limits.check_horizontal);
    const high = named.flatMap(({ name, d_elevation }) => (d_elevation === null ? [] : { name, value: d_elevation }));
    drawBars(paper, beside(), 'Controls: in elevation, metres', high.slice(0, 40), limits.check_vertical);
    paper.y += PLOT_HEIGHT + 14;
  }
  const children = averaged.flatMap((one) => one.children);
  if (children.length > 0) {
    place();
    drawTarget(paper, left(), 'Averaged points: mean less reading', children, limits.hrms);
    const rises = averaged.flatMap(({ name, mean }) => (mean?.spread_vertical == null ? [] : { name, value: mean.spread_vertical }));
    drawBars(paper, beside(), 'Averaged points: largest miss in elevation, metres', rises.slice(0, 40), limits.vrms);
    paper.y += PLOT_HEIGHT + 14;
  }
  place();
  const rms = (pick: 'HRMS' | 'VRMS') => final_coordinates.flatMap((one) => one[pick] ?? []);
  drawHistogram(paper, left(), 'HRMS of the final points, metres', rms('HRMS'), limits.hrms);
  drawHistogram(paper, beside(), 'VRMS of the final points, metres', rms('VRMS'), limits.vrms);
  paper.y += PLOT_HEIGHT + 14;
}

function drawAverages(paper: Paper, { averaged }: QaReport): void {
  section(paper, '2  Averaged points and exceptions', 90);
  const rows = averaged.flatMap(({ name, code, mean, children }): Row[] => [
    {
      ...entry(
        `${name}  ${code}`,
        `${children.length} readings`,
        '',
        '',
        '',
        mean ? `sd ${metres(mean.sd_horizontal)} / ${metres(mean.sd_vertical)}` : '',
      ),
      rule: false,
      keep: true,
    },
    ...children.map((child, at) => ({
      ...row('sub', child.name, '', metres(child.d_easting), metres(child.d_northing), metres(child.d_elevation), metres(child.horizontal)),
      rule: at === children.length - 1,
    })),
  ]);
  table(
    paper,
    {
      heading: 'Averaged points: mean less reading',
      columns: [
        { label: 'Point' },
        { label: '', width: 80 },
        right('Easting', 60),
        right('Northing', 60),
        right('Elevation', 60),
        right('Horizontal', 100),
      ],
      rows,
    },
    'No point was averaged.',
  );
}

function drawExceptions(paper: Paper, { code_exceptions, quality_exceptions }: QaReport): void {
  table(
    paper,
    {
      heading: 'Codes that were corrected',
      columns: [{ label: 'Point', width: 70 }, { label: 'As typed', width: 90 }, { label: 'Now', width: 90 }, { label: 'By' }],
      rows: code_exceptions.map(({ name, original_code, code, decisions }) =>
        entry(name, original_code, code, decisions.map(({ what, by, at }) => `${what}, ${by}, ${sayTime(at)}`).join('\n')),
      ),
    },
    'No code was corrected.',
  );
  const shown = quality_exceptions.slice(0, MOST_SENTENCES);
  table(
    paper,
    {
      heading: 'Quality exceptions',
      columns: [{ label: 'Point', width: 70 }, { label: 'Kind', width: 70 }, { label: 'What was found' }],
      rows: shown.map(({ name, id, sentence }) => entry(name, id, sentence)),
    },
    'No shot is beyond a tolerance.',
  );
  sayMore(paper, quality_exceptions.length - shown.length);
}

function sayMore(paper: Paper, left_out: number): void {
  if (left_out > 0) say(paper, `and ${left_out} more, which the spreadsheet with all columns flags.`);
}

const SEVERITIES = { B: 'blocks', W: 'warning', I: 'note' } as const;

function drawDecided(paper: Paper, { ignored, not_applied, open_conflicts, quality_exceptions }: QaReport): void {
  table(
    paper,
    {
      heading: 'Ignored and waived conflicts',
      columns: [{ label: 'What', width: 50 }, { label: 'Conflict' }, { label: 'By', width: 110 }, { label: 'Reason', width: 130 }],
      rows: ignored.map(({ is_waived, sentence, by, at, why }) =>
        entry(is_waived ? 'waived' : 'ignored', sentence, `${by}\n${sayTime(at)}`, why ?? 'none given'),
      ),
    },
    'Nothing was ignored or waived.',
  );
  table(paper, {
    heading: 'Decisions without effect, since they do not fit the files',
    columns: [{ label: 'Why' }, { label: 'By', width: 180 }],
    rows: not_applied.map(({ sentence, by, at }) => entry(sentence, `${by}, ${sayTime(at)}`)),
  });
  const above = new Set(quality_exceptions.map(({ id }) => id));
  const told = open_conflicts.filter(({ id, severity }) => severity === 'B' || (severity === 'W' && !above.has(id)));
  const notes = Map.groupBy(
    open_conflicts.filter(({ severity }) => severity === 'I'),
    ({ id }) => id,
  );
  const shown = told.slice(0, MOST_SENTENCES);
  table(
    paper,
    {
      heading: 'Other conflicts that stand',
      columns: [{ label: 'Weight', width: 50 }, { label: 'Kind', width: 110 }, { label: 'Conflict' }],
      rows: shown.map(({ severity, id, sentence }) => entry(SEVERITIES[severity], id, sentence)),
    },
    'None.',
  );
  sayMore(paper, told.length - shown.length);
  if (notes.size > 0) say(paper, `Notes: ${[...notes].map(([id, list]) => `${id} ${list.length}`).join(', ')}.`);
}

const PHOTO = { width: 160, height: 120, gap: 16 } as const;

function drawPhotos(paper: Paper, { report, photos }: SurveyReport): void {
  const { shots_with_images } = report;
  if (shots_with_images.length === 0) return;
  section(paper, '3  Shots with photos', PHOTO.height + 60);
  const by_shot = Map.groupBy(photos, ({ app_shot }) => app_shot);
  const wanted = shots_with_images.flatMap(({ name, app_shot }) => (by_shot.get(app_shot) ?? []).map((photo) => ({ name, photo })));
  const total = shots_with_images.reduce((sum, { images }) => sum + images, 0);
  let shown = 0;
  for (const { name, photo } of wanted) {
    if (shown === MOST_PHOTOS) break;
    const column = shown % 3;
    if (column === 0 && !paper.fits(PHOTO.height + 20)) paper.newPage();
    const x = PAGE.left + column * (PHOTO.width + PHOTO.gap);
    try {
      paper.image(photo.bytes, paper.y, x, [PHOTO.width, PHOTO.height]);
    } catch {
      continue; // Neither JPEG nor PNG: counted as left out.
    }
    const [caption] = paper.wrap(`${name}  ${photo.name}`, PHOTO.width, { size: 8 });
    paper.drawLines([caption!], paper.y + PHOTO.height + 2, { size: 8, colour: MUTED, x, width: PHOTO.width });
    shown += 1;
    if (column === 2) paper.y += PHOTO.height + 20;
  }
  if (shown % 3 !== 0) paper.y += PHOTO.height + 20;
  if (total > shown) say(paper, `${shown} of ${plural(total, 'photo')} are shown; the others are with the field run.`);
  table(paper, {
    is_fine: true,
    heading: 'Photos by shot',
    columns: [{ label: 'Shot', width: 100 }, right('Photos', 50), { label: '' }],
    rows: shots_with_images.slice(0, MOST_SENTENCES).map(({ name, images }) => row('fine', name, String(images), '')),
  });
}

const INSTRUMENTS = { GNSS: 'GNSS', TOTAL_STATION: 'TS', STORED: 'stored', AVERAGE: 'mean' } as const;

function drawFinals(paper: Paper, { final_coordinates }: QaReport): void {
  section(paper, '4  Final coordinates', 90);
  table(
    paper,
    {
      is_fine: true,
      heading: '',
      columns: [
        { label: 'Point', width: 46 },
        right('Easting', 58),
        right('Northing', 58),
        right('Elevation', 42),
        { label: `${INDENT}Code`, width: 46 },
        { label: 'Description' },
        right('RH', 28),
        right('IH', 28),
        { label: `${INDENT}Instr.`, width: 38 },
        right('HRMS', 30),
        right('VRMS', 30),
        { label: `${INDENT}Status`, width: 44 },
      ],
      rows: final_coordinates.map((one) =>
        row(
          'fine',
          one.name,
          metres(one.easting),
          metres(one.northing),
          metres(one.elevation),
          `${INDENT}${one.code}`,
          one.description,
          metres(one.rod_height),
          metres(one.instrument_height),
          `${INDENT}${INSTRUMENTS[one.instrument_type]}`,
          metres(one.HRMS),
          metres(one.VRMS),
          `${INDENT}${one.is_final ? (one.status ?? '') : 'not final'}`,
        ),
      ),
    },
    'There are none.',
  );
}

function drawSources(paper: Paper, { report, signing_key }: SurveyReport): void {
  section(paper, '5  Source files', 90);
  table(
    paper,
    {
      is_fine: true,
      heading: '',
      columns: [{ label: 'File' }, { label: 'Kind', width: 60 }, right('Bytes', 50), { label: `${INDENT}SHA-256`, width: 272 }],
      rows: report.about.source_files.map(({ kind, name, bytes, sha256 }) => row('fine', name, kind, String(bytes), `${INDENT}${sha256}`)),
    },
    'There are none.',
  );
  say(paper, `Software: ${report.about.software}.`);
  if (signing_key) say(paper, `The package of this run is signed by the firm’s key with the fingerprint (SHA-256)\n${signing_key}`);
}
