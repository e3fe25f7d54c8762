import { norm } from '@dmse/domain/text/norm';

/** From four letters on: shorter ones are often the same in both languages. */
export const wordsIn = (text: string): string[] => norm(text).match(/\p{L}{4,}/gu) ?? [];

/** Every word of a catalogue, those in sentences with figures too. */
export function wordsOf(catalogue: unknown): string[] {
  if (typeof catalogue === 'string') return wordsIn(catalogue);
  if (typeof catalogue === 'function') {
    const mail = { greeted: '', num: '', desc: '', valid_until: '1', sender: '' };
    return [1, 2, '', mail].flatMap((one) => wordsIn(String((catalogue as (...values: unknown[]) => unknown)(one, '', '', '', ''))));
  }
  return Object.values(catalogue as object).flatMap(wordsOf);
}

/** The words of the other language that are none of this one's, nor of what people have typed. */
export function findForeignWords(text: string, { own, other, typed }: { own: unknown; other: unknown; typed: string }): string[] {
  const [foreign, known] = [new Set(wordsOf(other)), new Set([...wordsOf(own), ...wordsIn(typed)])];
  return [...new Set(wordsIn(text))].filter((word) => foreign.has(word) && !known.has(word));
}
