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
  const places = new Map(after.decisions.map((decision, place) => [decision, place - before.decisions.length]));
  const refused = after.run.not_applied.flatMap(({ decision, sentence }) => {
    const place = places.get(decision) ?? -1;
    return place >= 0 ? { place, sentence } : [];
  });
  const new_shots = after.run.shots.filter(({ id }) => !before.by_id.has(id)).map((shot) => toProcessingShot(shot, after));
  return { refused, plan: describePlan(after.run), new_shots };
}
