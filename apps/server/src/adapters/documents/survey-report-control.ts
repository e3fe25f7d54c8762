import type { ExportPoint } from '@dmse/survey/write/export-point';
import type { CodeLine } from '@dmse/survey/write/linework';
import type { QaReport } from '@dmse/survey/write/qa-report';
import { PAGE, type Paper } from './paper.ts';
import { HEADING, type Row } from './sheets.ts';
import { drawBars, drawHistogram, drawMap, drawTarget } from './survey-pictures.ts';
import { entry, INDENT, metres, plural, right, row, type SurveyReport, say, section, table } from './survey-report-parts.ts';

export function drawControl(paper: Paper, { report, points, lines }: SurveyReport): void {
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

export function drawAverages(paper: Paper, { averaged }: QaReport): void {
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
