import { openPaper, PAGE, type Paper, type PaperFrame, type TextLook } from './paper.ts';
import { INK, LINE, MUTED, PRIMARY } from './pdf-look.ts';

/** Who sends the document. */
export type Firm = {
  name: string;
  address: string;
  phone: string;
  email: string;
  website: string;
  hst_number: string;
  logo: { bytes: Uint8Array; format: 'png' | 'jpg' } | null;
};

/** Without a width a column takes what the others leave. */
type Column = { label: string; width?: number; align?: 'right' };
export type RowKind = 'group' | 'line' | 'text' | 'sub' | 'entry' | 'fine' | 'fine_sum' | 'sum' | 'total';
/** A row is never parted. `keep`: it stays on the page of the next one; `rule`: a hairline below it. */
export type Row = { kind: RowKind; cells: readonly string[]; keep?: boolean; rule?: boolean };
/** Fine: for long lists of figures. */
export type Table = { heading: string; columns: readonly Column[]; rows: readonly Row[]; is_fine?: boolean };
/** The first line is strong, unless it is one of a list. */
export type Fact =
  | { label: string; lines: readonly string[]; is_list?: boolean }
  | { pairs: readonly (readonly [label: string, value: string])[] };
/** The part that is cut off and sent back with the money. */
export type Stub = { says: string; to: readonly string[]; from: readonly string[]; pairs: readonly (readonly [string, string])[] };

/** A part of a document that begins on a page of its own. */
export type Sheet = {
  has_letterhead: boolean;
  title: string;
  subtitle: string;
  facts: readonly Fact[];
  tables: readonly Table[];
  texts: readonly { heading: string; text: string }[];
  stub: Stub | null;
};

/** Everything that stands on a document, in the words and figures its reader reads. */
export type SheetDocument = Omit<PaperFrame, 'author'> & { firm: Firm; sheets: readonly Sheet[] };

type LookName = RowKind | 'head' | 'fine_head';
const LOOKS: Record<LookName, TextLook & { above: number; below: number }> = {
  head: { size: 9, weight: 600, colour: INK, above: 3, below: 3 },
  fine_head: { size: 7.5, weight: 600, colour: INK, above: 2, below: 2 },
  group: { size: 10, weight: 600, colour: PRIMARY, above: 9, below: 3 },
  line: { size: 10, weight: 500, colour: INK, above: 4, below: 3 },
  text: { size: 10, colour: INK, above: 4, below: 3 },
  sub: { size: 9, colour: MUTED, above: 0, below: 1.5 },
  entry: { size: 9, colour: INK, above: 1.5, below: 1.5 },
  fine: { size: 7.5, colour: INK, above: 1, below: 1 },
  fine_sum: { size: 7.5, weight: 600, colour: INK, above: 1, below: 1 },
  sum: { size: 10, colour: INK, above: 3, below: 2 },
  total: { size: 11.5, weight: 600, colour: INK, above: 5, below: 5 },
};
const SUB_INDENT = 10;
const SUMS_LEFT = PAGE.right - 300;
const CELL_GAP = 8;
const SMALL: TextLook = { size: 8.5, weight: 500, colour: MUTED };
export const HEADING: TextLook = { size: 11.5, weight: 600, colour: PRIMARY };
const STUB_HEIGHT = 128;

export function drawLetterhead(paper: Paper, { name, logo, address, phone, email, website, hst_number }: Firm, tax = 'HST'): void {
  const top = paper.y;
  if (logo) paper.image(logo.bytes, top);
  const mark = logo
    ? top + 44
    : paper.drawLines(paper.wrap(name, 280, { size: 15, weight: 600 }), top, { size: 15, weight: 600, colour: PRIMARY });
  const named = logo ? [name] : [];
  const lines = [
    ...named,
    ...address.split('\n'),
    [phone, email].filter(Boolean).join('  ·  '),
    website,
    hst_number && `${tax} ${hst_number}`,
  ];
  const end = paper.drawLines(lines.filter(Boolean), top, { size: 9, colour: MUTED, align: 'right' });
  paper.y = Math.max(mark, end) + 8;
  paper.rule(paper.y, 1.5, PRIMARY);
  paper.y += 16;
}

