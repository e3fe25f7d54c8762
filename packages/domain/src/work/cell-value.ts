import { readDuration } from '../dates/duration.ts';
import { readMoney } from '../money/cents.ts';
import { readDecimal, roundDecimal } from '../text/decimal.ts';
import type { Reading } from '../text/reading.ts';

/** What a column of the budget table holds. */
export type CellKind = 'minutes' | 'money' | 'quantity' | 'percent' | 'line';
export type CellValue = number | string | null;

const MAX_LINE = 200;

function readFigure(text: string, places: number, most: number): Reading<number> {
  const decimal = readDecimal(text);
  if ('problem' in decimal) return decimal;
  if (decimal.value.is_negative) return { problem: `“${text.trim()}” is below zero.` };
  const units = roundDecimal(decimal.value, places);
  return units >= most * 10 ** places ? { problem: `“${text.trim()}” is too large.` } : { value: units / 10 ** places };
}

function readAmount(text: string): Reading<number> {
  const money = readMoney(text);
  return 'value' in money && money.value < 0 ? { problem: `“${text.trim()}” is below zero.` } : money;
}

const READ: { [Kind in CellKind]: (text: string) => Reading<number | string> } = {
  minutes: readDuration,
  money: readAmount,
  quantity: (text) => readFigure(text, 4, 1e8),
  percent: (text) => readFigure(text.trim().replace(/\s*%$/, ''), 3, 1e3),
  line: (text) => {
    const value = text.replace(/\s+/gu, ' ').trim();
    return value.length > MAX_LINE ? { problem: `This is longer than ${MAX_LINE} letters.` } : { value };
  },
};

/** What somebody typed or pasted into a cell of this kind; an empty cell is null, which clears it. */
export function readCell(kind: CellKind, text: string): Reading<CellValue> {
  return text.trim() === '' ? { value: null } : READ[kind](text);
}
