import type { FoundTarget, Target } from '@dmse/contract/time/entry';
import { addDays } from '@dmse/domain/dates/local-date';
import { isOpenJob, type JobState } from '@dmse/domain/states/job';
import { norm, searchWords } from '@dmse/domain/text/norm';
import { rowKey } from '@dmse/domain/time/week-grid';
import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import * as entries from './entry.queries.ts';
import * as targets from './target.queries.ts';

/** What counts as recent. */
const RECENT_DAYS = 60;

function idsOf({ job, task, milestone, overhead_code, is_billable }: FoundTarget) {
  const id = (ref: { id: number } | null) => ref?.id ?? null;
  return { job: id(job), task: id(task), milestone: id(milestone), overhead_code: id(overhead_code), is_billable };
}

function wordsOf({ job, task, milestone, overhead_code }: FoundTarget): string {
  return norm([job?.num, job?.num.replaceAll(/[-._]/g, ''), job?.desc, task?.name, milestone?.name, overhead_code?.name].join(' '));
}

/** Favourites and recent work first, then what the words find. Jobs that no longer go on are left out. */
export async function findTargets(context: Context, query = '', size = 30): Promise<{ results: FoundTarget[] }> {
  const { tx, actor } = context;
  const since = addDays(await getToday(context), -RECENT_DAYS);
  const words = searchWords(query);
  const familiar = (await targets.nameTargets(tx, await targets.listFamiliar(tx, actor.id, since)))
    .filter(({ job }) => job === null || isOpenJob({ state: job.state as JobState }))
    .filter((target) => words.every((word) => wordsOf(target).includes(word)));
  const found = words.length > 0 ? await targets.findTasks(tx, query, size) : [];
  const others = await targets.nameTargets(tx, [...found, ...(await targets.findOverhead(tx, query))]);
  const seen = new Set(familiar.map((target) => rowKey(idsOf(target))));
  const results = [...familiar, ...others.filter((target) => !seen.has(rowKey(idsOf(target))))];
  return { results: results.slice(0, size) };
}

export async function setFavourite({ tx, actor }: Context, { is_favourite, ...target }: Target & { is_favourite: boolean }): Promise<void> {
  if (!is_favourite) return targets.removeFavourite(tx, actor.id, target);
  await refuseMisplacedTarget({ tx }, target);
  return targets.addFavourite(tx, actor.id, target);
}

/** Work that is not there, or not where it is said to be. */
export async function refuseMisplacedTarget({ tx }: Pick<Context, 'tx'>, { job, task, milestone, overhead_code }: Target): Promise<void> {
  if ((job === null) === (overhead_code === null)) throw invalid({ job: 'Choose a job or an overhead code, one of them.' });
  const { jobs, tasks } = await entries.listPlaces(tx, task === null ? [] : [task], milestone === null ? [] : [milestone]);
  if (job !== null && !(await entries.listJobs(tx, [job])).has(job)) throw invalid({ job: 'There is no such job.' });
  if (task !== null && jobs.get(task) !== job) throw invalid({ task: 'This task is not one of the job.' });
  if (milestone !== null && tasks.get(milestone) !== task) throw invalid({ milestone: 'This milestone is not one of the task.' });
  if (overhead_code !== null && (await entries.listOverheadCodes(tx, [overhead_code])).length === 0)
    throw invalid({ overhead_code: 'There is no such overhead code.' });
}
