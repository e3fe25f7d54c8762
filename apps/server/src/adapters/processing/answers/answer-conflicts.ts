import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';
import type { Conflict } from '@dmse/survey/conflict/conflict';
import type { ProcessedRun, SettledConflict } from '@dmse/survey/run/process-run';
import type { AnswerTo, ConflictFilter } from '../question.ts';

/** A conflict over a whole run names its first shots; how many they are stands in its sentence. */
const MOST_SHOTS = 1000;

export function toProcessingConflict({ shots, names, remedies, ...conflict }: Conflict): ProcessingConflict {
  return { ...conflict, shots: shots.slice(0, MOST_SHOTS), names: names.slice(0, MOST_SHOTS), remedies: [...remedies] };
}

/** Conflicts that nobody has settled yet. */
export function openConflicts({ conflicts, ignored, waived }: ProcessedRun): Conflict[] {
  const settled = new Set([...ignored, ...waived].map(({ key }) => key));
  return conflicts.filter(({ key }) => !settled.has(key));
}

const note = (settled: SettledConflict | undefined) => (settled ? { by: settled.by, at: settled.at, why: settled.why } : null);

/** Two points that somebody left as two are no conflict any more; whoever looks at what was left finds them all the same. */
function leftPairs(ignored: readonly SettledConflict[], conflicts: readonly Conflict[]): Conflict[] {
  const present = new Set(conflicts.map(({ key }) => key));
  return ignored.flatMap(({ key, what }) => {
    const names = key.split(':').slice(1);
    const sentence = `${names.join(' and ')}: ${what}.`;
    return present.has(key) ? [] : { id: 'SAME_PLACE', severity: 'W', key, shots: [], names, figures: {}, sentence, remedies: [] };
  });
}

/** Worst first, as the run lists them. */
export function answerConflicts(
  { kind, severity, ignored: with_ignored, shot, page, page_size }: ConflictFilter,
  { conflicts, ignored, waived }: ProcessedRun,
): AnswerTo<{ kind: 'conflicts'; filter: ConflictFilter }> {
  const left = new Map(ignored.map((settled) => [settled.key, settled]));
  const excused = new Map(waived.map((settled) => [settled.key, settled]));
  const [kinds, severities] = [new Set<string>(kind), new Set<string>(severity)];
  const listed = with_ignored ? [...conflicts, ...leftPairs(ignored, conflicts)] : conflicts;
  const found = listed.filter(
    (conflict) =>
      (kinds.size === 0 || kinds.has(conflict.id)) &&
      (severities.size === 0 || severities.has(conflict.severity)) &&
      (with_ignored || !left.has(conflict.key)) &&
      (shot === undefined || conflict.shots.includes(shot)),
  );
  return {
    count: found.length,
    results: found.slice((page - 1) * page_size, page * page_size).map((conflict) => ({
      ...toProcessingConflict(conflict),
      ignored: note(left.get(conflict.key)),
      waived: note(excused.get(conflict.key)),
    })),
  };
}
