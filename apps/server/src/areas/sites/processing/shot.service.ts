import type { RequestBody } from '@dmse/contract/endpoint';
import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import type * as calls from '@dmse/contract/sites/processing/shot';
import type { ProcessingShot } from '@dmse/contract/sites/processing/shot';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import { decide, decideFor } from './decide.service.ts';
import { readyForChange } from './hold.service.ts';
import { askAbout, getShot, openByShot } from './processing.service.ts';

/** Corrections of one shot, each a decision of its own; the measurement stays as it is. */
export async function updateShot(
  context: Context,
  id: string,
  body: RequestBody<typeof calls.updateProcessingShot>,
): Promise<ProcessingShot> {
  const { reason, name, description, is_dropped, moves_with_run, rod_height, instrument_height } = body;
  const open = await readyForChange(context, await openByShot(context, id));
  const shot = await getShot(context, id);
  const own = { name: shot.name };
  const heights = { from: shot.name, to: shot.name, was: null } as const;
  const given: ProcessingDecision[] = [];
  if (description !== undefined) given.push({ kind: 'describe', ...own, description });
  if (moves_with_run !== undefined) given.push({ kind: 'moves_with_run', ...own, does_move: moves_with_run });
  if (rod_height !== undefined) given.push({ kind: 'correct_heights', what: 'rod', ...heights, height: rod_height });
  if (instrument_height !== undefined) given.push({ kind: 'correct_heights', what: 'instrument', ...heights, height: instrument_height });
  if (is_dropped) given.push({ kind: 'drop', names: [shot.name] });
  if (name !== undefined) {
    if (shot.raw_file === null) throw invalid({ name: `${shot.name} is in no raw file: it cannot be renamed.` });
    given.push({ kind: 'rename', file: shot.raw_file, ...own, to: name });
  }
  if (given.length > 0) await decideFor(context, open, given, reason ?? null);
  // A shot that was renamed has another id: it is found by its new name.
  return name === undefined ? getShot(context, id) : { ...shot, name };
}

export async function mergeShot(context: Context, id: string, app_shot: string | null): Promise<ProcessingShot> {
  const open = await readyForChange(context, await openByShot(context, id));
  const { name } = await getShot(context, id);
  await decideFor(context, open, [{ kind: 'attach', name, app_shot }], null);
  return getShot(context, id);
}

export async function createResolutionShot(
  context: Context,
  body: RequestBody<typeof calls.createResolutionShot>,
): Promise<ProcessingShot> {
  const { first, second, root_shots, reason } = body;
  const open = await readyForChange(context, await openByShot(context, first));
  const names = await askAbout(context, open, { kind: 'names', ids: [first, second, ...root_shots] });
  const nameOf = (field: string, id: string) => {
    if (names[id] === undefined) throw invalid({ [field]: `There is no shot ${id} in this run.` });
    return names[id];
  };
  const decision: ProcessingDecision = {
    kind: 'average',
    first: nameOf('first', first),
    second: nameOf('second', second),
    ticked: root_shots.map((id) => nameOf('root_shots', id)),
  };
  const { new_shots } = await decideFor(context, open, [decision], reason ?? null);
  const [made] = new_shots;
  if (!made) throw notFound();
  return { ...made, field_run: open.run.id };
}

export async function createSamePointShots(context: Context, field_run: string): Promise<{ created: ProcessingShot[] }> {
  const { new_shots } = await decide(context, field_run, [{ kind: 'group_same_points' }], null);
  return { created: new_shots.map((shot) => ({ ...shot, field_run })) };
}
