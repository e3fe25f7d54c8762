import type { QaReport } from '@dmse/survey/write/qa-report';
import { PAGE, type Paper } from './paper.ts';
import { HEADING, type Row } from './sheets.ts';
import { drawBars, drawHistogram, drawMap, drawTarget } from './survey-pictures.ts';
import { type Drawn, entry, INDENT, right, row, say, section, table } from './survey-report-parts.ts';
import type { ReportWords } from './survey-report-words.ts';

export function drawControl(paper: Paper, drawn: Drawn): void {
  const { report, words } = drawn;
  const { metres, write } = words;
  const { shift, localization, observed, new_controls } = report.control_summary;
  section(paper, words.control, 90);
  say(paper, sayShift(shift, words));
  table(paper, {
    heading: words.shift,
    columns: [
      { label: words.base },
      right(words.easting, 80),
      right(words.northing, 80),
      right(shift?.type === 'HPN' ? words.ellipsoid_height : words.elevation, 90),
      right(words.controls, 70),
    ],
    rows: (shift?.parts ?? []).map(({ base, d_easting, d_northing, d_height, controls }) =>
      entry(
        base ?? words.whole_run,
        metres(d_easting, 4),
        metres(d_northing, 4),
        metres(d_height, 4),
        controls === null ? '' : String(controls),
      ),
    ),
  });
  if (localization) {
    table(paper, {
      heading: words.localization(localization.residuals.length),
      columns: [
        { label: words.mark },
        right(words.easting, 80),
        right(words.northing, 80),
        right(words.elevation, 80),
        { label: `${INDENT}${words.used_for}`, width: 110 },
      ],
      rows: localization.residuals.map((one) =>
        entry(
          one.name,
          metres(one.d_easting),
          metres(one.d_northing),
          metres(one.d_elevation),
          `${INDENT}${[one.uses_horizontal ? words.position : '', one.uses_vertical ? words.height : ''].filter(Boolean).join(', ') || words.nothing}`,
        ),
      ),
    });
    say(
      paper,
      words.localized_by(
        metres(localization.d_easting),
        metres(localization.d_northing),
        metres(localization.d_elevation),
        metres(localization.scale, 8),
        write((localization.rotation * 3600).toFixed(1)),
      ),
    );
  }
  table(
    paper,
    {
      is_fine: true,
      heading: words.observed_controls,
      columns: [
        { label: words.control_point },
        { label: words.shot, width: 46 },
        right(words.published('E'), 62),
        right(words.published('N'), 62),
        right('Z', 40),
        right(words.observed('E'), 62),
        right(words.observed('N'), 62),
        right('Z', 40),
        right('dE', 28),
        right('dN', 28),
        right('dZ', 28),
      ],
      rows: observed.map((one) =>
        row(
          'fine',
          `${one.control_name}${one.is_accepted ? ' *' : ''}${one.is_beyond_tolerance ? ' !' : ''}${one.control_destroyed ? ` (${words.destroyed})` : ''}`,
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
    words.no_control,
  );
  if (observed.some(({ is_accepted }) => is_accepted)) say(paper, words.counts_in_shift);
  if (observed.some(({ is_beyond_tolerance }) => is_beyond_tolerance))
    say(paper, words.beyond(metres(report.limits.check_horizontal), metres(report.limits.check_vertical)));
  if (new_controls.length > 0) say(paper, words.new_controls(new_controls.join(', ')));
  drawPictures(paper, drawn);
}

function sayShift(shift: QaReport['control_summary']['shift'], words: ReportWords): string {
  if (!shift) return words.no_shift;
  const { metres } = words;
  const { median } = shift;
  const by = median ? words.moved_by(metres(median.d_easting), metres(median.d_northing), metres(median.d_elevation)) : '';
  return [...shift.said.map((sentence) => words.sentence(sentence, '')), by].filter(Boolean).join(' ');
}

const MAP_HEIGHT = 305;
const PLOT_HEIGHT = 150;

function drawPictures(paper: Paper, { report, points, lines, words }: Drawn): void {
  const { limits, averaged, final_coordinates } = report;
  const { observed } = report.control_summary;
  if (!paper.fits(MAP_HEIGHT + 40)) paper.newPage();
  paper.y = paper.drawLines([words.map], paper.y + 4, HEADING) + 6;
  drawMap(paper, { x: PAGE.left, top: paper.y, width: PAGE.width, height: MAP_HEIGHT }, { points, lines, controls: observed }, words);
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
    drawTarget(paper, { frame: left(), title: words.controls_in_plan, limit: limits.check_horizontal, words }, named);
    const high = named.flatMap(({ name, d_elevation }) => (d_elevation === null ? [] : { name, value: d_elevation }));
    drawBars(paper, { frame: beside(), title: words.controls_in_height, limit: limits.check_vertical, words }, high.slice(0, 40));
    paper.y += PLOT_HEIGHT + 14;
  }
  const children = averaged.flatMap((one) => one.children);
  if (children.length > 0) {
    place();
    drawTarget(paper, { frame: left(), title: words.averages_in_plan, limit: limits.hrms, words }, children);
    const rises = averaged.flatMap(({ name, mean }) => (mean?.spread_vertical == null ? [] : { name, value: mean.spread_vertical }));
    drawBars(paper, { frame: beside(), title: words.averages_in_height, limit: limits.vrms, words }, rises.slice(0, 40));
    paper.y += PLOT_HEIGHT + 14;
  }
  place();
  const rms = (pick: 'HRMS' | 'VRMS') => final_coordinates.flatMap((one) => one[pick] ?? []);
  drawHistogram(paper, { frame: left(), title: words.rms_of_finals('HRMS'), limit: limits.hrms, words }, rms('HRMS'));
  drawHistogram(paper, { frame: beside(), title: words.rms_of_finals('VRMS'), limit: limits.vrms, words }, rms('VRMS'));
  paper.y += PLOT_HEIGHT + 14;
}

export function drawAverages(paper: Paper, { report: { averaged }, words }: Drawn): void {
  const { metres } = words;
  section(paper, words.averages, 90);
  const rows = averaged.flatMap(({ name, code, mean, children }): Row[] => [
    {
      ...entry(
        `${name}  ${code}`,
        words.readings(children.length),
        '',
        '',
        '',
        mean ? words.deviation(metres(mean.sd_horizontal), metres(mean.sd_vertical)) : '',
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
      heading: words.averages_in_plan,
      columns: [
        { label: words.point },
        { label: '', width: 80 },
        right(words.easting, 60),
        right(words.northing, 60),
        right(words.elevation, 60),
        right(words.horizontal, 100),
      ],
      rows,
    },
    words.no_average,
  );
}
