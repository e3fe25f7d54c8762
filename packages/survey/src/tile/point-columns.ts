import { toWorld } from './mercator.ts';

/** A feature as it comes in. Of each facet one value, or several; `stamp` changes when its shape does. */
export interface MapFeature {
  readonly id: string;
  readonly lon: number;
  readonly lat: number;
  readonly label: string;
  readonly facets: readonly (string | readonly string[])[];
  readonly stamp: string;
}

/** Ids are whole numbers, or UUIDs and, beside them, points named by their group and label (`12.104`). */
export interface ColumnShape {
  readonly ids: 'number' | 'uuid';
  readonly facets: readonly string[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Between the values of a facet that has several. */
const SEPARATOR = '\u001f';
/** What a facet's code can count to; values beyond it are kept as none. */
const MOST_VALUES = 65_535;

/** The values of one facet: features hold their places. Shared by all columns of a layer, so that a code keeps its meaning. */
export class Dictionary {
  readonly #codes = new Map<string, number>([['', 0]]);
  readonly entries: (readonly string[])[] = [[]];
  readonly hashes: number[] = [0];

  codeOf(value: string | readonly string[]): number {
    const key = typeof value === 'string' ? value : value.join(SEPARATOR);
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.entries.length;
    if (code > MOST_VALUES) return 0;
    this.#codes.set(key, code);
    this.entries.push(key.split(SEPARATOR));
    this.hashes.push(hashText(0, key));
    return code;
  }

  /** By code: is one of these values among its own? */
  allowing(values: readonly string[]): Uint8Array {
    const wanted = new Set(values);
    return Uint8Array.from(this.entries, (own) => (own.some((value) => wanted.has(value)) ? 1 : 0));
  }
}

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e37_79b1);
  return mixed ^ (mixed >>> 15);
}

