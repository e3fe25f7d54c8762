import { parseBearing, parseNumber, parsePackedDegrees } from '../numbers.ts';
import type { ProblemList } from '../problem-list.ts';
import type { RawLine } from './raw-line.ts';

/** Takes the fields of one raw line, one by one, and complains about what cannot be read and about what nobody took. */
export class Figures {
  readonly line: number;
  readonly #raw: RawLine;
  readonly #problems: ProblemList;
  readonly #is_gon: boolean;

  constructor(raw: RawLine, line: number, problems: ProblemList, isGon: boolean) {
    this.line = line;
    this.#raw = raw;
    this.#problems = problems;
    this.#is_gon = isGon;
  }

  get note(): string {
    return this.#raw.note;
  }

  has(header: string): boolean {
    return this.#raw.fields.has(header);
  }

  text(header: string): string {
    return this.#raw.fields.take(header);
  }

  number(header: string): number | null {
    const text = this.text(header);
    return text === '' ? null : this.#check(header, parseNumber(text));
  }

  angle(header: string): number | null {
    const text = this.text(header);
    return text === ''
      ? null
      : this.#check(
          header,
          parseBearing(text, (plain) => this.#toDegrees(plain)),
        );
  }

  /** A point name: the one field a shot cannot do without. */
  name(header: string): string {
    const name = this.text(header);
    if (name === '') this.complain(`A ${this.#raw.code} record has no point name (${header}).`);
    if (name.length > 255) {
      this.#problems.about('NAME_LENGTH', 'warning', `A ${this.#raw.code} record has a name of more than 255 characters.`, this.line);
    }
    return name;
  }

  /** Call last: lists the fields that nobody took. */
  finish(): void {
    for (const header of this.#raw.fields.left()) {
      const sentence = `${this.#raw.code} records carry a field ${header} that is not used here.`;
      this.#problems.about('UNKNOWN_RECORD', 'notice', sentence, this.line);
    }
  }

  complain(sentence: string): void {
    this.#problems.about('BAD_VALUE', 'warning', sentence, this.line);
  }

  #check(header: string, value: number | null): number | null {
    if (value === null) this.complain(`${header} of a ${this.#raw.code} record could not be read.`);
    return value;
  }

  #toDegrees(text: string): number | null {
    if (!this.#is_gon) return parsePackedDegrees(text);
    const gon = parseNumber(text);
    return gon === null ? null : gon * 0.9;
  }
}
