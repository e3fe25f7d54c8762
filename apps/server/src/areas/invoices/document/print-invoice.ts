import { hasAmount, takesEntries } from '@dmse/domain/invoices/lines';
import { progressFigures } from '@dmse/domain/invoices/progress';
import { rollUp } from '@dmse/domain/invoices/roll-up';
import { amountOf, type Cents, percentOf, subtractCents, sumCents } from '@dmse/domain/money/cents';
import type { Firm, Row, Sheet, SheetDocument, Table } from '../../../adapters/documents/sheets.ts';
import type { InvoiceDocument } from '../invoice/invoice-document.ts';
import { type DocumentWords, documentWords } from './document-words.ts';

/** Of the posted document nothing is said; a draft and a void one must not be taken for one that is owed. */
export type InvoiceMark = 'draft' | 'void' | null;

type Line = InvoiceDocument['lines'][number];
const MOST_JOBS = 6;

/** A rate is told where it gives the amount; a part of an entry, or several rates, have none. */
function sayTime({ sayHours, hour, money }: DocumentWords, minutes: number, rate: Cents | null, amount: Cents): [string, string] {
  if (minutes === 0) return ['', ''];
  return [`${sayHours(minutes)} ${hour}`, rate !== null && amountOf(minutes, rate) === amount ? money(rate) : ''];
}

/** Cells of the table: description, quantity, rate, detail, amount. */
const row = (kind: Row['kind'], cells: readonly [string, string, string, string, string], more: Omit<Row, 'kind' | 'cells'> = {}): Row => ({
  kind,
  cells,
  ...more,
});

function subRows(words: DocumentWords, { roll_up }: InvoiceDocument, line: Line): Row[] {
  const { money } = words;
  if (line.kind === 'progress' && line.fee !== null && line.percent !== null) {
    const to_date = percentOf(line.fee, line.percent);
    const { previous } = progressFigures({ fee: line.fee, percent: line.percent, previous: subtractCents(to_date, line.amount) });
    return [
      row('sub', [words.fee, '', '', money(line.fee), '']),
      row('sub', [words.done(words.sayPercent(line.percent)), '', '', money(to_date), '']),
      row('sub', [words.previous, '', '', money(subtractCents(0, previous)), '']),
    ];
  }
  // A fee is what was agreed, whatever the work on it is worth.
  if (line.kind !== 'time' && line.kind !== 'disbursement') return [];
  const groups = groupsOf(line, roll_up);
  if (roll_up === 'task' && groups.length === 1) return [];
  return groups.map(({ key, minutes, rate, amount }) => {
    const label = roll_up === 'date' ? words.sayDay(String(key)) : String(key) || words.others;
    return row('sub', [label, ...sayTime(words, minutes, rate, amount), money(amount), '']);
  });
}

/** Disbursements have no role; they are told by what they were for. */
function groupsOf({ entries }: Line, by: InvoiceDocument['roll_up']) {
  const rolled = entries.map(({ item, task, role, who, what, date, minutes, rate, amount }) => ({
    ...{ item, task: task || what, role: role || what, person: who, date, minutes: minutes ?? 0, rate, amount },
  }));
  return rollUp(rolled, by);
}

function lineRows(words: DocumentWords, document: InvoiceDocument, line: Line): Row[] {
  const { money, sayNumber } = words;
  const { kind, description, quantity, unit, unit_price, amount } = line;
  if (!hasAmount(kind)) return [row('text', [description, '', '', '', ''], { rule: true })];
  const subs = subRows(words, document, line);
  const whole = kind === 'time' && subs.length === 0 ? groupsOf(line, 'task')[0] : undefined;
  const priced: [string, string] =
    unit_price === null
      ? whole
        ? sayTime(words, whole.minutes, whole.rate, whole.amount)
        : ['', '']
      : [`${sayNumber(quantity)} ${unit}`.trim(), money(unit_price)];
  return [row('line', [description, ...priced, '', money(amount)]), ...subs].map((one, at, all) => ({
    ...one,
    // A line does not stand alone at the end of a page.
    keep: at < 1 && all.length > 1,
    rule: at === all.length - 1,
  }));
}