function hashText(hash: number, text: string): number {
  let mixed = mix(hash, text.length);
  for (let at = 0; at < text.length; at += 1) mixed = mix(mixed, text.charCodeAt(at));
  return mixed;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The words an id is kept in; null where it is no id of this kind. The label of a point is not among them. */
export function idWords(kind: ColumnShape['ids'], id: string): number[] | null {
  if (kind === 'number') return /^\d{1,9}$/.test(id) ? [Number(id)] : null;
  if (UUID.test(id)) {
    const [second, third] = [id.slice(9, 13) + id.slice(14, 18), id.slice(19, 23) + id.slice(24, 28)];
    return [id.slice(0, 8), second, third, id.slice(28)].map((digits) => Number.parseInt(digits, 16));
  }
  const group = /^(\d{1,9})\./.exec(id)?.[1];
  return group === undefined ? null : [0, 0, 0, Number(group)];
}

/** Features side by side in typed arrays: position, id, label, codes of the facets, and a mark of all that is drawn of each. */
export class PointColumns {
  length = 0;
  x = new Uint32Array(0);
  y = new Uint32Array(0);
  ids = new Uint32Array(0);
  marks = new Uint32Array(0);
  codes: Uint16Array<ArrayBuffer>[];
  /** Where the label begins; the next one's beginning is its end. */
  starts = new Uint32Array(1);
  text = new Uint8Array(0);
  readonly shape: ColumnShape;
  readonly dictionaries: readonly Dictionary[];
  readonly words: number;

  constructor(shape: ColumnShape, dictionaries: readonly Dictionary[]) {
    this.shape = shape;
    this.dictionaries = dictionaries;
    this.words = shape.ids === 'number' ? 1 : 4;
    this.codes = shape.facets.map(() => new Uint16Array(0));
  }

  /** Room for so many features and bytes of their labels, to the last one. */
  reserve(features: number, bytes: number): void {
    this.x = resized(this.x, features);
    this.y = resized(this.y, features);
    this.ids = resized(this.ids, features * this.words);
    this.marks = resized(this.marks, features);
    this.codes = this.codes.map((column) => resized<Uint16Array<ArrayBuffer>>(column, features));
    this.starts = resized(this.starts, features + 1);
    this.text = resized(this.text, bytes);
  }

  add({ id, lon, lat, label, facets, stamp }: MapFeature): void {
    const words = idWords(this.shape.ids, id);
    if (!words || !Number.isFinite(lon) || !Number.isFinite(lat)) return;
    const at = this.length;
    const start = this.starts[at]!;
    // No letter takes more than three bytes.
    const most = start + label.length * 3;
    if (at + 1 > this.x.length || most > this.text.length)
      this.reserve(Math.max(64, this.x.length, (at + 1) * 1.5) | 0, Math.max(256, this.text.length, most * 1.5) | 0);
    const [x, y] = toWorld(lon, lat);
    this.x[at] = x;
    this.y[at] = y;
    this.ids.set(words, at * this.words);
    this.starts[at + 1] = start + encoder.encodeInto(label, this.text.subarray(start)).written;
    let mark = hashText(hashText(mix(mix(0, this.x[at]!), this.y[at]!), label), stamp);
    for (const word of words) mark = mix(mark, word);
    for (let facet = 0; facet < facets.length; facet += 1) {
      const code = this.dictionaries[facet]!.codeOf(facets[facet]!);
      this.codes[facet]![at] = code;
      mark = mix(mark, this.dictionaries[facet]!.hashes[code]!);
    }
    this.marks[at] = mark;
    this.length += 1;
  }

  /** One feature of others, as it is. */
  take(from: PointColumns, at: number): void {
    const to = this.length;
    this.x[to] = from.x[at]!;
    this.y[to] = from.y[at]!;
    this.marks[to] = from.marks[at]!;
    for (let word = 0; word < this.words; word += 1) this.ids[to * this.words + word] = from.ids[at * this.words + word]!;
    for (let facet = 0; facet < this.codes.length; facet += 1) this.codes[facet]![to] = from.codes[facet]![at]!;
    const [start, end] = [from.starts[at]!, from.starts[at + 1]!];
    const begin = this.starts[to]!;
    for (let byte = start; byte < end; byte += 1) this.text[begin + byte - start] = from.text[byte]!;
    this.starts[to + 1] = begin + end - start;
    this.length += 1;
  }

  labelOf(at: number): string {
    return decoder.decode(this.text.subarray(this.starts[at]!, this.starts[at + 1]!));
  }

  idOf(at: number): string {
    const first = at * this.words;
    if (this.words === 1) return String(this.ids[first]);
    if (this.ids[first] === 0 && this.ids[first + 1] === 0 && this.ids[first + 2] === 0)
      return `${this.ids[first + 3]}.${this.labelOf(at)}`;
    const digits = [0, 1, 2, 3].map((word) => this.ids[first + word]!.toString(16).padStart(8, '0')).join('');
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
  }

  /** Is it a point of this group? */
  isOfGroup(at: number, groups: ReadonlySet<number>): boolean {
    const first = at * this.words;
    if (this.words === 1 || this.ids[first] !== 0 || this.ids[first + 1] !== 0 || this.ids[first + 2] !== 0) return false;
    return groups.has(this.ids[first + 3]!);
  }

  /** Does the label begin with these bytes, small letters or capitals? 2: and ends there too. */
  beginsWith(at: number, lower: Uint8Array): 0 | 1 | 2 {
    const start = this.starts[at]!;
    const length = this.starts[at + 1]! - start;
    if (length < lower.length) return 0;
    for (let byte = 0; byte < lower.length; byte += 1) {
      const own = this.text[start + byte]!;
      if ((own >= 65 && own <= 90 ? own + 32 : own) !== lower[byte]) return 0;
    }
    return length === lower.length ? 2 : 1;
  }

  valuesOf(at: number, facet: number): readonly string[] {
    return this.dictionaries[facet]!.entries[this.codes[facet]![at]!]!;
  }

  bytes(): number {
    const arrays = [this.x, this.y, this.ids, this.marks, ...this.codes, this.starts, this.text];
    return arrays.reduce((sum, array) => sum + array.byteLength, 0);
  }
}

function resized<A extends Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(array: A, length: number): A {
  const Kind = array.constructor as new (length: number) => A;
  const made = new Kind(length);
  made.set(array.length > length ? array.subarray(0, length) : array);
  return made;
}
