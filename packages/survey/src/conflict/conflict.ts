import { compareNames, type Shot } from '../assemble/shot.ts';

/** B blocks finishing the run · W warns · I is good to know. */
export type Severity = 'B' | 'W' | 'I';

export type ConflictId =
  | 'DUP_PN' // one name stored twice
  | 'SAME_PLACE' // same code, other name, same place
  | 'SAME_PLACE_OTHER_CODE'
  | 'SAME_NAME_FAR' // raw and field app agree on the name, not on the place
  | 'APP_ONLY'
  | 'RAW_ONLY'
  | 'POINTS_ONLY'
  | 'RAW_DELETED'
  | 'COMPUTED' // a stored point that moves with the measured ones
  | 'NOT_IMPORTED' // measured, and in no list of shots
  | 'COORD_EDITED'
  | 'CODE_DIFF'
  | 'BAD_CODE'
  | 'RMS'
  | 'NOT_FIXED'
  | 'DOP'
  | 'TIME_ORDER'
  | 'ROD'
  | 'LOC_MIX'
  | 'UNSHIFTED'
  | 'NOT_EXPLAINED' // points file plus shift is not what the raw file gives
  | 'GEOID'
  | 'FRAME'
  | 'SAME_FILE' // a file, or readings of it, given twice
  | 'CONVERTED' // feet or a ground scale, brought to metres on the grid
  | 'PPP' // a weakness of the PPP report that does not make it wrong
  | 'PPP_PLACE' // the PPP position is not at the base
  | 'PPP_WHOSE' // the PPP report is of another day, antenna height or job
  | 'PROJECTION' // the collector worked on another grid
  | 'VERTICAL' // the collector's geoid leads to another vertical system
  | 'GEOID_FALLBACK' // one undulation stands for shots far from the base
  | 'LOC_RESID' // the marks of the localization do not fit each other
  | 'LOC_WHOSE' // the localization does not explain the shots
  | 'BASE_MOVED' // one of several bases has no files of its own
  | 'BASE_FILES' // a .ref or .sum that belongs to no base
  | 'BASES_DISAGREE' // points measured from two bases lie apart
  | 'CONTROL_RESID'
  | 'REPEAT' // repeated shots of one point spread too far
  | 'RESECTION'
  | 'BACKSIGHT'
  | 'PIPE_END';

/** What a person can do about a blocking conflict; the wizard shows each as a button. */
export type Remedy =
  | 'recompute' // take the coordinates from the raw file
  | 'localize' // solve the localization again without the wrong mark, and apply it to the raw file
  | 'shift_control' // shift by control points instead
  | 'apply_shifts' // decide on a shift, or apply it again
  | 'give_ref'
  | 'give_sum'
  | 'give_loc'
  | 'give_raw'
  | 'place_base' // type the position of the base, or choose the control it stood on
  | 'correct_antenna' // type the height of the base antenna that is right
  | 'reshift' // shift the other side of the localization by its own figures
  | 'drop' // leave the shots out
  | 'waive'; // a Field Admin, with a reason

/** What settles each kind of blocking conflict, the usual way first. Everything that blocks can be waived. */
const REMEDIES: Partial<Record<ConflictId, readonly Remedy[]>> = {
  FRAME: ['give_sum', 'place_base', 'shift_control'],
  PPP_PLACE: ['give_sum', 'give_ref', 'place_base', 'shift_control'],
  PPP_WHOSE: ['give_sum', 'correct_antenna', 'place_base', 'shift_control'],
  PROJECTION: ['recompute'],
  VERTICAL: ['recompute', 'shift_control'],
  GEOID: ['recompute', 'drop'],
  LOC_RESID: ['recompute', 'localize'],
  LOC_WHOSE: ['give_loc', 'recompute', 'shift_control'],
  LOC_MIX: ['reshift', 'drop', 'recompute'],
  NOT_EXPLAINED: ['recompute', 'apply_shifts'],
  UNSHIFTED: ['apply_shifts', 'drop'],
  BASE_MOVED: ['give_sum', 'give_ref', 'place_base', 'shift_control', 'drop'],
  BASES_DISAGREE: ['give_sum', 'place_base', 'shift_control', 'drop'],
};

/** Something the person who processes the run must see. The same facts give the same conflicts with the same keys. */
export interface Conflict {
  readonly id: ConflictId;
  readonly severity: Severity;
  /** Stable while its shots and reason stay the same: what an "ignore" is remembered by. */
  readonly key: string;
  /** Ids of the shots concerned. */
  readonly shots: readonly string[];
  readonly names: readonly string[];
  readonly figures: Readonly<Record<string, number | string | null>>;
  /** One sentence a colleague would say. */
  readonly sentence: string;
  /** Empty for what does not block. */
  readonly remedies: readonly Remedy[];
}

export interface ConflictParts {
  readonly shots?: readonly Pick<Shot, 'id' | 'name'>[];
  readonly figures?: Conflict['figures'];
  readonly sentence: string;
  /** Distinguishes conflicts of one id that concern the same shots. */
  readonly reason?: string;
  /** Other than the usual ones of its kind. */
  readonly remedies?: readonly Remedy[];
}

export function makeConflict(
  id: ConflictId,
  severity: Severity,
  { shots = [], figures = {}, sentence, reason = '', remedies = REMEDIES[id] ?? [] }: ConflictParts,
): Conflict {
  const names = shots.map((shot) => shot.name);
  return {
    id,
    severity,
    key: conflictKey(id, names, reason),
    shots: shots.map((shot) => shot.id),
    names,
    figures,
    sentence,
    remedies: severity === 'B' ? [...remedies, 'waive'] : [],
  };
}

export function conflictKey(id: ConflictId, names: readonly string[], reason = ''): string {
  return [id, reason, keyOfNames(names)].filter((part) => part !== '').join(':');
}

/** Still true and good to know, but the chosen plan does not stand on it. */
export function settleConflict(conflict: Conflict): Conflict {
  return { ...conflict, severity: 'I', remedies: [] };
}

const FEW = 8;

/** The names themselves, or for many of them their number and a checksum: a key is stored with every decision. */
function keyOfNames(names: readonly string[]): string {
  const sorted = names.toSorted(compareNames);
  if (sorted.length <= FEW) return sorted.join(':');
  let checksum = 0x811c9dc5;
  for (const letter of sorted.join(':')) checksum = Math.imul(checksum ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return `${sorted.length}#${checksum.toString(16)}`;
}

const ORDER: Record<Severity, number> = { B: 0, W: 1, I: 2 };

/** Blocking ones first; within a severity in the order they were found. */
export function sortConflicts(conflicts: readonly Conflict[]): Conflict[] {
  return conflicts.toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}
