import type { InvoiceChoices, InvoiceLine, WrittenLine } from '@dmse/contract/invoices/invoice';
import type { BillableItem } from '@dmse/contract/wip/billable';
import type { Language } from '@dmse/domain/clients/party';
import { type BilledEntry, billToCap, type Rest, splitEntry, wholeAmount } from '@dmse/domain/invoices/billed-entry';
import { discountLines } from '@dmse/domain/invoices/discount';
import { type InvoiceSums, invoiceSums } from '@dmse/domain/invoices/invoice-tax';
import { LINE_WORDS } from '@dmse/domain/invoices/line-words';
import { hasAmount, type LineKind, lineAmount, takesEntries, whyNotLine } from '@dmse/domain/invoices/lines';
import { progressFigures, whyNotProgress } from '@dmse/domain/invoices/progress';

export type DraftEntry = InvoiceLine['entries'][number];
/** A line that is being written. Its key is the id it was saved under, or a number below zero. */
export type DraftLine = Omit<InvoiceLine, 'id' | 'tax'> & { key: number };
export type DraftLines = readonly DraftLine[];

export function draftOf(lines: readonly InvoiceLine[]): DraftLine[] {
  return lines.map(({ id, tax: _, ...line }) => ({ ...line, key: id }));
}

/** The lines as they are sent: the work on them by its name and what is billed of it. */
export function writtenOf(lines: DraftLines): WrittenLine[] {
  return lines.map(({ key: _, entries, ...line }) => ({
    ...line,
    entries: entries.map(({ item, amount, rest }) => ({ item, amount, rest })),
  }));
}

type Task = InvoiceChoices['jobs'][number]['tasks'][number];
export function findTask({ jobs }: Pick<InvoiceChoices, 'jobs'>, id: number | null): Task | undefined {
  return id === null ? undefined : jobs.flatMap(({ tasks }) => tasks).find((task) => task.id === id);
}

/** What is billed of the fee of a progress line, as far as it is known what was billed before. */
export function progressOf({ fee, percent, task }: DraftLine, choices: InvoiceChoices) {
  const found = findTask(choices, task);
  return found && fee !== null && percent !== null ? { fee, percent, previous: found.previous } : null;
}

function amountOf(line: DraftLine, choices: InvoiceChoices): number {
  if (!hasAmount(line.kind)) return 0;
  const progress = line.kind === 'progress' ? progressOf(line, choices) : null;
  if (progress) return progressFigures(progress).amount;
  return lineAmount(
    line,
    line.entries.map(({ amount }) => amount),
  );
}

/** The line with what it comes to now. */
export function reckon(line: DraftLine, choices: InvoiceChoices): DraftLine {
  const amount = amountOf(line, choices);
  return amount === line.amount ? line : { ...line, amount };
}

/** Why the line cannot be saved as it is. */
export function whyNotDraftLine(line: DraftLine, choices: InvoiceChoices): string | null {
  if (line.kind === 'progress') {
    const progress = progressOf(line, choices);
    if (!progress) return 'Choose the task, its fee and how much of it is done.';
    const why = whyNotProgress(progress, false);
    if (why) return why.sentence;
  }
  const entries = line.entries.map(({ amount }) => amount);
  return whyNotLine(line.kind === 'progress' ? { ...line, unit_price: null } : line, entries)?.sentence ?? null;
}

/** Tax and total as the server will reckon them. */
export function sumsOf(lines: DraftLines, { tax_types }: InvoiceChoices, is_exempt: boolean): InvoiceSums {
  const rules = new Map(tax_types.map(({ code, rules: own }) => [code, own]));
  const known = lines.map(({ amount, tax_type }) => ({ amount, tax_type: rules.has(tax_type) ? tax_type : '' }));
  return invoiceSums(known, rules, is_exempt);
}

function nextKey(lines: DraftLines): number {
  return Math.min(0, ...lines.map(({ key }) => key)) - 1;
}

