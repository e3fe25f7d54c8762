import { listProcessingDecisions } from '@dmse/contract/sites/processing/decision';
import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';
import { listRootShots } from '@dmse/contract/sites/processing/shot';
import { sayList } from '@dmse/domain/text/counts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useProcessing } from '../processing/use-processing.ts';
import { ignoreConflict, namesOf } from './conflict-decisions.ts';
import { titleOfKind, WAYS, type Way } from './conflict-kinds.ts';

/** Everything that can be done about the conflict in hand, for buttons and keys alike. */
export function useConflictActs(conflict: ProcessingConflict | null) {
  const { run, decide, undo, isWritable } = useProcessing();
  const { ask, dialog } = useQuestion();
  const navigate = useNavigate();
  const [ticks, setTicks] = useState<{ key: string; map: ReadonlyMap<string, boolean> }>({ key: '', map: new Map() });
  const ownTicks = conflict && ticks.key === conflict.key ? ticks.map : new Map<string, boolean>();
  const [first, second] = conflict?.names ?? [];

  function tick(name: string, isIn: boolean): void {
    if (conflict) setTicks({ key: conflict.key, map: new Map(ownTicks).set(name, isIn) });
  }

  async function keep(which: 0 | 1): Promise<void> {
    if (first === undefined || second === undefined) return;
    await decide([{ kind: 'keep', kept: which === 0 ? first : second, other: which === 0 ? second : first }]);
  }

  async function average(): Promise<void> {
    if (!conflict || first === undefined || second === undefined) return;
    try {
      const roots = (await Promise.all(conflict.shots.map((id) => call(listRootShots, { id })))).flat();
      const ticked = [...new Set(roots.filter(({ name, is_used }) => ownTicks.get(name) ?? is_used).map(({ name }) => name))];
      if (ticked.length === 0) showToast({ text: 'Tick at least one measured shot.', colour: 'warning' });
      else await decide([{ kind: 'average', first, second, ticked }]);
    } catch (error) {
      showProblem(error, 'The measured shots could not be loaded.');
    }
  }

  async function ignore(): Promise<void> {
    if (!conflict || conflict.severity === 'B') return;
    const answer = await ask({
      title: `Leave “${titleOfKind(conflict.id)}” as it is?`,
      text: conflict.sentence,
      label: 'Reason',
      isOptional: conflict.severity === 'I',
      verb: 'Ignore conflict',
    });
    if (answer) await decide([ignoreConflict(conflict)], answer.words);
  }

  async function waive(): Promise<void> {
    if (!conflict) return;
    const answer = await ask({
      title: `Waive “${titleOfKind(conflict.id)}”?`,
      text: `${conflict.sentence} The run can then be finished all the same, and the report prints the reason.`,
      label: 'Reason',
      verb: 'Waive conflict',
    });
    if (answer) await decide([{ kind: 'waive', conflict: conflict.key }], answer.words);
  }

  async function drop(): Promise<void> {
    if (!conflict) return;
    const names = namesOf(conflict);
    const answer = await ask({
      title: `Leave out ${names.length > 6 ? `${names.length} shots` : sayList(names)}?`,
      text: 'What was measured is kept, but is in no export and not among the final points.',
      label: 'Reason',
      isOptional: true,
      verb: 'Leave out',
    });
    if (answer) await decide([{ kind: 'drop', names }], answer.words);
  }

  async function act(way: Way): Promise<void> {
    if (!conflict) return;
    const { search } = WAYS[way];
    if (search) return navigate({ to: `/processing/${run.id}`, search });
    if (way === 'drop') return drop();
    if (way === 'waive') return waive();
    if (way === 'average') return average();
    const names = namesOf(conflict);
    if (way === 'import') await decide([{ kind: 'import_unlisted', names }]);
    if (way === 'moves' || way === 'stays')
      await decide(names.map((name) => ({ kind: 'moves_with_run', name, does_move: way === 'moves' })));
  }

  /** Takes back what was decided last, with all that was decided in the same moment. */
  async function undoLast(): Promise<void> {
    try {
      const { results } = await call(listProcessingDecisions, { id: run.id, page_size: 200 });
      const last = results.find(({ undone_on }) => undone_on === null);
      if (!last) return showToast({ text: 'There is nothing to undo.' });
      for (const { id, at, undone_on } of results) if (undone_on === null && at === last.at && !(await undo(id))) return;
    } catch (error) {
      showProblem(error, 'The decisions could not be loaded.');
    }
  }

  return { keep, average, ignore, act, undoLast, tick, ticks: ownTicks, dialog, isWritable };
}
