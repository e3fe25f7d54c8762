import { type TimeEntry, updateTimeEntry } from '@dmse/contract/time/entry';
import { copyWeek, getWeek, updateTimeBatch, type Week } from '@dmse/contract/time/week';
import { addDays } from '@dmse/domain/dates/local-date';
import { isOpenBatch, type TimeBatchState } from '@dmse/domain/states/time-batch';
import type { CopyMode } from '@dmse/domain/time/copy-week';
import { lacksNote, whyNotReady } from '@dmse/domain/time/entry-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { callKey } from '../../../api/use-call.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useSelf } from '../../../session/self.ts';
import { canTakeBack, openBatchOf } from '../batch-moves.ts';
import { AskNotes } from './ask-notes.tsx';
import { targetOf } from './target.ts';
import type { WeekBoardState } from './use-week-board.ts';
import { keepWeek, weekInput } from './week-outbox.ts';

/** Submitting a week with the notes it lacks, taking it back, and copying the week before. */
export function useWeekFlow({ week, outbox, table, keep, copied: rememberCopied }: WeekBoardState) {
  const client = useQueryClient();
  const self = useSelf();
  const [asked, setAsked] = useState<readonly TimeEntry[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = weekInput(week.first_day);

  async function fetchWeek(): Promise<Week> {
    return client.fetchQuery({ queryKey: callKey(getWeek, input), queryFn: () => call(getWeek, input), staleTime: 0 });
  }
  /** Everything typed has to be with the server first. */
  async function isSettled(): Promise<boolean> {
    const isDone = await outbox.settle(week.days);
    if (!isDone)
      showToast({ text: 'Something you typed is not saved yet. Look at the marked cells and the notes above.', colour: 'warning' });
    return isDone;
  }
  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      if (await isSettled()) await work();
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }
  async function move(state: TimeBatchState, batch: { id: number; version: number } | undefined): Promise<void> {
    if (!batch) return;
    await call(updateTimeBatch, { id: batch.id }, { state }, { ifMatch: batch.version });
    keepWeek(client, await fetchWeek());
  }
  async function sendWeek(): Promise<void> {
    await move('SUBMITTED', openBatchOf((await fetchWeek()).batches));
    showToast({ text: 'Submitted the week to your supervisor.', icon: 'check', colour: 'success' });
  }
  async function keepNote(entry: TimeEntry, note: string): Promise<void> {
    const isAlone = table.rows.some(({ cells }) => cells.some(({ entries }) => entries.length === 1 && entries[0]!.id === entry.id));
    if (!isAlone) {
      await call(updateTimeEntry, { id: entry.id }, { note }, { ifMatch: entry.version });
      keepWeek(client, await fetchWeek());
      return;
    }
    const { date, minutes } = entry;
    keep([]);
    // Through the device: it stays there until the server has it.
    outbox.write(week.first_day, [{ target: targetOf(entry), date, minutes, was: minutes, note }]);
  }

  return {
    isBusy,
    submit: () =>
      run(async () => {
        const fresh = await fetchWeek();
        const open = fresh.entries.filter(({ batch_state }) => isOpenBatch(batch_state));
        const missing = open.filter(lacksNote);
        const why = open.length === 0 ? whyNotReady(open) : null;
        if (why) showToast({ text: why.sentence, colour: 'warning' });
        else if (missing.length > 0) setAsked(missing);
        else await sendWeek();
      }),
    takeBack: () =>
      run(async () => {
        await move(
          'OPEN',
          week.batches.find((batch) => canTakeBack(batch, self, week)),
        );
        showToast({ text: 'Took the week back. You can change it again.' });
      }),
    copy: (mode: CopyMode) =>
      run(async () => {
        const { first_day } = week;
        const copied = await call(copyWeek, {}, { date: first_day, from: addDays(first_day, -7), mode });
        rememberCopied(copied.rows, copied.week);
        keepWeek(client, copied.week);
        const count = copied.rows.length;
        const says = count === 0 ? 'Last week has no rows to copy.' : `Copied ${count === 1 ? '1 row' : `${count} rows`} of last week.`;
        showToast({ text: says, ...(copied.left_out.length > 0 ? { subtitle: `Left out: ${copied.left_out.join(' ')}` } : {}) });
      }),
    dialog: asked ? (
      <AskNotes
        entries={asked}
        onNote={keepNote}
        onDone={async () => {
          if (await isSettled()) await sendWeek();
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    ) : null,
  };
}
