import type { Geographic } from '../geo/projection.ts';

/** A shot as the field app has it: no survey coordinate, but type, note, photos, structure. */
export interface AppShot {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly description: string;
  readonly category: string;
  readonly sub_category: string | null;
  /** Where the tablet thought it was: coarse, or unknown. */
  readonly position: Geographic | null;
  readonly is_deleted: boolean;
  /** Pipes may start or end at it. */
  readonly is_structure: boolean;
  readonly image_count: number;
}
