import { Parser } from 'htmlparser2';
import { type Attributes, isDropped } from './mail-element.ts';

type Walker = { open: (name: string, attributes: Attributes) => (() => void) | undefined; text: (text: string) => void };

/** The parser's own pile of open elements costs time by its height; no mail that a person wrote comes near. */
const DEEPEST = 1000;
const MOST_LETTERS = 5_000_000;

class TooDeep extends Error {}

/**
 * Goes through the HTML of a mail in order and tells of each element that is not dropped; what `open` answers is done when it closes.
 * HTML piled up to exhaust whoever reads it is told as the words between its marks.
 */
export function walkHtml(html: string, walker: Walker): void {
  const given = html.slice(0, MOST_LETTERS);
  const closers: ((() => void) | undefined)[] = [];
  let dropped = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (closers.length >= DEEPEST) throw new TooDeep();
      if (dropped > 0 || isDropped(name, attributes)) {
        dropped += 1;
        closers.push(() => {
          dropped -= 1;
        });
      } else closers.push(walker.open(name, attributes));
    },
    ontext(text) {
      if (dropped === 0) walker.text(text);
    },
    onclosetag: () => closers.pop()?.(),
  });
  try {
    parser.end(given);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    while (closers.length > 0) closers.pop()?.();
    walker.text(wordsBetween(given));
  }
}

function wordsBetween(html: string): string {
  const words: string[] = [];
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    if (open < 0) return [...words, html.slice(at)].join(' ');
    if (open > at) words.push(html.slice(at, open));
    const close = html.indexOf('>', open);
    if (close < 0) break;
    at = close + 1;
  }
  return words.join(' ');
}
