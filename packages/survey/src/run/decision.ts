import type { HeightCorrection } from '../assemble/correct-heights.ts';
import type { Decision } from '../assemble/shot.ts';
import type { Rename } from '../convert/rename.ts';
import type { PointOrder } from '../read/points/points-columns.ts';
import type { LocalizationFit } from '../shift/localization.ts';
import type { GridVector } from '../shift/vector.ts';

/**
 * What a person decided about a run. Decisions are an ordered list that is folded over the imported files: undo takes one away,
 * and a corrected re-import replays them. Shots are therefore named as the crew named them, never by an id of one import.
 */
export type RunDecision = Omit<Decision, 'what'> & DecisionBody;

/** The decision without who took it, when and why. */
export type DecisionBody =
  | ({ readonly kind: 'rename' } & Rename)
  /** Which of the two coordinates of a points file comes first; the file is read by it. */
  | { readonly kind: 'order_points'; readonly file: string; readonly order: PointOrder }
  | { readonly kind: 'import_unlisted'; readonly names: readonly string[] }
  | { readonly kind: 'correct_description'; readonly from: string; readonly to: string }
  | { readonly kind: 'describe'; readonly name: string; readonly description: string }
  | { readonly kind: 'drop'; readonly names: readonly string[] }
  | { readonly kind: 'group_same_points' }
  | { readonly kind: 'keep'; readonly kept: string; readonly other: string }
  | { readonly kind: 'average'; readonly first: string; readonly second: string; readonly ticked: readonly string[] }
  | { readonly kind: 'ignore_shots'; readonly names: readonly string[] }
  | { readonly kind: 'ignore_pair'; readonly first: string; readonly second: string }
  | { readonly kind: 'ignore'; readonly conflict: string }
  | { readonly kind: 'attach'; readonly name: string; readonly app_shot: string | null }
  | { readonly kind: 'moves_with_run'; readonly name: string; readonly does_move: boolean }
  | { readonly kind: 'use_file'; readonly base: string; readonly file: string }
  | { readonly kind: 'place_base'; readonly base: string; readonly position: BasePosition }
  | ({ readonly kind: 'correct_heights' } & HeightCorrection)
  | { readonly kind: 'correct_antenna'; readonly base: string; readonly antenna_height: number }
  | { readonly kind: 'shift'; readonly shift: ShiftChoice }
  | { readonly kind: 'waive'; readonly conflict: string };

/** Where the mark under a base lies: a published control point, or typed figures with its elevation or its height on the ellipsoid. */
export type BasePosition =
  | { readonly control: string }
  | { readonly easting: number; readonly northing: number; readonly elevation: number }
  | { readonly easting: number; readonly northing: number; readonly height: number };

/** Which shift, and where the coordinates come from. The figures are computed from the files each time. */
export interface ShiftChoice {
  readonly type: 'NONE' | 'HPN' | 'CONTROL';
  readonly source: 'points' | 'raw';
  readonly other_side: 'hold' | 'reshift';
  /** Names of the shots on control that count, for CONTROL. */
  readonly accepted: readonly string[];
  /**
   * How the localization is solved; left out: as its number of marks allows. With coordinates from the points file it is what the
   * collector applied, and is taken back. With coordinates from the raw file and no shift it is applied to every shot.
   */
  readonly localization?: { readonly fit: LocalizationFit; readonly left_out: readonly string[] } | null | undefined;
  /** Figures that take the place of the computed ones: the whole run moves by them. With NONE or CONTROL, and a reason. */
  readonly typed?: GridVector | null | undefined;
}

/** A decision that could not be applied to the files as they are, with the reason. */
export interface NotApplied {
  readonly decision: RunDecision;
  /** Its place in the list of decisions: two may be equal. */
  readonly place: number;
  readonly sentence: string;
}
