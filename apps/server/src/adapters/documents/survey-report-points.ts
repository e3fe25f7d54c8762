import { PAGE, type Paper } from './paper.ts';
import { MUTED } from './pdf-look.ts';
import { type Drawn, entry, INDENT, right, row, say, sayTime, section, table } from './survey-report-parts.ts';
import type { ReportWords } from './survey-report-words.ts';

/** A report is read by people: what is longer than this is in the files beside it. */
const MOST_PHOTOS = 60;
const MOST_SENTENCES = 400;

export function drawExceptions(paper: Paper, { report: { code_exceptions, quality_exceptions }, words }: Drawn): void {
  table(
    paper,
    {
      heading: words.corrected_codes,
      columns: [
        { label: words.point, width: 70 },
        { label: words.as_typed, width: 90 },
        { label: words.now, width: 90 },
        { label: words.by },
      ],
      rows: code_exceptions.map(({ name, original_code, code, decisions }) =>
        entry(
          name,
          original_code,
          code,
          decisions.map(({ what, by, at }) => [words.sentence(what, ''), by, sayTime(at)].filter(Boolean).join(', ')).join('\n'),
        ),
      ),
    },
    words.no_corrected_code,
  );
  const shown = quality_exceptions.slice(0, MOST_SENTENCES);
  table(
    paper,
    {
      heading: words.quality_exceptions,
      columns: [{ label: words.point, width: 70 }, { label: words.kind, width: 120 }, { label: words.found }],
      rows: shown.map(({ name, id, sentence }) => entry(name, words.titleOf(id), words.sentence(sentence, ''))),
    },
    words.no_exception,
  );
  sayMore(paper, quality_exceptions.length - shown.length, words);
}

function sayMore(paper: Paper, left_out: number, { more }: ReportWords): void {
  if (left_out > 0) say(paper, more(left_out));
}

export function drawDecided(paper: Paper, { report, words }: Drawn): void {
  const { ignored, not_applied, open_conflicts, quality_exceptions } = report;
  table(
    paper,
    {
      heading: words.ignored_conflicts,
      columns: [
        { label: words.what, width: 50 },
        { label: words.conflict },
        { label: words.by, width: 110 },
        { label: words.reason, width: 130 },
      ],
      rows: ignored.map(({ is_waived, sentence, by, at, why }) =>
        entry(is_waived ? words.waived : words.ignored, words.sentence(sentence, '–'), `${by}\n${sayTime(at)}`, why ?? words.no_reason),
      ),
    },
    words.nothing_ignored,
  );
  table(paper, {
    heading: words.without_effect,
    columns: [{ label: words.why }, { label: words.by, width: 180 }],
    rows: not_applied.map(({ sentence, by, at }) => entry(words.sentence(sentence, words.does_not_fit), `${by}, ${sayTime(at)}`)),
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
      heading: words.other_conflicts,
      columns: [{ label: words.weight, width: 50 }, { label: words.kind, width: 120 }, { label: words.conflict }],
      rows: shown.map(({ severity, id, sentence }) => entry(words.severities[severity], words.titleOf(id), words.sentence(sentence, ''))),
    },
    words.none,
  );
  sayMore(paper, told.length - shown.length, words);
  if (notes.size > 0) say(paper, words.notes([...notes].map(([id, list]) => `${words.titleOf(id)} (${list.length})`).join(', ')));
}

const PHOTO = { width: 160, height: 120, gap: 16 } as const;

export function drawPhotos(paper: Paper, { report, photos, words }: Drawn): void {
  const { shots_with_images } = report;
  if (shots_with_images.length === 0) return;
  section(paper, words.photos, PHOTO.height + 60);
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
  if (total > shown) say(paper, words.photos_shown(shown, total));
  table(paper, {
    is_fine: true,
    heading: words.photos_by_shot,
    columns: [{ label: words.shot, width: 100 }, right(words.photos_counted, 50), { label: '' }],
    rows: shots_with_images.slice(0, MOST_SENTENCES).map(({ name, images }) => row('fine', name, String(images), '')),
  });
}

export function drawFinals(paper: Paper, { report: { final_coordinates }, words }: Drawn): void {
  const { metres } = words;
  section(paper, words.finals, 90);
  table(
    paper,
    {
      is_fine: true,
      heading: '',
      columns: [
        { label: words.point, width: 46 },
        right(words.easting, 58),
        right(words.northing, 58),
        right(words.elevation, 42),
        { label: `${INDENT}${words.code}`, width: 46 },
        { label: words.description },
        right(words.rod_height, 28),
        right(words.instrument_height, 28),
        { label: `${INDENT}${words.instrument}`, width: 38 },
        right('HRMS', 30),
        right('VRMS', 30),
        { label: `${INDENT}${words.status}`, width: 44 },
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
          `${INDENT}${words.instruments[one.instrument_type]}`,
          metres(one.HRMS),
          metres(one.VRMS),
          `${INDENT}${one.is_final ? (one.status ?? '') : words.is_not_final}`,
        ),
      ),
    },
    words.there_are_none,
  );
}