const EMPTY = {
  ...{ job: null, task: null, description: '', quantity: 1, unit: '', unit_price: null, amount: 0 },
  ...{ division: '', activity: '', percent: null, fee: null, entries: [] },
};

export function newLine(lines: DraftLines, kind: LineKind, { line_defaults }: InvoiceChoices): DraftLine {
  const job = lines.at(-1)?.job ?? null;
  return { ...EMPTY, ...line_defaults[kind], kind, key: nextKey(lines), job: kind === 'text' ? null : job };
}

export function insertAfter(lines: DraftLines, at: number, line: DraftLine): DraftLine[] {
  return lines.toSpliced(at + 1, 0, line);
}

export function changeLine(lines: DraftLines, key: number, change: Partial<DraftLine>, choices: InvoiceChoices): DraftLine[] {
  return lines.map((line) => (line.key === key ? reckon({ ...line, ...change }, choices) : line));
}

/** The same line once more. Its work stands on the first only: an entry is on one line. */
export function duplicateLine(lines: DraftLines, key: number): DraftLine[] {
  const at = lines.findIndex((line) => line.key === key);
  return at < 0 ? [...lines] : insertAfter(lines, at, { ...lines[at]!, key: nextKey(lines), entries: [] });
}

export function shiftLine(lines: DraftLines, key: number, by: 1 | -1): DraftLine[] {
  const at = lines.findIndex((line) => line.key === key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= lines.length) return [...lines];
  return lines.toSpliced(at, 1).toSpliced(to, 0, lines[at]!);
}

export function removeLine(lines: DraftLines, key: number): DraftLine[] {
  return lines.filter((line) => line.key !== key);
}

const byDate = (a: DraftEntry, b: DraftEntry) => a.date.localeCompare(b.date, 'en') || a.item.localeCompare(b.item, 'en');

/** Puts work on another line; both come to what is on them then. */
export function moveEntries(lines: DraftLines, items: ReadonlySet<string>, to: number, choices: InvoiceChoices): DraftLine[] {
  const target = lines.find(({ key }) => key === to);
  if (!target || !takesEntries(target.kind)) return [...lines];
  const moved = lines.flatMap(({ entries }) => entries).filter(({ item }) => items.has(item));
  return lines.map((line) => {
    const kept = line.entries.filter(({ item }) => !items.has(item));
    const entries = line.key === to ? [...kept, ...moved].sort(byDate) : kept;
    return entries.length === line.entries.length && line.key !== to ? line : emptied(line, { ...line, entries }, choices);
  });
}

/** A line whose amount was that of its work comes to nothing once the work has gone. */
function emptied(before: DraftLine, after: DraftLine, choices: InvoiceChoices): DraftLine {
  const wasSum = (before.kind === 'time' || before.kind === 'disbursement') && before.entries.length > 0;
  return reckon(wasSum && after.entries.length === 0 ? { ...after, unit_price: null, amount: 0 } : after, choices);
}

/** Takes work off the invoice: it is ready to be billed again. */
export function takeOff(lines: DraftLines, items: ReadonlySet<string>, choices: InvoiceChoices): DraftLine[] {
  return lines.map((line) => {
    const entries = line.entries.filter(({ item }) => !items.has(item));
    return entries.length === line.entries.length ? line : emptied(line, { ...line, entries }, choices);
  });
}

function setEntries(lines: DraftLines, billed: ReadonlyMap<string, BilledEntry>, choices: InvoiceChoices): DraftLine[] {
  return lines.map((line) => {
    if (!line.entries.some(({ item }) => billed.has(item))) return line;
    const entries = line.entries.map((entry) => ({ ...entry, ...billed.get(entry.item) }));
    return reckon({ ...line, entries }, choices);
  });
}

/** Bills a part of an entry and says what becomes of the rest; all of it where there is nothing to be said. */
export function billPart(
  lines: DraftLines,
  entry: DraftEntry,
  billed: number,
  what: Omit<Rest, 'amount'> | null,
  choices: InvoiceChoices,
): DraftLine[] {
  const whole = wholeAmount(entry);
  const next = what === null ? { item: entry.item, amount: whole, rest: null } : splitEntry(entry.item, whole, billed, what);
  return setEntries(lines, new Map([[entry.item, next]]), choices);
}

