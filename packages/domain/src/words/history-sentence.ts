type Change = { field: string; label: string; from: string | null; to: string | null };
type Happening = { who: string | null; action: string; noun: string; name: string; changes: readonly Change[] };

/** A label in the middle of a sentence: "Phone" to "phone"; what is spelled in capitals stays so, as in "HST number" and "code ROCK". */
function inSentence(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}

/** "phone from 506 555-0101 to 506 555-0102", "note" for what is too long to repeat. */
function phrase({ label, from, to }: Change): string {
  const name = inSentence(label);
  if ((from?.length ?? 0) > 80 || (to?.length ?? 0) > 80) return to === null ? `${name} (cleared)` : name;
  if (from === null) return to === null ? name : `${name} to ${to}`;
  return to === null ? `${name} (was ${from})` : `${name} from ${from} to ${to}`;
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join('; ')} and ${parts.at(-1)}`;
}

/** What changed, for the middle of a sentence: "name from A to B; state to done". Empty when nothing did. */
export function sayChanges(changes: readonly Change[]): string {
  return listed(changes.map(phrase));
}

/** What was typed may end in a stop of its own: "Acme Ltd." */
export function endSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** One thing that happened, said as a colleague would. */
export function historySentence({ who, action, noun, name, changes }: Happening): string {
  const person = who ?? 'The system';
  if (action !== 'changed') return endSentence(`${person} ${action} ${noun} ${name}`);
  return endSentence(`${person} changed ${sayChanges(changes)}`);
}
