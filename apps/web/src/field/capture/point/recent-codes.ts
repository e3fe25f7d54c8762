import type { SitesSettings } from '@dmse/contract/sites/settings';

export type FieldCode = SitesSettings['codes'][number];

const OFFERED = 8;

/**
 * The codes for one tap: those last used in this run first, then what a crew needs most (structures, then the list as the firm ordered
 * it), so that the first point of a run is as quick as the hundredth.
 */
export function offerCodes(used: readonly (string | null)[], codes: readonly FieldCode[]): FieldCode[] {
  const byCode = new Map(codes.map((code) => [code.code, code]));
  const offered = new Map<string, FieldCode>();
  const add = (code: FieldCode | undefined) => {
    if (code && offered.size < OFFERED) offered.set(code.code, code);
  };
  for (const code of used) if (code !== null) add(byCode.get(code));
  for (const code of codes) if (code.structure !== null) add(code);
  for (const code of codes) add(code);
  return [...offered.values()];
}

/** Every word of the question somewhere in the code or its meaning. */
export function findCodes(codes: readonly FieldCode[], query: string): FieldCode[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return codes.filter(({ code, meaning }) => {
    const text = `${code} ${meaning}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
