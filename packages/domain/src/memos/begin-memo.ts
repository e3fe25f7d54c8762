const TITLE_LETTERS = 80;

export type BegunMemo = {
  title: string;
  text: string;
  /** Who is named with an @, to be mailed too. */
  names: string[];
};

/**
 * A memo from one typed line: `Pins found: all four are in place`, `Call the client. They wait for the plan @joe`. What stands before a colon or
 * the end of the first sentence is the title; a line that is longer than a title is the text as well, so that nothing typed is lost.
 */
export function beginMemo(line: string): BegunMemo {
  const typed = line.trim();
  const names = [...typed.matchAll(/(?<!\S)@([\p{L}][\p{L}\p{M}'’-]*)/gu)].map(([, name]) => name!);
  const [, head, rest] = /^(.+?)(?::|(?<=[.!?]))\s+(.+)$/su.exec(typed) ?? [];
  if (head && rest && head.length <= TITLE_LETTERS) return { title: head.replace(/\.$/, ''), text: rest, names };
  if (typed.length <= TITLE_LETTERS) return { title: typed, text: '', names };
  return { title: `${typed.slice(0, TITLE_LETTERS).replace(/\s+\S*$/, '')} …`, text: typed, names };
}
