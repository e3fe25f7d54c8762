import { createTimeEntry, type FoundTarget, findTargets, removeTimeEntry } from '@dmse/contract/time/entry';
import { sayDuration } from '@dmse/domain/dates/duration';
import { proseDate } from '@dmse/domain/dates/local-date';
import { sayWeekday } from '@dmse/domain/dates/read-date';
import { chooseWork, readCommand, type TypedCommand } from '@dmse/domain/text/typed-command';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { invalidateArea } from '../../api/invalidate.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { useCall } from '../../api/use-call.ts';
import { useStartTimer } from '../../areas/time/timer/use-timer.ts';
import { lacksTask, nameTarget, targetOf } from '../../areas/time/week/target.ts';
import { useToday } from '../../parts/date/firm-zone.ts';
import { showToast } from '../../parts/toast/toast-store.ts';
import { useConnected } from '../../session/connection.ts';
import { useCan } from '../../session/self.ts';
import { paletteQuery, showPalette } from '../shell-state.ts';
import { type PaletteEntry, pathOf } from './palette-entries.ts';

type TimeCommand = Extract<TypedCommand, { verb: 'time' }>;
const MOST_WORKS = 8;

/** What was typed is a command of somebody who may do it; null where it is searched for. */
export function useCommand(query: string): TypedCommand | null {
  const mayDo = { memo: useCan('memos.write'), time: useCan('time.own'), timer: useCan('time.own') };
  const command = readCommand(query, useToday());
  return command && mayDo[command.verb] ? command : null;
}

async function enterTime(
  client: QueryClient,
  line: string,
  target: FoundTarget,
  { minutes, date, note }: { minutes: number; date: string; note: string },
) {
  try {
    const { id } = await call(createTimeEntry, {}, { ...targetOf(target), minutes, date, note });
    await invalidateArea(client, 'timesheet');
    const undo = async () => {
      await call(removeTimeEntry, { id });
      await invalidateArea(client, 'timesheet');
      showToast({ text: 'The time entry is gone again.', icon: 'undo' });
    };
    showToast({
      text: `Entered ${sayDuration(minutes)} for ${nameTarget(target)}.`,
      subtitle: `${sayWeekday(date)} ${proseDate(date)}${note ? ` · ${note}` : ''}`,
      icon: 'check',
      colour: 'success',
      action: { label: 'Undo', run: () => void undo().catch(showProblem) },
    });
  } catch (error) {
    showProblem(error);
    // Nothing typed is lost: it can be put right and sent again.
    showPalette(true);
    paletteQuery.set(line);
  }
}

/** A line for each work the time can be for, saying what Enter will do; a lone line says what is still missing. */
function useTimeEntries(line: string, command: TimeCommand | null): PaletteEntry[] {
  const client = useQueryClient();
  const isConnected = useConnected();
  const about = command?.about ?? '';
  const found = useCall(
    findTargets,
    { query: about, limit: 50 },
    { enabled: command !== null && isConnected && about.length > 1, keepOld: true },
  );
  if (!command) return [];
  const group = 'Enter time';
  const say = (label: string): PaletteEntry[] => [{ key: 'time:', group, label, icon: 'schedule', link: { to: '/entry/' } }];
  if (!isConnected) return say('Time is entered once the server is within reach.');
  if (about === '') return say('Type a job and a time: time 26-0050 2:30 drafting');
  const { minutes, date, rest, problem } = command;
  const open = (found.data?.results ?? []).filter((target) => !lacksTask(target));
  const { works, note } = chooseWork(rest, open, (target) =>
    [target.task?.name, target.milestone?.name, target.overhead_code?.name].join(' '),
  );
  if (works.length === 0) return found.isFetching ? [] : say(`No open job or overhead code is called “${about}”.`);
  return works.slice(0, MOST_WORKS).map((target, at): PaletteEntry => {
    const same = { key: `time:${at}`, group, icon: 'schedule', isAct: true } as const;
    if (minutes === null) return { ...same, label: nameTarget(target), hint: problem ?? '', run: () => askAgain(line) };
    const day = `${sayWeekday(date)} ${proseDate(date)}`;
    return {
      ...same,
      label: `Enter ${sayDuration(minutes)} for ${nameTarget(target)}`,
      hint: note ? `${day} · note: ${note}` : day,
      run: () => void enterTime(client, line, target, { minutes, date, note }),
    };
  });
}

/** Chosen before it is whole: the line stays open with a blank to go on after. */
function askAgain(line: string): void {
  showPalette(true);
  paletteQuery.set(`${line.trimEnd()} `);
}

/** Writing a memo on these jobs and quotes; what has no memos is left out. */
export function memoEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  return entries.flatMap((entry) => {
    const path = pathOf(entry);
    if (path === null || !/^\/(job|quote)\/\d+$/.test(path)) return [];
    const link = { to: `${path}/memos`, search: { new: 'true', ...(text ? { text } : {}) } };
    const hint = text ? { hint: `Opens with: ${text}`, isAct: true as const } : {};
    return [{ key: `memo:${entry.key}`, group: 'New memo', label: `New memo on ${entry.label}`, ...hint, icon: 'add', link }];
  });
}

/** Starting the timer for these jobs; what is no job is left out. */
function timerEntries(entries: readonly PaletteEntry[], start: NonNullable<ReturnType<typeof useStartTimer>>): PaletteEntry[] {
  return entries.flatMap((entry) => {
    const job = /^\/job\/(\d+)$/.exec(pathOf(entry) ?? '')?.[1];
    if (job === undefined) return [];
    const [num = '', ...desc] = entry.label.split(' ');
    const of = { id: Number(job), num, desc: desc.join(' '), state: '' };
    const run = () => void start({ job: of, task: null, milestone: null, overhead_code: null, is_billable: true });
    return [{ key: `timer:${entry.key}`, group: 'Start the timer', label: `Start the timer for ${entry.label}`, icon: 'timer', run }];
  });
}

/** What the command would do, one line for each record it may be about. */
export function useCommandEntries(line: string, command: TypedCommand | null, records: readonly PaletteEntry[]): PaletteEntry[] {
  const start = useStartTimer();
  const time = useTimeEntries(line, command?.verb === 'time' ? command : null);
  if (command?.verb === 'memo') return memoEntries(records, command.text);
  if (command?.verb === 'timer' && start) return timerEntries(records, start);
  return time;
}
