import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';
import type { ConflictId, Remedy, Severity } from '@dmse/survey/conflict/conflict';

/** What else can be done about a conflict than what settles a blocking one. */
type Act = 'keep' | 'average' | 'import' | 'descriptions' | 'matching' | 'heights' | 'moves' | 'stays' | 'controls';
export type Way = Remedy | Act;

export const SEVERITIES: Record<Severity, { title: string; tone: 'error' | 'warning' | 'info' }> = {
  B: { title: 'Blocks', tone: 'error' },
  W: { title: 'Warning', tone: 'warning' },
  I: { title: 'Note', tone: 'info' },
};

/** Every kind of conflict in words, and what can be done about it beside the remedies it carries itself. */
export const CONFLICT_KINDS: Record<ConflictId, { title: string; ways: readonly Way[] }> = {
  DUP_PN: { title: 'Point number used twice', ways: ['drop'] },
  SAME_PLACE: { title: 'Same code at the same place', ways: ['keep', 'average'] },
  SAME_PLACE_OTHER_CODE: { title: 'Other code at the same place', ways: ['keep', 'descriptions'] },
  SAME_NAME_FAR: { title: 'Far from its field-app point', ways: ['matching'] },
  APP_ONLY: { title: 'In the field app, not measured', ways: ['matching', 'give_raw'] },
  RAW_ONLY: { title: 'Measured, not in the field app', ways: ['matching'] },
  POINTS_ONLY: { title: 'In the points file, not in the raw file', ways: ['moves', 'stays', 'drop'] },
  RAW_DELETED: { title: 'Deleted in the collector', ways: ['import'] },
  COMPUTED: { title: 'Computed by the collector', ways: ['moves', 'stays'] },
  NOT_IMPORTED: { title: 'Measured, but not imported', ways: ['import'] },
  COORD_EDITED: { title: 'Changed in the points file', ways: ['recompute', 'drop'] },
  CODE_DIFF: { title: 'Codes differ', ways: ['descriptions', 'matching'] },
  BAD_CODE: { title: 'Unknown code', ways: ['descriptions'] },
  RMS: { title: 'Uncertain shot', ways: ['drop'] },
  NOT_FIXED: { title: 'Not a fixed solution', ways: ['drop'] },
  DOP: { title: 'Poor satellites or old corrections', ways: ['drop'] },
  TIME_ORDER: { title: 'Times out of order', ways: ['give_raw'] },
  ROD: { title: 'Rod height in doubt', ways: ['heights', 'drop'] },
  LOC_MIX: { title: 'Shots before and after the localization', ways: [] },
  UNSHIFTED: { title: 'Shots without the shift', ways: [] },
  NOT_EXPLAINED: { title: 'Not explained by the shift', ways: ['recompute', 'apply_shifts'] },
  GEOID: { title: 'Geoid does not fit', ways: ['recompute'] },
  FRAME: { title: 'Another reference frame', ways: [] },
  SAME_FILE: { title: 'A file given twice', ways: ['give_raw'] },
  CONVERTED: { title: 'Units or scale converted', ways: [] },
  PPP: { title: 'Weak PPP solution', ways: ['give_sum'] },
  PPP_PLACE: { title: 'PPP position is not at the base', ways: ['give_sum'] },
  PPP_WHOSE: { title: 'PPP report of another base', ways: ['give_sum', 'correct_antenna'] },
  PROJECTION: { title: 'Another map projection', ways: [] },
  VERTICAL: { title: 'Another vertical system', ways: [] },
  GEOID_FALLBACK: { title: 'One undulation for distant shots', ways: ['recompute'] },
  LOC_RESID: { title: 'Localization marks do not fit', ways: ['localize'] },
  LOC_WHOSE: { title: 'Localization does not explain the shots', ways: ['give_loc'] },
  BASE_MOVED: { title: 'A base without its files', ways: ['give_sum', 'place_base'] },
  BASE_FILES: { title: 'A base file that fits no base', ways: ['give_ref'] },
  BASES_DISAGREE: { title: 'Bases disagree', ways: ['place_base'] },
  CONTROL_RESID: { title: 'Control does not agree', ways: ['controls', 'matching', 'drop'] },
  REPEAT: { title: 'Repeated shots spread', ways: ['drop'] },
  RESECTION: { title: 'Resection residuals', ways: ['drop'] },
  BACKSIGHT: { title: 'Backsight check', ways: ['heights'] },
  PIPE_END: { title: 'Pipe end in doubt', ways: ['matching'] },
};

export function titleOfKind(id: string): string {
  return CONFLICT_KINDS[id as ConflictId]?.title ?? id;
}

/** Where a way leads: the step and what is chosen there. Those without are decided on the spot. */
export const WAYS: Record<Way, { label: string; search?: Readonly<Record<string, string>> }> = {
  recompute: { label: 'Recompute from raw', search: { step: 'shifts', source: 'raw' } },
  localize: { label: 'Localize again', search: { step: 'shifts', shift: 'NONE', source: 'raw' } },
  shift_control: { label: 'Shift by control', search: { step: 'shifts', shift: 'CONTROL' } },
  apply_shifts: { label: 'Choose a shift', search: { step: 'shifts' } },
  reshift: { label: 'Shift the other side', search: { step: 'shifts', other_side: 'reshift' } },
  give_ref: { label: 'Give a .ref file', search: { step: 'import' } },
  give_sum: { label: 'Give a PPP summary', search: { step: 'import' } },
  give_loc: { label: 'Give a .loc file', search: { step: 'import' } },
  give_raw: { label: 'Give another raw file', search: { step: 'import' } },
  place_base: { label: 'Place the base', search: { step: 'shifts', open: 'bases' } },
  correct_antenna: { label: 'Correct the antenna height', search: { step: 'shifts', open: 'bases' } },
  heights: { label: 'Correct heights', search: { step: 'shifts', open: 'heights' } },
  controls: { label: 'Tick controls', search: { step: 'shifts', shift: 'CONTROL' } },
  descriptions: { label: 'Correct the description', search: { step: 'validate' } },
  matching: { label: 'Match by hand', search: { step: 'validate' } },
  drop: { label: 'Leave out' },
  waive: { label: 'Waive' },
  keep: { label: 'Keep' },
  average: { label: 'Average' },
  import: { label: 'Import it' },
  moves: { label: 'Moves with the run' },
  stays: { label: 'Stays where it is' },
};

/** What can be done about a conflict, the usual way first, waiving last. */
export function waysOf({ id, remedies, shots, figures }: ProcessingConflict): Way[] {
  const own = CONFLICT_KINDS[id as ConflictId]?.ways ?? [];
  const given = remedies.filter((one): one is Remedy => one in WAYS && one !== 'waive');
  return [...new Set<Way>([...given, ...own]), ...(remedies.includes('waive') ? (['waive'] as const) : [])].filter((way) => {
    if (way === 'keep' || way === 'average') return shots.length === 2;
    if (way === 'import') return figures.is_importable !== 'no';
    return way !== 'drop' || shots.length > 0;
  });
}
