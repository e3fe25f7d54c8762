type Item = { from: string | null; to: string | null };

type Change = Item & {
  field: string;
  label: string;
  /**
   * For a list of named things: how one of them is called, those that came, went or changed (left out where the whole list is one),
   * and how many more did.
   */
  one?: string;
  items?: readonly Item[];
  unsaid?: number;
};
type Happening = { who: string | null; action: string; noun: string; name: string; changes: readonly Change[] };

/** Something done, said with its verb: `changed` `phone from 1 to 2`. */
type Deed = { verb: string; what: string };

/** A label in the middle of a sentence: "Phone" to "phone"; what is spelled in capitals stays so, as in "HST number" and "code ROCK". */
function inSentence(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}

/** A sentence has one line, also where what was typed has several. */
function onOneLine(text: string | null): string | null {
  return text?.replace(/\s+/g, ' ').trim() ?? null;
}

function isLong(text: string | null): boolean {
  return (text?.length ?? 0) > 80;
}

/** "phone from 506 555-0101 to 506 555-0102", "note" for what is too long to repeat. */
function phrase(change: Change): string {
  const name = inSentence(change.label);
  const [from, to] = [onOneLine(change.from), onOneLine(change.to)];
  if (isLong(from) || isLong(to)) return to === null ? `${name} (cleared)` : name;
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

/** So many of a list are named in a sentence. */
const NAMED = 5;

/** "contact Ann Roy", "contacts Ann Roy, Bob and 3 others" */
function nameItems(one: string, names: readonly string[], unsaid: number): string {
  const named = names.slice(0, NAMED);
  const more = names.length - named.length + unsaid;
  const all = more > 0 ? [...named, `${more} ${more === 1 ? 'other' : 'others'}`] : named;
  const words = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all.join('');
  return `${one}${names.length + unsaid > 1 ? 's' : ''} ${words}`;
}

/** What became of the things in a list. Those that are not spelled out did what the first of them did. */
function itemDeeds(one: string, items: readonly Item[], unsaid: number): Deed[] {
  const said = items.map(({ from, to }) => ({ from: onOneLine(from), to: onOneLine(to) }));
  const come = said.flatMap(({ from, to }) => (from === null && to !== null ? [to] : []));
  const gone = said.flatMap(({ from, to }) => (to === null && from !== null ? [from] : []));
  const isMoreCome = come.length > 0;
  return [
    ...(come.length > 0 ? [{ verb: 'added', what: nameItems(one, come, unsaid) }] : []),
    ...said.flatMap(({ from, to }) => (from !== null && to !== null ? [{ verb: 'changed', what: `${one} ${from} to ${to}` }] : [])),
    ...(gone.length > 0 ? [{ verb: 'removed', what: nameItems(one, gone, isMoreCome ? 0 : unsaid) }] : []),
  ];
}

function deedsOf(change: Change, noun: string): Deed[] {
  const { field, from, to, one, items, unsaid = 0 } = change;
  if (field === 'merged') return [{ verb: 'merged', what: `${onOneLine(to)} into this ${noun}` }];
  if (field === 'mailed') return [{ verb: 'mailed', what: `${onOneLine(to)}` }];
  if (one) return itemDeeds(one, items ?? [{ from, to }], unsaid);
  const label = inSentence(change.label);
  if (to === null && from !== null) {
    const was = onOneLine(from)!;
    return [{ verb: 'cleared', what: isLong(was) ? label : `${label} (was ${was})` }];
  }
  // What is too long to repeat is only named, and "set note" would not be a sentence.
  if (from === null && to !== null && !isLong(onOneLine(to))) return [{ verb: 'set', what: phrase(change) }];
  return [{ verb: 'changed', what: phrase(change) }];
}

const VERBS = ['merged', 'changed', 'set', 'added', 'removed', 'cleared', 'mailed'];

/** Deeds of one kind stand together, and their verb is said once. */
function sayDeeds(deeds: readonly Deed[]): string {
  const parts = VERBS.flatMap((verb) =>
    deeds.filter((deed) => deed.verb === verb).map(({ what }, i) => (i === 0 ? `${verb} ${what}` : what)),
  );
  return listed(parts);
}

/** One thing that happened, said as a colleague would. */
export function historySentence({ who, action, noun, name, changes }: Happening): string {
  const person = who ?? 'The system';
  if (action !== 'changed') return endSentence(`${person} ${action} ${noun} ${name}`);
  const into = changes.find(({ field }) => field === 'merged_into');
  if (into) return endSentence(`${person} merged ${noun} ${name} into ${onOneLine(into.to)}`);
  const deeds = changes.flatMap((change) => deedsOf(change, noun));
  return endSentence(`${person} ${deeds.length > 0 ? sayDeeds(deeds) : `changed ${noun} ${name}`}`);
}
