import { isStructure } from './shot-category.ts';

/**
 * What a crew would have to come back for. Asked before the site is left, while it can still be mended; every line says one thing that
 * is missing and where to mend it. It warns and never forbids to leave.
 */
export type SiteShot = {
  readonly id: string;
  readonly name: string | null;
  readonly code: string | null;
  readonly sub_category: string | null;
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
};

/** What stands on the device, without the deleted. */
export type SiteFacts = {
  readonly shots: readonly SiteShot[];
  readonly pipes: readonly SitePipe[];
  readonly has_risk_assessment: boolean;
  readonly unsynced: number;
};

export const SITE_DEFECTS = ['no_code', 'no_measure_down', 'no_photo', 'open_end', 'no_risk_assessment', 'unsynced'] as const;
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

function findInShot(shot: SiteShot): SiteDefect[] {
  const { id, code, connections, access, photos } = shot;
  const defects: SiteDefect[] = [];
  const add = (kind: SiteDefectKind, says: string) => defects.push({ kind, id, says });
  if ((code ?? '').trim() === '') add('no_code', `Point ${nameOf(shot)} has no code.`);
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
function isOpenPipe({ start_structure, end_structure, open_end }: SitePipe, known: ReadonlySet<string>): boolean {
  const isLoose = (end: string | null) => end === null || !known.has(end);
  const loose = [start_structure, end_structure].filter(isLoose).length;
  return loose === 2 || (loose === 1 && !EXPLAINED_ENDS.includes(open_end ?? ''));
}

export function findSiteDefects({ shots, pipes, has_risk_assessment, unsynced }: SiteFacts): SiteDefect[] {
  const known = new Set(shots.map(({ id }) => id));
  const defects = shots.flatMap(findInShot);
  for (const pipe of pipes) {
    if (isOpenPipe(pipe, known)) defects.push({ kind: 'open_end', id: pipe.id, says: `Pipe ${nameOf(pipe)} has an open end.` });
  }
  if (!has_risk_assessment) defects.push({ kind: 'no_risk_assessment', id: null, says: 'There is no risk assessment.' });
  if (unsynced > 0) {
    const items = unsynced === 1 ? '1 item is' : `${unsynced} items are`;
    defects.push({ kind: 'unsynced', id: null, says: `${items} on this device only.` });
  }
  return defects;
}
