import { FIELD_RECORDS, type NotLoaded, sayNotLoaded } from './not-loaded.ts';
import { type PipeEnd, whyCrossConnected } from './pipe-systems.ts';
import { isStale, sayAccuracy, sayAge } from './position-age.ts';
import { isStructure } from './shot-category.ts';

/**
 * What a crew would have to come back for. Asked before the site is left, while it can still be mended; every line says one thing that
 * is missing and where to mend it. It warns and never forbids to leave.
 */
export type SiteShot = PipeEnd & {
  readonly id: string;
  readonly code: string | null;
  /** By the device, or by the office once processed. */
  readonly has_position: boolean;
  /** Metres, as the device reckoned it. */
  readonly accuracy: number | null;
  /** Seconds it was old when the shot was saved; null where the crew held it on purpose. */
  readonly position_age: number | null;
  /** How the lid was found; null when nobody said. */
  readonly access: string | null;
  readonly connections: readonly { readonly measure_down: number | null }[];
  readonly photos: number;
};

export type SitePipe = {
  readonly id: string;
  readonly name: string | null;
  readonly start_structure: string | null;
  readonly end_structure: string | null;
  readonly open_end: string | null;
  readonly system: string | null;
};

/** What stands on the device, without the deleted. */
export type SiteFacts = {
  readonly shots: readonly SiteShot[];
  readonly pipes: readonly SitePipe[];
  readonly has_risk_assessment: boolean;
  readonly unsynced: number;
  /** Of what has not been loaded nobody can say whether it is whole. */
  readonly not_loaded: NotLoaded;
  /** Metres beyond which a position is coarse. */
  readonly gate: number;
};

export const SITE_DEFECTS = [
  'not_loaded',
  'no_code',
  'no_position',
  'coarse_position',
  'old_position',
  'no_measure_down',
  'no_photo',
  'open_end',
  'cross_connected',
  'no_risk_assessment',
  'unsynced',
] as const;
export type SiteDefectKind = (typeof SITE_DEFECTS)[number];

/** `id`: the shot or pipe to mend; null where it is the run itself. */
export type SiteDefect = { readonly kind: SiteDefectKind; readonly id: string | null; readonly says: string };

/** Nobody can measure down what cannot be opened; the photo then shows why. */
const CLOSED_LIDS: readonly string[] = ['stuck', 'buried', 'not found'];
/** An end without a structure that is explained. */
const EXPLAINED_ENDS: readonly string[] = ['outfall', 'plug'];

function nameOf({ name }: { readonly name: string | null }): string {
  return name?.trim() || 'without a name';
}

/** What is wrong with where it is: one thing at most, the worst. */
function checkPosition({ has_position, accuracy, position_age }: SiteShot, gate: number): [SiteDefectKind, string] | null {
  if (!has_position) return ['no_position', 'has no position.'];
  if (accuracy !== null && accuracy > gate) return ['coarse_position', `has a coarse position (${sayAccuracy(accuracy)}).`];
  if (position_age !== null && isStale(position_age)) return ['old_position', `has a position that was ${sayAge(position_age)} old.`];
  return null;
}

function findInShot(shot: SiteShot, gate: number): SiteDefect[] {
  const { id, code, connections, access, photos } = shot;
  const defects: SiteDefect[] = [];
  const add = (kind: SiteDefectKind, says: string) => defects.push({ kind, id, says });
  if ((code ?? '').trim() === '') add('no_code', `Point ${nameOf(shot)} has no code.`);
  const position = checkPosition(shot, gate);
  if (position) add(position[0], `Point ${nameOf(shot)} ${position[1]}`);
  if (!isStructure(shot.sub_category)) return defects;
  const isOpen = !CLOSED_LIDS.includes(access ?? '');
  const unmeasured = connections.filter(({ measure_down }) => measure_down === null).length;
  if (isOpen && connections.length === 0) add('no_measure_down', `Structure ${nameOf(shot)} has no measure-down.`);
  else if (isOpen && unmeasured > 0) {
    add('no_measure_down', `Structure ${nameOf(shot)} lacks the measure-down of ${unmeasured} of ${connections.length} connections.`);
  }
  if (photos === 0) add('no_photo', `Structure ${nameOf(shot)} has no photo.`);
  return defects;
}

/** An end is open when no structure of this site stands there and nobody has said why. */
function isOpenPipe({ start_structure, end_structure, open_end }: SitePipe, known: ReadonlyMap<string, unknown>): boolean {
  const isLoose = (end: string | null) => end === null || !known.has(end);
  const loose = [start_structure, end_structure].filter(isLoose).length;
  return loose === 2 || (loose === 1 && !EXPLAINED_ENDS.includes(open_end ?? ''));
}

export function findSiteDefects({ shots, pipes, has_risk_assessment, unsynced, not_loaded, gate }: SiteFacts): SiteDefect[] {
  const known = new Map(shots.map((shot) => [shot.id, shot]));
  const lacks = sayNotLoaded(not_loaded, FIELD_RECORDS);
  const defects: SiteDefect[] = lacks === null ? [] : [{ kind: 'not_loaded', id: null, says: `${lacks}.` }];
  for (const shot of shots) defects.push(...findInShot(shot, gate));
  for (const pipe of pipes) {
    if (isOpenPipe(pipe, known)) defects.push({ kind: 'open_end', id: pipe.id, says: `Pipe ${nameOf(pipe)} has an open end.` });
    const [start, end] = [pipe.start_structure, pipe.end_structure].map((id) => known.get(id ?? '') ?? null);
    const why = whyCrossConnected(pipe.system, start ?? null, end ?? null);
    if (why !== null) defects.push({ kind: 'cross_connected', id: pipe.id, says: `Pipe ${nameOf(pipe)} ${why}.` });
  }
  if (!has_risk_assessment) defects.push({ kind: 'no_risk_assessment', id: null, says: 'There is no risk assessment.' });
  if (unsynced > 0) {
    const items = unsynced === 1 ? '1 item is' : `${unsynced} items are`;
    defects.push({ kind: 'unsynced', id: null, says: `${items} on this device only.` });
  }
  return defects;
}
