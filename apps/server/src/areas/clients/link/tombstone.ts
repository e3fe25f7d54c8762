import { Refusal } from '../../../call/refusal.ts';

/** Whoever follows an old link to a merged record is sent to the one that stayed. */
export function sendToSurvivor(noun: 'client' | 'contact', mergedInto: unknown): void {
  if (typeof mergedInto !== 'number') return;
  throw new Refusal(
    'MERGED',
    `This ${noun} was merged into another.`,
    { merged_into: mergedInto },
    { Location: `/api/clients/${noun}/${mergedInto}/` },
  );
}

/** A merged record takes no more changes. */
export function refuseTombstone(noun: 'client' | 'contact', mergedInto: unknown): void {
  if (typeof mergedInto !== 'number') return;
  throw new Refusal('GONE', `This ${noun} was merged into another. Change that one instead.`, { merged_into: mergedInto });
}
