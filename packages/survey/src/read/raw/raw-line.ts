/**
 * One line of a raw file, taken apart: `CODE,HHvalue,HHvalue,--note`. The note may hold commas and further dashes, so the line
 * is cut at the first ",--". Headers are two letters, or N and E followed by a blank; case and blanks are forgiven.
 */

export interface RawLine {
  /** Upper case: "GPS", "SP", "--GS" has code "GS". */
  readonly code: string;
  readonly fields: RawFields;
  readonly note: string;
  /** The note was glued to the last figure ("EL12.3--TREE"): CHCNav LandStar writes so. */
  readonly has_glued_note: boolean;
}

/** The fields of a line, to be taken one by one; a short list is quicker than a map, and there are hundreds of thousands. */
export class RawFields {
  readonly #headers: string[] = [];
  readonly #values: string[] = [];
  #taken = 0;

  /** A header met twice stays in the list and is left over, because the first one is taken. */
  add(header: string, value: string): void {
    this.#headers.push(header);
    this.#values.push(value);
  }

  get size(): number {
    return this.#headers.length;
  }

  has(header: string): boolean {
    return this.#headers.includes(header);
  }

  /** The value, once; '' when there is none. */
  take(header: string): string {
    const at = this.#headers.indexOf(header);
    if (at < 0) return '';
    this.#headers[at] = '';
    this.#taken++;
    return this.#values[at] as string;
  }

  /** Headers that nobody took. */
  left(): string[] {
    return this.#taken === this.#headers.length ? [] : this.#headers.filter((header) => header !== '');
  }
}

const GLUED = /,\s*(?:EL|SD|HD)\s*[+-]?[\d.]*\d(--)/i;

/** `text` begins with the code. */
export function parseRawLine(text: string): RawLine {
  const cut = text.indexOf(',--');
  let end = cut < 0 ? text.length : cut;
  let note = cut < 0 ? '' : text.slice(cut + 3).trim();
  const glued = cut < 0 && text.includes('--') ? GLUED.exec(text) : null;
  if (glued) {
    const at = glued.index + glued[0].length;
    end = at - 2;
    note = text.slice(at).trim();
  }
  let comma = text.indexOf(',');
  if (comma < 0 || comma > end) comma = end;
  return {
    code: text.slice(0, comma).trim().toUpperCase(),
    fields: parseFields(text, comma + 1, end),
    note,
    has_glued_note: glued !== null,
  };
}

export function parseFields(text: string, from: number, to: number): RawFields {
  const fields = new RawFields();
  let start = from;
  while (start < to) {
    let end = text.indexOf(',', start);
    if (end < 0 || end > to) end = to;
    addField(fields, text, start, end);
    start = end + 1;
  }
  return fields;
}

const BLANK = 32;

function addField(fields: RawFields, text: string, start: number, end: number): void {
  let at = start;
  while (at < end && text.charCodeAt(at) <= BLANK) at++;
  if (at >= end) return;
  const after = Math.min(at + (isSingleLetter(text, at) ? 1 : 2), end);
  fields.add(text.slice(at, after).toUpperCase(), text.slice(after, end).trim());
}

/** "N 7366899.7", "E2532814", but not "NM", "EL". */
function isSingleLetter(text: string, at: number): boolean {
  const letter = text.charCodeAt(at) | BLANK;
  if (letter !== 110 && letter !== 101) return false;
  const next = text.charCodeAt(at + 1) | BLANK;
  return !(next >= 97 && next <= 122);
}

/** A line that can be a record: a short code of letters and digits, then a comma or nothing. */
export function looksLikeRecord(text: string): boolean {
  return /^\s*[A-Za-z][A-Za-z0-9]{0,3}\s*(?:,|$)/.test(text);
}
