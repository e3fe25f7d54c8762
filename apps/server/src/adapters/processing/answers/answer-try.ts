import { describePlan } from '@dmse/survey/run/overview';
import type { MadeDecision, RunInputs, Tried } from '../question.ts';
import type { WorkedOut } from '../run-keeper.ts';
import { toProcessingShot } from './answer-shot.ts';

/** The inputs as they are once these decisions are stored. */
export function withDecisions(inputs: RunInputs, decisions: readonly MadeDecision[]): RunInputs {
  const added = decisions.map((made) => ({ ...made, id: 0 }));
  return { ...inputs, revision: inputs.revision + 1, decisions: [...inputs.decisions, ...added] };
}

/** What is new in a run that has more decisions than before. */
export function answerTry(before: WorkedOut, after: WorkedOut): Tried {
  const refused = after.run.not_applied
    .map(({ place, sentence }) => ({ place: place - before.decisions.length, sentence }))
    .filter(({ place }) => place >= 0);
  const new_shots = after.run.shots.filter(({ id }) => !before.by_id.has(id)).map((shot) => toProcessingShot(shot, after));
  return { refused, plan: describePlan(after.run), new_shots };
}
