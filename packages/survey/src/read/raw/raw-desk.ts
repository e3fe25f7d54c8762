import { ProblemList } from '../problem-list.ts';
import { gpsTimeToUtc, joinCollectorTime, parseCollectorDate } from './clock.ts';
import { finishQuality, type QualityDraft, startQuality } from './raw-quality.ts';
import type { BaseRecord, GnssShot, RawRecord, ResectionRecord, StoredPoint, TotalStationShot } from './raw-records.ts';
import { SetupTracker } from './raw-setup.ts';
import type { Draft } from './raw-shots.ts';

type OpenRecord = Draft<GnssShot> | Draft<TotalStationShot> | Draft<StoredPoint> | Draft<BaseRecord>;

/**
 * The desk on which a raw file is read: the records so far, what is in force, and the record that the next comments belong to.
 * A comment belongs to the record above it until the next record begins.
 */
export class RawDesk {
  readonly records: RawRecord[] = [];
  readonly problems = new ProblemList();
  readonly setup = new SetupTracker();
  is_gon = false;
  has_glued_notes = false;
  /** "by Reading GPS Position", printed before the base it is about. */
  base_configuration: string | null = null;
  last_base: Draft<BaseRecord> | null = null;

  #open: OpenRecord | null = null;
  #quality: QualityDraft = startQuality();
  #date: string | null = null;
  #clock: string | null = null;
  #is_clock_closed = false;
  #resection: Draft<ResectionRecord> | null = null;

  readonly #keys = new Map<string, string>();
  readonly #dates = new Map<string, string | null>();

  /** The words of a comment in plain form. A file repeats the same few dozen, so they are worked out once. */
  keyOf(words: string): string {
    let key = this.#keys.get(words);
    if (key === undefined) {
      key = words.trim().toLowerCase().replace(/\s+/g, ' ');
      if (this.#keys.size < 1000) this.#keys.set(words, key);
    }
    return key;
  }

  dateOf(text: string): string | null {
    let date = this.#dates.get(text);
    if (date === undefined) {
      date = parseCollectorDate(text);
      if (this.#dates.size < 1000) this.#dates.set(text, date);
    }
    return date;
  }

  /** Begin a record that comments may be about. */
  open(record: OpenRecord): void {
    this.close();
    this.records.push(record);
    this.#open = record;
  }

  /** Add a record that takes no comments; the open one is done with. */
  add(record: RawRecord): void {
    this.close();
    this.records.push(record);
  }

  /** Add a comment that changes something: the open record stays open, but its clock lines are past. */
  aside(record: RawRecord): void {
    this.records.push(record);
    this.#is_clock_closed = true;
  }

  get shot(): OpenRecord | null {
    return this.#open;
  }

  get quality(): QualityDraft {
    return this.#quality;
  }

  get resection(): Draft<ResectionRecord> | null {
    return this.#resection;
  }

  openResection(record: Draft<ResectionRecord>): void {
    this.records.push(record);
    this.#resection = record;
    this.#is_clock_closed = true;
  }

  /** Date and time go to the open shot once; later ones are remarks. */
  takeDate(line: number, date: string): boolean {
    if (!this.#takesClock() || this.#date !== null) return false;
    this.#date = date;
    this.#open?.lines.push(line);
    return true;
  }

  takeClock(line: number, clock: string): boolean {
    if (!this.#takesClock() || this.#clock !== null) return false;
    this.#clock = clock;
    this.#open?.lines.push(line);
    return true;
  }

  #takesClock(): boolean {
    return this.#open !== null && this.#open.kind !== 'base' && !this.#is_clock_closed;
  }

  close(): void {
    const record = this.#open;
    if (record && record.kind !== 'base') record.collector_time = joinCollectorTime(this.#date, this.#clock);
    if (record?.kind === 'gnss') {
      record.quality = finishQuality(this.#quality);
      record.utc = record.time && gpsTimeToUtc(record.time);
      this.#quality = startQuality();
    }
    this.#open = null;
    this.#resection = null;
    this.#date = null;
    this.#clock = null;
    this.#is_clock_closed = false;
  }
}
