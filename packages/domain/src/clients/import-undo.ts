import { sayList } from '../text/counts.ts';
import { endSentence } from '../text/history-sentence.ts';

/** What stands against taking an import back. At most one name more than is told is asked for. */
type UndoFacts = {
  /** What was imported, in the plural. */
  noun: string;
  is_undone: boolean;
  changed: readonly string[];
  referred: readonly string[];
};

/** So many names are told; with one more it says "and others". */
export const NAMES_TOLD = 3;

function listed(names: readonly string[]): string {
  if (names.length > NAMES_TOLD) return `${names.slice(0, NAMES_TOLD).join(', ')} and others`;
  return sayList(names);
}

/** An import is taken back whole or not at all, and only while nobody has built on it. */
export function whyNotUndo({ noun, is_undone, changed, referred }: UndoFacts): string | null {
  const one = noun.slice(0, -1);
  if (is_undone) return 'This import has been undone already.';
  if (changed.length > 0)
    return endSentence(`${changed.length === 1 ? `A ${one} has` : `Some ${noun} have`} been changed since the import: ${listed(changed)}`);
  if (referred.length > 0)
    return endSentence(
      `${referred.length === 1 ? `A ${one} is` : `Some ${noun} are`} referred to by other records by now: ${listed(referred)}`,
    );
  return null;
}
