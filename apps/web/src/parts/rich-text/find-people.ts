import { norm, searchWords } from '@dmse/domain/text/norm';

type Named = { id: number; full_name: string };

/** So many are offered at once. */
const MAX_OFFERED = 8;

/** The people of a list whose names have every word that was typed, with or without the @ it began with. */
export function findPeople<T extends Named>(people: readonly T[], typed: string): T[] {
  const words = searchWords(typed.replace(/^\s*@/, ''));
  const isFound = ({ full_name }: T) => words.every((word) => norm(full_name).includes(word));
  return people.filter(isFound).slice(0, MAX_OFFERED);
}

/** What is being typed after an @ at the end of a line: "@mon" gives "mon"; null where no name is being typed. */
export function typedAfterAt(line: string): string | null {
  return /(?:^|[\s(])@([\p{L}\p{N}'’. -]{0,40})$/u.exec(line)?.[1] ?? null;
}