function sumRows(
  words: DocumentWords,
  { taxes, subtotal, total, registration_numbers, is_tax_exempt, tax_exempt_reason, currency }: InvoiceDocument,
) {
  const { money } = words;
  const sum = (label: string, amount: string) => row('sum', [label, '', '', '', amount], { keep: true });
  return [
    sum(words.subtotal, money(subtotal)),
    ...taxes.map(({ code, name, rate, amount }) => {
      const no = registration_numbers[code] ?? '';
      const label = `${words.sayTax({ code, name })} ${words.sayPercent(rate)}`;
      return sum(no ? `${label}, ${words.number(no)}` : label, money(amount));
    }),
    ...(is_tax_exempt ? [sum(words.exempt(tax_exempt_reason), '')] : []),
    row('total', [words.total(currency ?? 'CAD'), '', '', '', money(total)]),
  ];
}

/** The columns that hold something. */
function withoutEmpty({ columns, ...table }: Table): Table {
  const isUsed = (at: number) => at === 0 || table.rows.some(({ cells }) => cells[at] !== '');
  const kept = columns.map((_, at) => at).filter(isUsed);
  const rows = table.rows.map((one) => ({ ...one, cells: kept.map((at) => one.cells[at]!) }));
  return { ...table, columns: kept.map((at) => columns[at]!), rows };
}

function linesTable(words: DocumentWords, document: InvoiceDocument): Table {
  const jobs = new Map(document.jobs.map((job) => [job.id, job]));
  let last: number | null = null;
  const rows = document.lines.flatMap((line) => {
    const job = jobs.size > 1 && line.job !== last ? jobs.get(line.job ?? 0) : undefined;
    last = line.job;
    const heading = job ? [row('group', [`${job.num}  ${job.desc}`, '', '', '', ''], { keep: true })] : [];
    return [...heading, ...lineRows(words, document, line)];
  });
  // The sums stand with the last row.
  const kept = rows.map((one, at) => (at === rows.length - 1 ? { ...one, keep: true } : one));
  return withoutEmpty({
    heading: '',
    columns: [
      { label: words.description },
      { label: words.quantity, width: 68, align: 'right' },
      { label: words.rate, width: 74, align: 'right' },
      { label: words.detail, width: 78, align: 'right' },
      { label: words.amount, width: 86, align: 'right' },
    ],
    rows: [...kept, ...sumRows(words, document)],
  });
}

/** Every entry, line by line. What is on a fee is listed without amounts, which are not what is billed. */
function annexOf(words: DocumentWords, document: InvoiceDocument): Sheet[] {
  const lines = document.has_annex ? document.lines.filter(({ kind, entries }) => takesEntries(kind) && entries.length > 0) : [];
  if (lines.length === 0) return [];
  const rows = lines.flatMap((line): Row[] => {
    const hasAmounts = line.kind === 'time' || line.kind === 'disbursement';
    const minutes = line.entries.reduce((sum, entry) => sum + (entry.minutes ?? 0), 0);
    const amount = sumCents(line.entries.map((entry) => entry.amount));
    const entries = line.entries.map((entry): Row => {
      const [, rate] = sayTime(words, entry.minutes ?? 0, entry.rate, entry.amount);
      const hours = entry.minutes ? words.sayHours(entry.minutes) : '';
      return {
        kind: 'entry',
        cells: [entry.date, entry.who, entry.what, hours, hasAmounts ? rate : '', hasAmounts ? words.money(entry.amount) : ''],
        rule: true,
      };
    });
    const last = entries.at(-1)!;
    return [
      { kind: 'group', cells: [line.description, '', '', '', '', ''], keep: true },
      ...entries.slice(0, -1),
      { ...last, keep: true },
      { kind: 'sum', cells: ['', '', '', minutes ? words.sayHours(minutes) : '', '', hasAmounts ? words.money(amount) : ''] },
    ];
  });
  const title = `${words.invoice} ${document.num}`.trim();
  return [
    {
      has_letterhead: false,
      title: words.annex,
      subtitle: title,
      facts: [],
      tables: [
        withoutEmpty({
          heading: '',
          columns: [
            { label: words.day, width: 58 },
            { label: words.who, width: 100 },
            { label: words.what },
            { label: words.hours, width: 46, align: 'right' },
            { label: words.rate, width: 62, align: 'right' },
            { label: words.amount, width: 78, align: 'right' },
          ],
          rows,
        }),
      ],
      texts: [],
      stub: null,
    },
  ];
}