/** Labels on the left, what they say on the right. The last is what it comes to. */
function drawPairs(paper: Paper, pairs: readonly (readonly [string, string])[], top: number, x: number, width: number, size = 9.5): number {
  let y = top;
  for (const [at, [label, value]] of pairs.entries()) {
    const isLast = at === pairs.length - 1;
    paper.drawLines([label], y, isLast ? { x, size, weight: 600 } : { x, size, colour: MUTED });
    const room = width - paper.widthOf(label, { size, weight: 600 }) - CELL_GAP;
    const look = { size, weight: isLast ? 600 : 500 } as const;
    y = paper.drawLines(paper.wrap(value, room, look), y, { ...look, x, width, align: 'right' }) + 1.5;
  }
  return y;
}

const widthOfPair = (paper: Paper, pair: readonly [string, string]) =>
  pair.reduce((sum, text) => sum + paper.widthOf(text, { size: 9.5, weight: 600 }), CELL_GAP + 1);

export function drawFacts(paper: Paper, facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  const gap = 24;
  const free = PAGE.width - gap * (facts.length - 1);
  // No day and no amount beside its label is broken where names can be.
  const needs = facts.map((fact) => ('pairs' in fact ? Math.max(...fact.pairs.map((pair) => widthOfPair(paper, pair))) : 0));
  const widest = Math.min(Math.max(free / facts.length, ...needs), free * 0.42);
  const narrow = (free - widest) / (facts.length - 1);
  const top = paper.y;
  let next = PAGE.left;
  const ends = facts.map((fact) => {
    const width = 'pairs' in fact || facts.length === 1 ? widest : narrow;
    const x = next;
    next += width + gap;
    if ('pairs' in fact) return drawPairs(paper, fact.pairs, top, x, width);
    let y = paper.drawLines([fact.label], top, { ...SMALL, x }) + 2;
    for (const [at, line] of fact.lines.entries()) {
      const look: TextLook = at === 0 && !fact.is_list ? { weight: 600 } : { size: 9.5 };
      y = paper.drawLines(paper.wrap(line, width, look), y, { ...look, x, width });
    }
    return y;
  });
  paper.y = Math.max(...ends) + 14;
}

type Placed = Column & { x: number; width: number };
function placeColumns(columns: readonly Column[]): Placed[] {
  const free = PAGE.width - columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const rest = free / (columns.filter(({ width }) => width === undefined).length || 1);
  let x: number = PAGE.left;
  return columns.map((column) => {
    const width = column.width ?? rest;
    const placed = { ...column, x, width };
    x += width;
    return placed;
  });
}

type Laid = { row: Row; kind: LookName; cells: string[][]; height: number };

/** Where a cell stands. A heading takes the whole row; the names of sums stand near their figures. */
function boxOf(columns: readonly Placed[], { cells }: Row, kind: LookName, at: number): { x: number; width: number; align?: 'right' } {
  const { x, width, align } = columns[at]!;
  if (align === 'right') return { x, width, align };
  if (at === 0 && (kind === 'group' || kind === 'text')) return { x, width: PAGE.width };
  if (at === 0 && (kind === 'sum' || kind === 'total')) {
    const next = cells.findIndex((cell, place) => place > 0 && cell !== '');
    return { x: SUMS_LEFT, width: (next === -1 ? PAGE.right : columns[next]!.x) - SUMS_LEFT - CELL_GAP };
  }
  const indent = at === 0 && kind === 'sub' ? SUB_INDENT : 0;
  return { x: x + indent, width: width - indent - CELL_GAP };
}

function layRow(paper: Paper, columns: readonly Placed[], row: Row, kind: LookName = row.kind): Laid {
  const look = LOOKS[kind];
  const cells = row.cells.map((cell, at) => (cell === '' ? [] : paper.wrap(cell, boxOf(columns, row, kind, at).width, look)));
  const most = Math.floor((PAGE.bottom - PAGE.top - 40) / ((look.size ?? 10) * 1.32));
  const cut = cells.map((lines) => (lines.length <= most ? lines : [...lines.slice(0, most - 1), '…']));
  const height = Math.max(...cut.map((lines) => paper.heightOf(lines, look))) + look.above + look.below;
  return { row, kind, cells: cut, height };
}

