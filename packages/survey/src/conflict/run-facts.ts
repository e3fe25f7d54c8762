import type { NotImported } from '../assemble/assemble.ts';
import type { Shot } from '../assemble/shot.ts';
import type { FileNote } from '../convert/convert-files.ts';
import type { Geoid } from '../geo/geoid.ts';
import type { IgnoredPairs } from '../group/same-place.ts';
import type { AppShot } from '../match/app-shot.ts';
import type { DerivedPipe } from '../pipe/pipe.ts';
import type { RawFile } from '../read/raw/raw-records.ts';
import type { LocFile } from '../read/records.ts';
import type { Reduction } from '../reduce/reduce-raw.ts';
import type { ShiftPlan } from '../shift/apply-shifts.ts';
import type { ControlObservation } from '../shift/control-shift.ts';
import type { RunBase } from '../shift/run-bases.ts';

/** A point of an earlier import of the same job. */
export interface EarlierImport {
  readonly name: string;
  readonly run: string;
  readonly easting: number;
  readonly northing: number;
}

/** Everything that is known about a run when its conflicts are looked for. What is not there is not judged. */
export interface RunFacts {
  /** All of them, children too. */
  readonly shots: readonly Shot[];
  readonly raw_deleted: readonly Shot[];
  readonly not_imported: readonly NotImported[];
  /** All raw files as one, in metres on the grid: see join-files.ts. */
  readonly raw: RawFile | null;
  /** What was done to the files before they were used. */
  readonly file_notes: readonly FileNote[];
  readonly reduction: Reduction | null;
  /** The crew's own bases with their files. */
  readonly bases: readonly RunBase[];
  /** Names of .ref and .sum files that belong to none of them. */
  readonly unused_base_files: readonly string[];
  readonly loc: LocFile | null;
  readonly geoid: Geoid | null;
  /** null until shifts have been applied. */
  readonly plan: ShiftPlan | null;
  readonly controls: readonly ControlObservation[];
  /** null for a run without the field app. */
  readonly app_shots: readonly AppShot[] | null;
  readonly pipes: readonly DerivedPipe[];
  readonly earlier_imports: readonly EarlierImport[];
  /** The day of the run, local. */
  readonly run_date: string | null;
  readonly ignored: IgnoredPairs;
}

export const noFacts: RunFacts = {
  shots: [],
  raw_deleted: [],
  not_imported: [],
  raw: null,
  file_notes: [],
  reduction: null,
  bases: [],
  unused_base_files: [],
  loc: null,
  geoid: null,
  plan: null,
  controls: [],
  app_shots: null,
  pipes: [],
  earlier_imports: [],
  run_date: null,
  ignored: { shots: new Set(), pairs: new Set() },
};
