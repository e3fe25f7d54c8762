import type { Context } from '../../../call/context.ts';

/** Who makes a row, and when. */
export function stampOf({ actor, now }: Pick<Context, 'actor' | 'now'>) {
  return { created_on: now, created_by: actor.id, updated_on: now, updated_by: actor.id };
}
