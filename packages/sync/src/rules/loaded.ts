import { isEqual } from '@dmse/domain/values/is-equal';
import type { Bit, ChildKind, Held, Item, LightItem, RunPart } from '../item.ts';
import { EMPTY_RUN_PART } from './new-item.ts';
import type { Proof } from './retention.ts';
import type { ServerRow } from './server-row.ts';

export type Missing = Readonly<Record<ChildKind, number>>;

const COUNTS = { point: 'shot_count', pipe: 'pipe_count', image: 'image_count', layer: 'layer_count' } as const;

/** The counts that the server's record of a run carries. */
export function heldOf({ seq, facts }: Pick<ServerRow, 'seq' | 'facts'>): Held | null {
  const counted = (field: string): number | null => (Number.isInteger(facts[field]) ? (facts[field] as number) : null);
  const point = counted(COUNTS.point);
  const pipe = counted(COUNTS.pipe);
  const image = counted(COUNTS.image);
  if (point === null || pipe === null || image === null) return null;
  return { seq, point, pipe, image, layer: counted(COUNTS.layer) ?? 0 };
}

/** The same from the server's list of the run, which comes later in a pass. It does not name layers. */
export function heldInProof({ seq, rows }: Proof, before: Held | null): Held | null {
  if (before === null) return null;
  const count = { point: 0, pipe: 0, image: 0 };
  for (const { kind, is_deleted } of rows.values()) if (kind !== 'run' && !is_deleted) count[kind] += 1;
  return { ...before, seq, ...count };
}

/** How many records of each kind the server holds and this device does not. */
export function countMissing(held: Held | null, items: Iterable<LightItem>): Missing {
  const known = { point: 0, pipe: 0, image: 0 };
  for (const item of items) if (item.kind !== 'run' && held !== null && isAmong(item, held.seq)) known[item.kind] += 1;
  const lacking = (kind: ChildKind) => Math.max(0, (held?.[kind] ?? 0) - known[kind]);
  return { point: lacking('point'), pipe: lacking('pipe'), image: lacking('image') };
}

export function isNothing({ point, pipe, image }: Missing): boolean {
  return point + pipe + image === 0;
}

/** A record the server had when it counted: it has a version there, and was not deleted before the count. */
function isAmong(item: LightItem, seq: number): boolean {
  if (item._base === 0 && item.new === 1) return false;
  return item._shadow?.is_deleted !== true || (item._ack?.seq ?? 0) > seq;
}

/** A run that lets go of rows, or gets some back, must not claim to have seen everything up to its cursors. */
export function forgetCursors(part: RunPart): RunPart {
  return { ...part, cursor: EMPTY_RUN_PART.cursor, verified: null };
}

/** Records of the run leave the device: it is not whole until it was fetched from the beginning. */
export function startAgain(part: RunPart): RunPart {
  return { ...forgetCursors(part), loaded_whole: 0 };
}

/** A run that was begun on this device and never sent has nothing elsewhere. */
export function isLoadedWhole({ new: isNew, run }: Pick<LightItem, 'new' | 'run'>): boolean {
  return isNew === 1 || run?.loaded_whole === 1;
}

/** Before there was this flag, a run had a time of its last sync only after everything had been fetched. */
export function readLoadedWhole(row: Readonly<Record<string, unknown>>): Bit {
  return row.loaded_whole === undefined ? (typeof row.last_sync === 'string' ? 1 : 0) : (row.loaded_whole as Bit);
}

export function holdsAnything(held: Held | null): boolean {
  return held !== null && held.point + held.pipe + held.image > 0;
}

/** The run with what the server's record says it holds; the run itself when that is no news. */
export function noteHeld(run: Item, row: ServerRow): Item {
  const held = heldOf(row);
  if (run.run === null || held === null || isEqual(held, run.run.held)) return run;
  return { ...run, run: { ...run.run, held } };
}
