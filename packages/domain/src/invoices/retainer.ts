import { type Cents, sumCents } from '../money/cents.ts';
import type { LineKind } from './lines.ts';

/** What the lines of an invoice do to the retainer of its client: above zero they ask for one, below they draw it down. */
export function retainerChange(lines: readonly { kind: LineKind; amount: Cents }[]): Cents {
  return sumCents(lines.filter(({ kind }) => kind === 'retainer').map(({ amount }) => amount));
}

/** Does it ask for a retainer? */
export function asksRetainer(lines: readonly { kind: LineKind; amount: Cents }[]): boolean {
  return lines.some(({ kind, amount }) => kind === 'retainer' && amount > 0);
}

/** The line that draws down as much as there is and as the invoice asks for; zero when there is nothing to draw. */
export function drawRetainer(balance: Cents, due: Cents): Cents {
  const drawn = Math.min(Math.max(0, balance), Math.max(0, due));
  return drawn === 0 ? 0 : -drawn;
}
