import { FRENCH_TAXES } from '@dmse/domain/jobs/quote-words';
import type { QaReport } from '@dmse/survey/write/qa-report';
import { openPaper, type Paper } from './paper.ts';
import { MUTED } from './pdf-look.ts';
import { drawFacts, drawLetterhead, type Fact } from './sheets.ts';
import { drawAverages, drawControl } from './survey-report-control.ts';
import { type Drawn, entry, INDENT, right, row, type SurveyReport, say, sayTime, section, table } from './survey-report-parts.ts';
import { drawDecided, drawExceptions, drawFinals, drawPhotos } from './survey-report-points.ts';
import { type ReportWords, reportWords } from './survey-report-words.ts';

/** The quality report of a processed run on paper. */
export function renderSurveyReport(survey: SurveyReport): Promise<Buffer> {
  const { report, firm, language } = survey;
  const { about } = report;
  const words = reportWords(language);
  const title = words.title(about.job, about.run);
  const paper = openPaper({
    title,
    author: firm.name,
    language: words.locale,
    date: about.processed_at.slice(0, 10),
    mark: '',
    foot: words.foot(title, about.attempt),
    page: words.page,
  });
  const drawn: Drawn = { ...survey, words };
  paper.newPage();
  drawLetterhead(paper, firm, language === 'fr' ? FRENCH_TAXES.HST : undefined);
  drawSummary(paper, drawn);
  drawControl(paper, drawn);
  drawAverages(paper, drawn);
  drawExceptions(paper, drawn);
  drawDecided(paper, drawn);
  drawPhotos(paper, drawn);
  drawFinals(paper, drawn);
  drawSources(paper, drawn);
  return paper.finish();
}

function drawSummary(paper: Paper, { report, words }: Drawn): void {
  const { about, point_range, equipment, frame, scale, bases, open_conflicts, final_coordinates } = report;
  const { grid, metres, write } = words;
  paper.write(words.report, { size: 17, weight: 600 });
  paper.write(words.job_and_run(about.job, about.run), { size: 11, colour: MUTED });
  paper.y += 10;
  const facts: Fact[] = [
    { label: words.client, lines: [about.client || '–', words.job(about.job)] },
    {
      label: words.run,
      lines: [
        about.run,
        ...(about.field_date ? [words.in_the_field(about.field_date)] : []),
        ...(point_range ? [words.range(point_range.first, point_range.last, point_range.count)] : []),
        words.finals_counted(final_coordinates.length),
      ],
    },
    { label: words.processed, lines: [about.processed_by, sayTime(about.processed_at), words.attempt(about.attempt), about.software] },
  ];
  drawFacts(paper, facts);
  const blocking = open_conflicts.filter(({ severity }) => severity === 'B').length;
  const unfinished = final_coordinates.filter(({ is_final }) => !is_final).length;
  if (blocking > 0) say(paper, words.not_finished(blocking));
  if (unfinished > 0) say(paper, words.not_final(unfinished));
  table(paper, {
    heading: words.frame_and_scale,
    columns: [{ label: '', width: 150 }, { label: '' }],
    rows: [
      entry(words.coordinate_system, `${grid(frame.crs)}${frame.epsg === null ? '' : ` (EPSG:${frame.epsg})`}`),
      entry(words.frame_and_epoch, `${frame.frame}, ${write(frame.epoch.toFixed(1))}`),
      entry(words.elevations, words.elevation_system(frame.vertical_system, frame.geoid)),
      ...(frame.undulations.length > 0
        ? [entry(words.undulations, frame.undulations.map((source) => words.sentence(source, source)).join(', '))]
        : []),
      ...(scale
        ? [entry(words.combined_scale, words.scale(metres(scale.combined, 8), metres(scale.point, 8), metres(scale.elevation, 8)))]
        : []),
      entry(words.equipment, equipment.join('\n') || words.no_equipment),
    ],
  });
  table(
    paper,
    {
      heading: words.bases,
      columns: [
        { label: words.base, width: 90 },
        right(words.shots, 36),
        right(words.antenna, 48),
        { label: `${INDENT}${words.position_by}`, width: 106 },
        right(words.sigma_latitude, 46),
        right(words.sigma_longitude, 46),
        right(words.sigma_height, 54),
        right(words.undulation, 62),
      ],
      rows: bases.map(({ name, shots, antenna_height, ppp, placed }) =>
        entry(
          name,
          String(shots),
          metres(antenna_height),
          `${INDENT}${placed === null ? sayPosition(ppp, words) : words.sentence(placed, placed)}`,
          metres(ppp?.sigma_latitude, 4),
          metres(ppp?.sigma_longitude, 4),
          metres(ppp?.sigma_height, 4),
          metres(ppp?.undulation, 4),
        ),
      ),
    },
    words.no_base,
  );
  if (bases.some(({ ppp }) => ppp)) say(paper, words.sigmas(saySigmas(bases)));
}

function sayPosition(ppp: QaReport['bases'][number]['ppp'], { as_read, orbits, write }: ReportWords): string {
  if (!ppp) return as_read;
  const told = [`${ppp.frame} ${write(ppp.epoch_year?.toFixed(1) ?? '')}`, ppp.orbits ? (orbits[ppp.orbits] ?? ppp.orbits) : ''];
  return `PPP, ${told.filter(Boolean).join(', ')}`;
}

function saySigmas(bases: QaReport['bases']): 'formal' | '95 %' {
  const kinds = new Set(bases.flatMap(({ ppp }) => ppp?.sigma_kind ?? []));
  return kinds.has('formal') ? 'formal' : '95 %';
}

function drawSources(paper: Paper, { report, signing_key, words }: Drawn): void {
  section(paper, words.sources, 90);
  table(
    paper,
    {
      is_fine: true,
      heading: '',
      columns: [{ label: words.file }, { label: words.kind, width: 76 }, right(words.bytes, 44), { label: `${INDENT}SHA-256`, width: 272 }],
      rows: report.about.source_files.map(({ kind, name, bytes, sha256 }) => row('fine', name, kind, String(bytes), `${INDENT}${sha256}`)),
    },
    words.there_are_none,
  );
  say(paper, words.software(report.about.software));
  if (signing_key) say(paper, words.signed_by(signing_key));
}
