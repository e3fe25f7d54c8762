import type { QaReport } from '@dmse/survey/write/qa-report';
import { PAGE, type Paper } from './paper.ts';
import { MUTED } from './pdf-look.ts';
import { entry, INDENT, metres, plural, right, row, type SurveyReport, say, sayTime, section, table } from './survey-report-parts.ts';

/** A report is read by people: what is longer than this is in the files beside it. */
const MOST_PHOTOS = 60;
const MOST_SENTENCES = 400;

export function drawExceptions(paper: Paper, { code_exceptions, quality_exceptions }: QaReport): void {
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

export function drawDecided(paper: Paper, { ignored, not_applied, open_conflicts, quality_exceptions }: QaReport): void {
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

export function drawPhotos(paper: Paper, { report, photos }: SurveyReport): void {
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

export function drawFinals(paper: Paper, { final_coordinates }: QaReport): void {
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
