import { type Cents, sumCents } from './cents.ts';

/**
 * A total split in proportion to weights by the largest remainder: every share is rounded down, the missing cents go one each to the
 * largest remainders, ties to the larger weight and then to the earlier one. The shares add up to the total, always; a larger weight
 * never gets less. A negative total is the mirror image.
 */
export function splitCents(total: Cents, weights: readonly number[]): Cents[] {
  if (total < 0) return splitCents(-total, weights).map((cents) => (cents === 0 ? 0 : -cents));
  if (weights.some((weight) => weight < 0)) throw new RangeError('A share cannot weigh less than nothing.');
  const sum = sumCents(weights);
  if (sum === 0) {
    if (total === 0) return weights.map(() => 0);
    throw new RangeError('A total cannot be split over nothing.');
  }
  const shares = weights.map((weight, at) => {
    const exact = BigInt(weight) * BigInt(total);
    return { at, weight, cents: Number(exact / BigInt(sum)), remainder: exact % BigInt(sum) };
  });
  const missing = total - sumCents(shares.map((share) => share.cents));
  const byClaim = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? b.weight - a.weight || a.at - b.at : a.remainder < b.remainder ? 1 : -1,
  );
  for (const share of byClaim.slice(0, missing)) share.cents += 1;
  return shares.map((share) => share.cents);
}
