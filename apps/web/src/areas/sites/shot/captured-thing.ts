import type { Conflict } from '@dmse/contract/sites/field-item';
import { type FieldRun, getFieldRun, updateFieldRun } from '@dmse/contract/sites/field-run';
import { type Image, listImages, updateImage } from '@dmse/contract/sites/image';
import { listPipes, type Pipe, updatePipe } from '@dmse/contract/sites/pipe';
import { listShots, type Shot, updateShot } from '@dmse/contract/sites/shot';
import { call } from '../../../api/call.ts';

export type ThingKind = 'run' | 'shot' | 'pipe' | 'image';

/** Something captured in a run, with what the office has to know about how it came. */
export type CapturedThing = {
  kind: ThingKind;
  id: string;
  name: string;
  version: number;
  conflict: readonly Conflict[];
  captured_by: string | null;
  updated_by: string | null;
  received_at: string;
  /** Its own page, where it has one. */
  path: string | null;
};

const KIND_WORDS: Record<ThingKind, string> = { run: 'Field run', shot: 'Shot', pipe: 'Pipe', image: 'Photo' };
export function sayThing({ kind, name }: Pick<CapturedThing, 'kind' | 'name'>): string {
  return `${KIND_WORDS[kind]} ${name}`;
}

function fromFeature(kind: ThingKind, { id, properties }: Shot | Pipe | Image): CapturedThing {
  return {
    kind,
    id,
    name: properties.name || 'without a name',
    version: properties.version,
    conflict: properties.conflict,
    captured_by: properties.captured_by?.full_name ?? null,
    updated_by: properties.updated_by?.full_name ?? null,
    received_at: properties.received_at,
    path: kind === 'shot' ? `/fieldrun-shot/${id}` : null,
  };
}

function fromRun(run: FieldRun): CapturedThing {
  return {
    kind: 'run',
    id: run.id,
    name: run.name ?? 'Name Unset',
    version: run.version,
    conflict: run.conflict,
    captured_by: run.captured_by?.full_name ?? null,
    updated_by: run.updated_by?.full_name ?? null,
    received_at: run.received_at,
    path: null,
  };
}

type Wish = { has_conflict: true } | { late: true };

/** Everything of a run on which two people disagree, or that came after the office had begun; at most two hundred of each kind. */
export async function listThings(run: string, wish: Wish, signal: AbortSignal): Promise<CapturedThing[]> {
  const input = { field_run: run, page_size: 200, ...wish };
  const [shots, pipes, images] = await Promise.all([
    call(listShots, input, undefined, { signal }),
    call(listPipes, input, undefined, { signal }),
    call(listImages, input, undefined, { signal }),
  ]);
  const own = 'has_conflict' in wish ? [fromRun(await call(getFieldRun, { id: run }, undefined, { signal }))] : [];
  return [
    ...own.filter(({ conflict }) => conflict.length > 0),
    ...shots.results.map((one) => fromFeature('shot', one)),
    ...pipes.results.map((one) => fromFeature('pipe', one)),
    ...images.results.map((one) => fromFeature('image', one)),
  ];
}

const UPDATES = { run: updateFieldRun, shot: updateShot, pipe: updatePipe, image: updateImage } as const;

/** One of two values is chosen: the disagreement leaves the record, and if it was the other value, that one comes back. */
export async function settleConflict({ kind, id, version }: CapturedThing, conflict: Conflict, choice: 'kept' | 'other'): Promise<void> {
  const value = choice === 'other' ? { [conflict.field]: conflict.other } : {};
  await call(UPDATES[kind] as typeof updateShot, { id }, { ...value, resolved: [conflict.field] }, { ifMatch: version });
}