function drawRow(paper: Paper, columns: readonly Placed[], { row, kind, cells, height }: Laid): void {
  const { above, below: _, ...look } = LOOKS[kind];
  if (kind === 'total') paper.rule(paper.y + 1, 1, INK, [SUMS_LEFT, PAGE.right]);
  for (const [at, lines] of cells.entries()) paper.drawLines(lines, paper.y + above, { ...look, ...boxOf(columns, row, kind, at) });
  paper.y += height;
  if (kind === 'head' || kind === 'fine_head') {
    paper.rule(paper.y, 1, INK);
    paper.y += 2;
  }
  if (row.rule) paper.rule(paper.y, 0.5, LINE);
}

/** The head stands on every page, no row is parted, and rows that belong together stay together. */
export function drawTable(paper: Paper, { heading, columns: declared, rows, is_fine = false }: Table): void {
  const columns = placeColumns(declared);
  const head = layRow(paper, columns, { kind: 'line', cells: columns.map(({ label }) => label) }, is_fine ? 'fine_head' : 'head');
  const hasHead = columns.some(({ label }) => label !== '');
  const drawHead = () => hasHead && drawRow(paper, columns, head);
  const headingHeight = heading === '' ? 0 : 26;
  let block: Laid[] = [];
  let isFirst = true;
  for (const [at, row] of rows.entries()) {
    block.push(layRow(paper, columns, row));
    if (row.keep && at < rows.length - 1) continue;
    const height = block.reduce((sum, one) => sum + one.height, 0);
    const room = isFirst ? headingHeight + head.height : 0;
    if (!paper.fits(height + room)) {
      paper.newPage();
      if (!isFirst) drawHead();
    }
    if (isFirst) {
      if (heading !== '') {
        paper.y = paper.drawLines([heading], paper.y + 4, HEADING) + 6;
      }
      drawHead();
    }
    isFirst = false;
    for (const one of block) drawRow(paper, columns, one);
    block = [];
  }
  paper.y += 10;
}

function drawTexts(paper: Paper, texts: Sheet['texts']): void {
  for (const { heading, text } of texts) {
    if (text.trim() === '') continue;
    const look: TextLook = { size: 9.5 };
    if (!paper.fits(heading === '' ? 14 : 40)) paper.newPage();
    if (heading !== '') paper.write(heading, SMALL);
    paper.write(text, look);
    paper.y += 7;
  }
}

function drawStub(paper: Paper, { says, to, from, pairs }: Stub): void {
  if (!paper.fits(STUB_HEIGHT + 8)) paper.newPage();
  const top = PAGE.bottom - STUB_HEIGHT;
  paper.cut(top);
  paper.drawLines([says], top + 8, SMALL);
  const column = 148;
  const look = { size: 9, width: column } as const;
  const block = ([first = '', ...rest]: readonly string[], x: number) => {
    const strong = { ...look, x, weight: 600 } as const;
    const end = paper.drawLines(paper.wrap(first, column, strong).slice(0, 3), top + 28, strong);
    paper.drawLines(rest.flatMap((line) => paper.wrap(line, column, look)).slice(0, 5), end, { ...look, x });
  };
  block(to, PAGE.left);
  block(from, PAGE.left + column + 18);
  drawPairs(paper, pairs, top + 28, PAGE.left + 2 * column + 36, PAGE.width - 2 * column - 36, 9);
}

function drawSheet(paper: Paper, firm: Firm, sheet: Sheet): void {
  paper.newPage();
  if (sheet.has_letterhead) drawLetterhead(paper, firm);
  paper.write(sheet.title, { size: sheet.has_letterhead ? 17 : 14, weight: 600 });
  if (sheet.subtitle) paper.write(sheet.subtitle, { size: 11, colour: MUTED });
  paper.y += 10;
  drawFacts(paper, sheet.facts);
  for (const table of sheet.tables) drawTable(paper, table);
  drawTexts(paper, sheet.texts);
  if (sheet.stub) drawStub(paper, sheet.stub);
}

export function renderSheets({ firm, sheets, ...frame }: SheetDocument): Promise<Buffer> {
  const paper = openPaper({ ...frame, author: firm.name });
  for (const sheet of sheets) drawSheet(paper, firm, sheet);
  return paper.finish();
}