/** The lines of an address, each by itself. */
const linesIn = (text: string) => text.split('\n').filter((one) => one.trim() !== '');

export function firmOf({ firm_name, legal_name, ...firm }: InvoiceDocument['firm'], logo: Firm['logo']): Firm {
  return { ...firm, name: legal_name || firm_name, hst_number: '', logo };
}

/** The invoice as its client reads it, from the frozen document alone. */
export function printInvoice(document: InvoiceDocument, mark: InvoiceMark, logo: Firm['logo']): SheetDocument {
  const words = documentWords(document.language, document.currency ?? 'CAD');
  const { num, revision, date, due_date, terms_days, reference, billing_name, billing_address, jobs, total } = document;
  const title = `${words.invoice} ${num}`.trim();
  const firm = firmOf(document.firm, logo);
  const shownJobs = jobs.slice(0, MOST_JOBS).map((job) => `${job.num}  ${job.desc}`);
  const more = jobs.length > MOST_JOBS ? [words.more(jobs.length - MOST_JOBS)] : [];
  const subtitle = [revision > 1 ? words.revised(revision) : '', mark === null ? '' : words[mark]].filter(Boolean).join('  ·  ');
  const due: readonly [string, string][] = [
    [words.date, words.sayDay(date)],
    [words.due_date, words.sayDay(due_date)],
  ];
  const main: Sheet = {
    has_letterhead: true,
    title,
    subtitle,
    facts: [
      { label: words.billed_to, lines: [billing_name || document.client.name, ...linesIn(billing_address)] },
      ...(jobs.length > 0
        ? [
            {
              label: jobs.length > 1 ? words.jobs : words.job,
              lines: jobs.length > 1 ? [...shownJobs, ...more] : [jobs[0]!.num, jobs[0]!.desc],
              is_list: jobs.length > 1,
            },
          ]
        : []),
      {
        pairs: [
          ...due,
          [words.terms, words.days(terms_days)],
          ...(reference ? [[words.reference, reference] as const] : []),
          [words.total_due, words.money(mark === 'void' ? 0 : total)],
        ],
      },
    ],
    tables: [linesTable(words, document)],
    texts:
      mark === 'void'
        ? [{ heading: '', text: words.voided }]
        : [
            { heading: '', text: document.note },
            { heading: words.payment, text: [document.payment_text, document.interest_text].filter(Boolean).join('\n') },
          ],
    stub:
      mark === null
        ? {
            says: words.stub,
            to: [firm.name, ...linesIn(firm.address)],
            from: [billing_name || document.client.name, ...linesIn(billing_address)],
            pairs: [[words.invoice, num], ...due, [words.total_due, words.money(total)], [words.amount_paid, '____________']],
          }
        : null,
  };
  return {
    firm,
    title,
    language: words.locale,
    date,
    mark: mark === null ? '' : words[mark],
    foot: `${firm.name}  ·  ${title}${revision > 1 ? `, ${words.revised(revision)}` : ''}`,
    page: words.page,
    sheets: [main, ...annexOf(words, document)],
  };
}

/** "Invoice 26-0041 (version 2).pdf" */
export function invoiceFileName(
  { num, revision, language }: Pick<InvoiceDocument, 'num' | 'revision' | 'language'>,
  mark: InvoiceMark,
): string {
  const words = documentWords(language, 'CAD');
  const parts = [
    words.invoice,
    num,
    revision > 1 ? `(version ${revision})` : '',
    mark === null ? '' : words[mark].toLocaleLowerCase(words.locale),
  ];
  return `${parts.filter(Boolean).join(' ')}.pdf`;
}
