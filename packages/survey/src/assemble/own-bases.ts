import { indexPoints } from '../geo/near.ts';
import type { BaseRecord, RawFile } from '../read/raw/raw-records.ts';

/** A set-up of the crew's own base, with what was measured from it. */
export interface OwnBase {
  /** What shots and decisions name it by: its name, numbered from the second set-up of the same name on. */
  readonly key: string;
  readonly record: BaseRecord;
  readonly shot_count: number;
  /** UTC of the first and last satellite shot from it. */
  readonly first_shot: string | null;
  readonly last_shot: string | null;
}

/** The crew's own bases, one per distinct set-up, in file order. */
export function ownBases(raw: RawFile): OwnBase[] {
  return [...indexBases(raw).bases];
}

/** The key of the own base that a base record is, or stands on; its name when it is none of the crew's. */
export function baseKeyOf(raw: RawFile, record: BaseRecord | null): string | null {
  return record && indexBases(raw).keyOf(record);
}

interface BaseIndex {
  readonly bases: readonly OwnBase[];
  keyOf(record: BaseRecord): string;
}

/** Asked once for every setup of a file, so it is worked out once. */
const INDEXES = new WeakMap<RawFile, BaseIndex>();

function indexBases(raw: RawFile): BaseIndex {
  const known = INDEXES.get(raw);
  if (known) return known;
  const made = makeIndex(raw);
  INDEXES.set(raw, made);
  return made;
}

/** A degree of latitude is 111 km: the position a rover receives is that of the base to the centimetre. */
const SAME_POSITION = 1e-6;

function makeIndex(raw: RawFile): BaseIndex {
  const keys = new Map<string, string>();
  const own: { key: string; record: BaseRecord; shot_count: number; first_shot: string | null; last_shot: string | null }[] = [];
  const used = new Map<string, number>();
  for (const record of raw.records) {
    if (record.kind !== 'base' || record.source !== 'BASE' || keys.has(setUpOf(record))) continue;
    const name = record.name.trim();
    const times = (used.get(name.toUpperCase()) ?? 0) + 1;
    used.set(name.toUpperCase(), times);
    const key = times === 1 ? name : `${name} (${times})`;
    keys.set(setUpOf(record), key);
    own.push({ key, record, shot_count: 0, first_shot: null, last_shot: null });
  }
  const placed = own.filter(({ record }) => record.latitude !== null && record.longitude !== null);
  const near = indexPoints(placed.map(({ record }) => ({ easting: record.longitude!, northing: record.latitude! })));
  const found = new WeakMap<BaseRecord, string>();
  const findKey = (record: BaseRecord): string => {
    const same = keys.get(setUpOf(record));
    if (same !== undefined || record.latitude === null || record.longitude === null) return same ?? record.name;
    const at = { easting: record.longitude, northing: record.latitude };
    const distanceTo = (index: number) =>
      Math.hypot(placed[index]!.record.longitude! - at.easting, placed[index]!.record.latitude! - at.northing);
    const nearest = near.nearest(at, SAME_POSITION, distanceTo);
    return nearest ? placed[nearest.index]!.key : record.name;
  };
  const keyOf = (record: BaseRecord): string => {
    const known = found.get(record) ?? findKey(record);
    found.set(record, known);
    return known;
  };
  const by_key = new Map(own.map((base) => [base.key, base]));
  for (const record of raw.records) {
    if (record.kind !== 'gnss' && record.kind !== 'sight') continue;
    const in_force = raw.setups[record.setup]?.base ?? null;
    const base = in_force && by_key.get(keyOf(in_force));
    if (!base) continue;
    base.shot_count += 1;
    const at = record.kind === 'gnss' ? record.utc : null;
    if (at !== null && (base.first_shot === null || at < base.first_shot)) base.first_shot = at;
    if (at !== null && (base.last_shot === null || at > base.last_shot)) base.last_shot = at;
  }
  return { bases: own, keyOf };
}

function setUpOf({ latitude, longitude, elevation, antenna_height, source }: BaseRecord): string {
  return [latitude, longitude, elevation, antenna_height, source].join(' ');
}
