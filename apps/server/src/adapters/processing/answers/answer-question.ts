import { compareRuns } from '@dmse/survey/run/compare-runs';
import { describePlan, makeOverview, type RunOverview } from '@dmse/survey/run/overview';
import type { ProcessedRun } from '@dmse/survey/run/process-run';
import type { ReadFile } from '@dmse/survey/run/read-files';
import { shiftOptions, solveAs } from '@dmse/survey/run/shift-options';
import { makeQaReport } from '@dmse/survey/write/qa-report';
import { nameRun } from '../message.ts';
import type { MadeDecision, ProcessAnswerTo, Question, ReadSummary, RunInputs, Tried } from '../question.ts';
import type { WorkedOut } from '../run-keeper.ts';
import { answerConflicts } from './answer-conflicts.ts';
import { answerFinals } from './answer-finals.ts';
import { answerPoints } from './answer-points.ts';
import { answerRootShots, answerShot, toProcessingShot } from './answer-shot.ts';

/** The inputs as they are once these decisions are stored. */
function withDecisions(inputs: RunInputs, decisions: readonly MadeDecision[]): RunInputs {
  const added = decisions.map((made) => ({ ...made, id: 0 }));
  return { ...inputs, revision: inputs.revision + 1, decisions: [...inputs.decisions, ...added] };
}

/** What is new in a run that has more decisions than before. */
function answerTry(before: WorkedOut, after: WorkedOut): Tried {
  const refused = after.run.not_applied
    .map(({ place, sentence }) => ({ place: place - before.decisions.length, sentence }))
    .filter(({ place }) => place >= 0);
  const new_shots = after.run.shots.filter(({ id }) => !before.by_id.has(id)).map((shot) => toProcessingShot(shot, after));
  return { refused, plan: describePlan(after.run), new_shots };
}

type Means = { workOut(inputs: RunInputs): Promise<WorkedOut>; forget(run: string): void };
type Answering = { [K in Question['kind']]: (question: Extract<Question, { kind: K }>, made: WorkedOut, means: Means) => Answered<K> };
type Answered<K extends Question['kind'], A = ProcessAnswerTo<Extract<Question, { kind: K }>>> = A | Promise<A>;

const ANSWERS: Answering = {
  overview: (_, made) => answerOverview(made),
  points: (_, made) => answerPoints(made),
  conflicts: ({ filter }, { run }) => answerConflicts(filter, run),
  shot: ({ id }, made) => answerShot(id, made),
  root_shots: ({ id }, made) => answerRootShots(id, made),
  names: ({ ids }, { by_id }) => Object.fromEntries(ids.flatMap((id) => (by_id.has(id) ? [[id, by_id.get(id)!.name]] : []))),
  shifts: (_, { run, inputs, around }) => shiftOptions(run, inputs.settings, around),
  localization: ({ fit, left_out }, { run, inputs }) => solveAs(run, { fit, left_out }, inputs.settings),
  report: ({ about }, { run, inputs }) => makeQaReport(run, about, inputs.settings),
  compare: async ({ other }, { run }, { workOut }) => {
    const { moved, ...difference } = compareRuns(run, (await workOut(other)).run);
    return { ...difference, moved: moved.map(({ distance: _, ...move }) => move) };
  },
  try: async ({ decisions }, before, { workOut, forget }) => {
    const inputs = withDecisions(before.inputs, decisions);
    const tried = answerTry(before, await workOut(inputs));
    // It is asked for again once the decisions are stored, and not when they are refused.
    if (tried.refused.length > 0) forget(nameRun(inputs));
    return tried;
  },
  finals: (_, made) => answerFinals(made),
  export: async (question, made) => {
    // Most processes never write a file.
    const { answerExport } = await import('./answer-export.ts');
    return answerExport(question, made);
  },
};

/** Every look at the run asks for it. */
const OVERVIEWS = new WeakMap<ProcessedRun, RunOverview>();

function answerOverview({ run, inputs, read }: WorkedOut): RunOverview {
  const overview = OVERVIEWS.get(run) ?? makeOverview(run, inputs.settings, read.read);
  OVERVIEWS.set(run, overview);
  return overview;
}

export function answerQuestion(question: Question, made: WorkedOut, means: Means): unknown {
  return (ANSWERS[question.kind] as Answering['overview'])(question as { kind: 'overview' }, made, means);
}

export function toReadSummary({ name: _, size: __, hash: ___, given_as: ____, ...summary }: ReadFile): ReadSummary {
  return { ...summary, facts: [...summary.facts], problems: [...summary.problems], verbatim: [...summary.verbatim] };
}
