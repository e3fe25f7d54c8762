import type { InvoiceChoices } from '@dmse/contract/invoices/invoice';
import { hasAmount, LINE_KINDS, type LineKind, takesEntries } from '@dmse/domain/invoices/lines';
import { readMoney, typedCents } from '@dmse/domain/money/cents';
import { readDecimal, roundDecimal } from '@dmse/domain/text/decimal';
import type { CellChoice } from '../../../parts/grid/choice-cell.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { type DraftLine, findTask, minutesOn, progressFor } from './draft-lines.ts';

export type LineColumnId = 'kind' | 'task' | 'description' | 'quantity' | 'unit' | 'price' | 'amount' | 'account' | 'tax';
export type LineColumn = { id: LineColumnId; title: string; kind: 'choice' | 'text' | 'figure'; width: number | null; maxLength?: number };

export const LINE_COLUMNS: readonly LineColumn[] = [
  { id: 'kind', title: 'Kind', kind: 'choice', width: 104 },
  { id: 'task', title: 'Job and task', kind: 'choice', width: 212 },
  { id: 'description', title: 'Description', kind: 'text', width: null, maxLength: 1000 },
  { id: 'quantity', title: 'Quantity', kind: 'figure', width: 80 },
  { id: 'unit', title: 'Unit', kind: 'text', width: 60, maxLength: 20 },
  { id: 'price', title: 'Price', kind: 'figure', width: 96 },
  { id: 'amount', title: 'Amount (CAD)', kind: 'figure', width: 112 },
  { id: 'account', title: 'Account', kind: 'choice', width: 84 },
  { id: 'tax', title: 'Tax', kind: 'choice', width: 76 },
];

export const cellKey = (line: number, column: LineColumnId) => `${line}/${column}`;

const KIND_WORDS: Record<LineKind, string> = {
  time: 'Time',
  disbursement: 'Disbursement',
  'fixed fee': 'Fixed fee',
  progress: 'Progress',
  retainer: 'Retainer',
  discount: 'Discount',
  text: 'Text',
};
export const sayKind = (kind: LineKind) => KIND_WORDS[kind];
const isSum = ({ kind, entries }: DraftLine) => (kind === 'time' || kind === 'disbursement') && entries.length > 0;

/** "26-0001 Boundary survey" */
export function sayTask({ job, task }: Pick<DraftLine, 'job' | 'task'>, choices: InvoiceChoices): string {
  if (job === null) return '';
  const num = choices.jobs.find(({ id }) => id === job)?.num ?? '';
  return [num, findTask(choices, task)?.name].filter(Boolean).join(' ');
}

export function choicesOf(line: DraftLine, column: LineColumnId, choices: InvoiceChoices): CellChoice[] {
  switch (column) {
    case 'kind':
      return LINE_KINDS.map((kind) => ({ value: kind, label: sayKind(kind) }));
    case 'task':
      return [
        { value: '', label: 'No job' },
        ...choices.jobs.flatMap(({ id, num, desc, tasks }) => [
          { value: `${id}`, label: `${num} ${desc}` },
          ...tasks.map((task) => ({ value: `${id}/${task.id}`, label: `${num} · ${task.name}` })),
        ]),
      ];
    case 'account':
      return withOwn(line.account_code, choices.accounts);
    case 'tax':
      return withOwn(line.tax_type, choices.tax_types);
    default:
      return [];
  }
}

/** What stands on the line is offered even if nobody else may choose it any more. */
function withOwn(own: string, offered: readonly { code: string; name: string }[]): CellChoice[] {
  const known = offered.map(({ code, name }) => ({ value: code, label: code === name ? code : `${code} ${name}` }));
  const isKnown = own === '' || offered.some(({ code }) => code === own);
  return [{ value: '', label: 'None' }, ...(isKnown ? [] : [{ value: own, label: own }]), ...known];
}

/** What a cell shows. */
export function sayCell(line: DraftLine, column: LineColumnId, choices: InvoiceChoices): string {
  const { kind, percent, fee, unit_price, amount, quantity } = line;
  const isPriced = unit_price !== null && !isSum(line);
  switch (column) {
    case 'kind':
      return sayKind(kind);
    case 'task':
      return sayTask(line, choices);
    case 'description':
      return line.description;
    case 'quantity':
      if (kind === 'progress') return percent === null ? '' : `${percent} %`;
      if (isSum(line)) return kind === 'time' ? String(Math.round((minutesOn(line) / 60) * 100) / 100) : '';
      return hasAmount(kind) && (isPriced || quantity !== 1) ? String(quantity) : '';
    case 'unit':
      if (kind === 'progress') return 'of fee';
      return isSum(line) && kind === 'time' ? 'h' : line.unit;
    case 'price':
      if (kind === 'progress') return fee === null ? '' : formatCents(fee, true);
      return isPriced ? formatCents(unit_price, true) : '';
    case 'amount':
      return hasAmount(kind) ? formatCents(amount, true) : '';
    case 'account':
      return line.account_code;
    case 'tax':
      return line.tax_type;
  }
}

