import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';
import type { ConflictId, Remedy, Severity } from '@dmse/survey/conflict/conflict';
import { CONFLICT_TITLES } from '@dmse/survey/conflict/conflict-titles';

/** What else can be done about a conflict than what settles a blocking one. */
type Act = 'keep' | 'average' | 'import' | 'descriptions' | 'matching' | 'heights' | 'moves' | 'stays' | 'controls';
export type Way = Remedy | Act;

export const SEVERITIES: Record<Severity, { title: string; tone: 'error' | 'warning' | 'info' }> = {
  B: { title: 'Blocks', tone: 'error' },
  W: { title: 'Warning', tone: 'warning' },
  I: { title: 'Note', tone: 'info' },
};

/** What can be done about every kind of conflict beside the remedies it carries itself. */
export const CONFLICT_KINDS: Record<ConflictId, readonly Way[]> = {
  DUP_PN: ['drop'],
  SAME_PLACE: ['keep', 'average'],
  SAME_PLACE_OTHER_CODE: ['keep', 'descriptions'],
  SAME_NAME_FAR: ['matching'],
  APP_ONLY: ['matching', 'give_raw'],
  RAW_ONLY: ['matching'],
  POINTS_ONLY: ['moves', 'stays', 'drop'],
  RAW_DELETED: ['import'],
  COMPUTED: ['moves', 'stays'],
  NOT_IMPORTED: ['import'],
  COORD_EDITED: ['recompute', 'drop'],
  CODE_DIFF: ['descriptions', 'matching'],
  BAD_CODE: ['descriptions'],
  RMS: ['drop'],
  NOT_FIXED: ['drop'],
  DOP: ['drop'],
  TIME_ORDER: ['give_raw'],
  ROD: ['heights', 'drop'],
  LOC_MIX: [],
  UNSHIFTED: [],
  NOT_EXPLAINED: ['recompute', 'apply_shifts'],
  GEOID: ['recompute'],
  FRAME: [],
  SAME_FILE: ['give_raw'],
  CONVERTED: [],
  PPP: ['give_sum'],
  PPP_PLACE: ['give_sum'],
  PPP_WHOSE: ['give_sum', 'correct_antenna'],
  PROJECTION: [],
  VERTICAL: [],
  GEOID_FALLBACK: ['recompute'],
  LOC_RESID: ['localize'],
  LOC_WHOSE: ['give_loc'],
  BASE_MOVED: ['give_sum', 'place_base'],
  BASE_FILES: ['give_ref'],
  BASES_DISAGREE: ['place_base'],
  CONTROL_RESID: ['controls', 'matching', 'drop'],
  REPEAT: ['drop'],
  RESECTION: ['drop'],
  BACKSIGHT: ['heights'],
  PIPE_END: ['matching'],
};

export function titleOfKind(id: string): string {
  return CONFLICT_TITLES[id as ConflictId]?.en ?? id;
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
  const own = CONFLICT_KINDS[id as ConflictId] ?? [];
  const given = remedies.filter((one): one is Remedy => one in WAYS && one !== 'waive');
  return [...new Set<Way>([...given, ...own]), ...(remedies.includes('waive') ? (['waive'] as const) : [])].filter((way) => {
    if (way === 'keep' || way === 'average') return shots.length === 2;
    if (way === 'import') return figures.is_importable !== 'no';
    return way !== 'drop' || shots.length > 0;
  });
}
