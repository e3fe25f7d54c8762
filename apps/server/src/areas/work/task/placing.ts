import { isOrderKey, type OrderKey, orderKeyBetween } from '@dmse/domain/work/order-key';
import { invalid } from '../../../call/refusal.ts';

export type Placed = { id: number; order: OrderKey };

/**
 * The key a row gets in a list, given the others in their order: the one asked for, or the end. Where somebody has taken the key
 * meanwhile, the row goes right behind them. Only asked while the job or quote is held, so that the answer stays true.
 */
export function placeRow(others: readonly Placed[], wanted: OrderKey | undefined, salt: number): OrderKey {
  if (wanted === undefined) return orderKeyBetween(others.at(-1)?.order ?? null, null, salt);
  if (!isOrderKey(wanted)) throw invalid({ order: 'This is not an order key.' });
  if (!others.some(({ order }) => order === wanted)) return wanted;
  const next = others.find(({ order }) => order > wanted);
  return orderKeyBetween(wanted, next?.order ?? null, salt);
}