/** What a cell begins with when it is typed in. */
export function typedCell(line: DraftLine, column: LineColumnId): string {
  const money = (cents: number | null) => (cents === null ? '' : typedCents(cents));
  switch (column) {
    case 'kind':
      return line.kind;
    case 'task':
      return line.job === null ? '' : [line.job, line.task].filter((id) => id !== null).join('/');
    case 'quantity':
      return String((line.kind === 'progress' ? line.percent : line.quantity) ?? '');
    case 'price':
      return money(line.kind === 'progress' ? line.fee : line.unit_price);
    case 'amount':
      return money(line.amount);
    case 'account':
      return line.account_code;
    case 'tax':
      return line.tax_type;
    default:
      return line[column];
  }
}

/** Why nothing is typed into a cell. */
export function whyNotType(line: DraftLine, column: LineColumnId): string | null {
  const isFigure = ['quantity', 'unit', 'price', 'amount'].includes(column);
  if (!hasAmount(line.kind) && (isFigure || column === 'account' || column === 'tax')) return 'A text has no amount.';
  if (isSum(line) && isFigure) return 'This line comes to what its entries are billed at.';
  if (line.kind === 'progress' && column === 'amount') return 'The amount follows from the fee and how much of it is done.';
  return line.kind === 'progress' && column === 'unit' ? 'A progress line is a part of a fee.' : null;
}

type Written = { change: Partial<DraftLine> } | { problem: string };

function readQuantity(text: string): { value: number } | { problem: string } {
  const reading = readDecimal(text.replace(/%\s*$/, ''));
  return 'problem' in reading ? reading : { value: roundDecimal(reading.value, 4) / 10_000 };
}

function writeFigure(line: DraftLine, column: LineColumnId, text: string): Written {
  const isProgress = line.kind === 'progress';
  if (column === 'quantity') {
    if (text.trim() === '') return { change: isProgress ? { percent: null } : { quantity: 1 } };
    const reading = readQuantity(text);
    if ('problem' in reading) return reading;
    const percent = Math.round(reading.value * 1000) / 1000;
    if (isProgress && (percent < 0 || percent > 999.999)) return { problem: 'Enter how much of the fee is done, in per cent.' };
    return { change: isProgress ? { percent } : { quantity: reading.value } };
  }
  if (text.trim() === '')
    return { change: isProgress ? { fee: null } : column === 'price' ? { unit_price: null } : { amount: 0, unit_price: null } };
  const reading = readMoney(text);
  if ('problem' in reading) return reading;
  if (isProgress) return { change: { fee: reading.value } };
  // A discount is typed as it is said: 50 off.
  const value = line.kind === 'discount' && reading.value > 0 ? -reading.value : reading.value;
  return { change: column === 'price' ? { unit_price: value } : { amount: value, unit_price: null } };
}

function writeKind(line: DraftLine, kind: LineKind, choices: InvoiceChoices): Written {
  if (line.entries.length > 0 && !takesEntries(kind)) return { problem: `Move the entries of this line first: a ${kind} line has none.` };
  const own = choices.line_defaults[line.kind];
  const isUsual = own.account_code === line.account_code && own.tax_type === line.tax_type;
  const codes = isUsual || line.kind === 'text' ? choices.line_defaults[kind] : {};
  const progress = kind === 'progress' ? { ...progressFor(line, choices), unit_price: null } : { percent: null, fee: null };
  const texts = hasAmount(kind) ? {} : { ...choices.line_defaults.text, quantity: 1, unit_price: null, amount: 0 };
  return { change: { kind, ...codes, ...progress, ...texts } };
}

/** What a line becomes by what was typed, or why it does not. */
export function writeCell(line: DraftLine, column: LineColumnId, text: string, choices: InvoiceChoices): Written {
  const typed = text.trim();
  switch (column) {
    case 'kind': {
      const kind = LINE_KINDS.find((one) => one === typed.toLowerCase());
      return kind ? writeKind(line, kind, choices) : { problem: `“${typed}” is no kind of line.` };
    }
    case 'task': {
      const [job, task] = typed.split('/').map(Number);
      const named = { job: typed === '' ? null : (job ?? null), task: task ?? null };
      const fee = line.kind === 'progress' ? progressFor({ ...line, ...named, fee: null }, choices) : {};
      const description = line.description === '' && task ? { description: findTask(choices, task)?.name ?? '' } : {};
      return { change: { ...named, ...fee, ...description } };
    }
    case 'description':
      return { change: { description: typed } };
    case 'unit':
      return { change: { unit: typed } };
    case 'account':
    case 'tax':
      if (!choicesOf(line, column, choices).some(({ value }) => value === typed)) return { problem: `There is no code “${typed}”.` };
      return { change: column === 'account' ? { account_code: typed } : { tax_type: typed } };
    default:
      return writeFigure(line, column, text);
  }
}
