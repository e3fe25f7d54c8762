import type { QaReport } from '@dmse/survey/write/qa-report';
import { openPaper, type Paper } from './paper.ts';
import { MUTED } from './pdf-look.ts';
import { drawFacts, drawLetterhead, type Fact } from './sheets.ts';
import { drawAverages, drawControl } from './survey-report-control.ts';
import { entry, INDENT, metres, plural, right, row, type SurveyReport, say, sayTime, section, table } from './survey-report-parts.ts';
import { drawDecided, drawExceptions, drawFinals, drawPhotos } from './survey-report-points.ts';

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
