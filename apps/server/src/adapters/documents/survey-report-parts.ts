import type { Language } from '@dmse/domain/clients/party';
import type { ExportPoint } from '@dmse/survey/write/export-point';
import type { CodeLine } from '@dmse/survey/write/linework';
import type { QaReport } from '@dmse/survey/write/qa-report';
import type { Paper } from './paper.ts';
import { drawTable, type Firm, HEADING, type Row, type RowKind, type Table } from './sheets.ts';
import type { ReportWords } from './survey-report-words.ts';

/** A picture of a field-app shot: JPEG or PNG, small. */
export type ReportPhoto = { readonly app_shot: string; readonly name: string; readonly bytes: Uint8Array };

export type SurveyReport = {
  readonly report: QaReport;
  readonly points: readonly ExportPoint[];
  readonly lines: readonly CodeLine[];
  readonly firm: Firm;
  readonly photos: readonly ReportPhoto[];
  /** That of the client. */
  readonly language: Language;
  /** Fingerprint of the key a package is signed with. */
  readonly signing_key: string | null;
};

/** What is drawn: the report and the words for it. */
export type Drawn = SurveyReport & { readonly words: ReportWords };

export const sayTime = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
export const row = (kind: RowKind, ...cells: readonly string[]): Row => ({ kind, cells, rule: true });
export const entry = (...cells: readonly string[]) => row('entry', ...cells);
/** Keeps a text away from the figures at its left. */
export const INDENT = '\u00a0\u00a0\u00a0\u00a0';
export const right = (label: string, width: number) => ({ label, width, align: 'right' as const });

export function section(paper: Paper, text: string, room = 60): void {
  if (!paper.fits(room)) paper.newPage();
  paper.y = paper.drawLines([text], paper.y + 6, { ...HEADING, size: 14 }) + 6;
}

/** A line of text where a table would stand. */
export function say(paper: Paper, text: string): void {
  paper.write(text, { size: 9.5 });
  paper.y += 8;
}

/** A table, or what to say where it would be empty. */
export function table(paper: Paper, made: Table, otherwise = ''): void {
  if (made.rows.length > 0) drawTable(paper, made);
  else if (otherwise !== '') {
    if (!paper.fits(40)) paper.newPage();
    paper.y = paper.drawLines([made.heading], paper.y + 4, HEADING) + 4;
    say(paper, otherwise);
  }
}
