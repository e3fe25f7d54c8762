import type { Random } from '../firm/random.ts';
import { type Sheet, takePen } from './sheet.ts';

/** What a receipt has to agree with, in cents. */
export type ReceiptFacts = { id: number; vendor: string; category: string; date: string; gross: number; tax: number; tax_name: string };

/** What is sold under each category; the first line takes what the others leave. */
const GOODS: Record<string, readonly string[]> = {
  Fuel: ['Regular unleaded'],
  Meals: ['Fish and chips', 'Club sandwich', 'Coffee', 'Soup of the day', 'Pie'],
  Accommodation: ['Room, one night', 'Parking', 'Breakfast'],
  'Parking and tolls': ['Parking'],
  'Survey supplies': ['Iron bars, 25 mm × 1 m', 'Lath, bundle of 50', 'Marking paint', 'Flagging tape'],
  'Registry and permit fees': ['Search and copies of documents'],
  Printing: ['Plots on bond, 24 × 36', 'Binding'],
  Subcontractor: ['Work on site, as quoted', 'Mobilization'],
};
const WIDTH = 230;
const MARGIN = 16;
const STEP = 15;

const money = (cents: number) => `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`;

/** Lines that add up to the whole. */
export function splitGoods(random: Random, category: string, net: number): { words: string; cents: number }[] {
  const [first = 'Goods', ...others] = GOODS[category] ?? [];
  const more = Math.abs(net) < 1500 ? [] : others.filter(() => random.chance(0.6)).slice(0, 3);
  const lines = more.map((words) => ({ words, cents: Math.trunc((net * random.int(12, 26)) / 100) }));
  const rest = net - lines.reduce((sum, { cents }) => sum + cents, 0);
  return [{ words: category === 'Fuel' ? `${first}, ${(rest / 160).toFixed(2)} L` : first, cents: rest }, ...lines];
}

/** A slip from a till: who, when, what, the tax and the total. */
export function drawReceipt(random: Random, { id, vendor, category, date, gross, tax, tax_name }: ReceiptFacts): Sheet {
  const lines = splitGoods(random, category, gross - tax);
  const pen = takePen({ width: WIDTH, height: 0 });
  const [name, place = 'New Brunswick'] = vendor.split(', ');
  const middle = WIDTH / 2;
  let y = 34;
  const centre = (text: string, size: number, is_bold = false) => {
    pen.text(text, [middle, y], size, { align: 'middle', is_bold });
    y += size * 1.5;
  };
  const row = (words: string, cents: number, is_bold = false) => {
    pen.text(words, [MARGIN, y], is_bold ? 12 : 10, { is_bold });
    pen.text(money(cents), [WIDTH - MARGIN, y], is_bold ? 12 : 10, { align: 'right', is_bold });
    y += STEP;
  };
  const rule = () => {
    pen.add({ line: [[MARGIN, y - 6], [WIDTH - MARGIN, y - 6]], width: 0.6, dash: 3 }); // biome-ignore format: one rule
    y += STEP * 0.6;
  };
  centre(name!, 13, true);
  centre(place, 9);
  y += 4;
  centre(`${date}  ${random.int(8, 18)}:${String(random.int(0, 59)).padStart(2, '0')}`, 9);
  centre(`${gross < 0 ? 'Refund' : 'Receipt'} ${String(4000 + id * 7).padStart(6, '0')}`, 9);
  y += 4;
  rule();
  for (const { words, cents } of lines) row(words, cents);
  rule();
  row('Subtotal', gross - tax);
  if (tax !== 0) row(tax_name, tax);
  row('TOTAL CAD', gross, true);
  y += 6;
  rule();
  centre('Thank you · Merci', 9);
  return { ...pen.sheet, height: y + 12 };
}