/** Bills the work of a job until it comes to `room`; what is not billed at all goes back to WIP. */
export function capJob(lines: DraftLines, job: number, room: number, what: Omit<Rest, 'amount'>, choices: InvoiceChoices) {
  const entries = lines.filter((line) => line.job === job).flatMap((line) => line.entries);
  const worth = entries.map((entry) => ({ item: entry.item, date: entry.date, amount: wholeAmount(entry) }));
  const bill = billToCap(worth, room, what);
  const billed = new Map(bill.entries.map((entry) => [entry.item, entry]));
  return { ...bill, lines: takeOff(setEntries(lines, billed, choices), new Set(bill.left), choices) };
}

const kindOf = ({ item }: BillableItem): LineKind => (item.startsWith('time/') ? 'time' : 'disbursement');

/** Puts more work on the invoice: on the line of its task and kind, or on a new one. */
export function addWork(lines: DraftLines, items: readonly BillableItem[], choices: InvoiceChoices, language: Language): DraftLine[] {
  const words = LINE_WORDS[language];
  let next = [...lines];
  // What was paid as the agent of the client has its tax in it, and stands by itself.
  const untaxed = choices.line_defaults.retainer.tax_type;
  for (const item of items) {
    const { amount, work_date: date, who, what, minutes, rate, as_agent } = item;
    const kind = kindOf(item);
    const tax_type = as_agent ? untaxed : choices.line_defaults[kind].tax_type;
    const task = item.task?.id ?? null;
    const fits = (line: DraftLine) =>
      line.kind === kind &&
      line.job === item.job &&
      line.task === task &&
      line.entries.length > 0 &&
      (!as_agent || line.tax_type === untaxed);
    let at = next.findIndex(fits);
    if (at < 0) {
      const job = choices.jobs.find(({ id }) => id === item.job);
      const name = item.task?.name ?? (job?.desc || words.job(job?.num ?? ''));
      const description = kind === 'time' ? name : words.disbursements(name);
      next.push({ ...newLine(next, kind, choices), job: item.job, task, tax_type, description });
      at = next.length - 1;
    }
    const entry: DraftEntry = {
      item: item.item,
      amount,
      rest: null,
      date,
      who,
      what,
      task: item.task?.name ?? '',
      role: '',
      minutes,
      rate,
    };
    const line = next[at]!;
    next = next.with(at, reckon({ ...line, entries: [...line.entries, entry].sort(byDate) }, choices));
  }
  return next;
}

/** A discount for every account and tax type of the lines, below them. */
export function addDiscount(lines: DraftLines, discount: number, description: string, choices: InvoiceChoices): DraftLine[] {
  let next = [...lines];
  for (const share of discountLines(lines, discount)) {
    next = [...next, { ...newLine(next, 'discount', choices), job: null, description, ...share }];
  }
  return next;
}

/** A line that draws down the retainer of the client. */
export function addRetainer(lines: DraftLines, amount: number, choices: InvoiceChoices, language: Language): DraftLine[] {
  return [...lines, { ...newLine(lines, 'retainer', choices), job: null, description: LINE_WORDS[language].retainer, amount }];
}

/** What is done of a fee, where a line becomes one of progress: the budget of its task is the fee, and what was accepted for the job is its progress, until others are typed. */
export function progressFor(line: DraftLine, choices: InvoiceChoices): Partial<DraftLine> {
  const budget = findTask(choices, line.task)?.budget_amount ?? 0;
  const accepted = choices.jobs.find(({ id }) => id === line.job)?.progress ?? null;
  return { fee: line.fee ?? (budget > 0 ? budget : null), percent: line.percent ?? accepted };
}

export const minutesOn = ({ entries }: Pick<DraftLine, 'entries'>) => entries.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
