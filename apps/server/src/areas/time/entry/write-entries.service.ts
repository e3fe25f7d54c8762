import { proseDate } from '@dmse/domain/dates/local-date';
import { startOfWeek } from '@dmse/domain/dates/week';
import { sayCents } from '@dmse/domain/money/cents';
import type { Approver } from '@dmse/domain/states/approver';
import { batchForEntry } from '@dmse/domain/states/time-batch';
import { type TimeEntry, whyNotChangeEntry, whyNotSaveEntry } from '@dmse/domain/time/entry-rules';
import { amountsAt, asksNewRate, type PricedEntry, priceEntry, type TimeRates, whyNotPriced } from '@dmse/domain/time/price-entry';
import type { Reason } from '@dmse/domain/values/reason';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import { createRecord, updateRecord } from '../../../records/record.ts';
import { createRecords, removeRecords } from '../../../records/record-bulk.ts';
import { holdJobs, setWip, type WipChange } from '../../wip/ledger/ledger.service.ts';
import { loadRates } from '../../work/budget/pricing.service.ts';
import * as batches from '../week/batch.queries.ts';
import { batchNoun } from '../week/batch-noun.ts';
import * as entries from './entry.queries.ts';
import { entryNoun } from './entry-noun.ts';
import { getTimeFacts, type TimeFacts } from './time-facts.service.ts';

/** An entry as it shall be, and the one it replaces; null after: it is deleted, null before: it is new. */
export type EntryPlan = { before: entries.HeldEntry | null; after: Omit<TimeEntry, 'user'> | null };

/** Where several are written at once, a refusal says which one it is about. */
function refuseEntry(reason: Reason, plan: EntryPlan, plans: readonly EntryPlan[]): void {
  if (!reason) return;
  const date = (plan.after ?? plan.before)!.date;
  const sentence = plans.length > 1 ? `${proseDate(date)}: ${reason.sentence}` : reason.sentence;
  throw new Refusal(reason.code, sentence, plans.length > 1 ? { index: plans.indexOf(plan) } : {});
}

/** A task of another job, a milestone of another task, or an overhead code that nobody uses any more is refused. */
async function refuseMisplaced({ tx }: Context, plans: readonly EntryPlan[]): Promise<void> {
  const after = plans.flatMap((plan) => plan.after ?? []);
  const { jobs, tasks } = await entries.listPlaces(
    tx,
    after.flatMap(({ task }) => task ?? []),
    after.flatMap(({ milestone }) => milestone ?? []),
  );
  for (const { job, task, milestone } of after) {
    if (task !== null && jobs.get(task) !== job) throw invalid({ task: 'This task is not one of the job.' });
    if (milestone !== null && tasks.get(milestone) !== task) throw invalid({ milestone: 'This milestone is not one of the task.' });
  }
  const codes = new Set(
    (
      await entries.listOverheadCodes(
        tx,
        after.flatMap(({ overhead_code }) => overhead_code ?? []),
      )
    ).map(({ id }) => id),
  );
  if (after.some(({ overhead_code }) => overhead_code !== null && !codes.has(overhead_code)))
    throw invalid({ overhead_code: 'There is no such overhead code.' });
}

export async function loadTimeRates({ tx }: Context, jobs: Iterable<entries.TimedJob>): Promise<(job: number | null) => TimeRates> {
  const cost = await entries.listCosts(tx);
  const charge = new Map<number | null, TimeRates['charge']>([[null, { job: [], client: [], role: [] }]]);
  for (const job of jobs) charge.set(job.id, await loadRates(tx, { kind: 'job', id: job.id, client: job.client }));
  return (job) => ({ charge: charge.get(job)!, cost });
}

/** Rates stay as they were frozen unless it is other work now, or becomes billable without having had one; other minutes only count anew. */
function price({ before, after }: EntryPlan, user: number, ratesOf: (job: number | null) => TimeRates): PricedEntry {
  const entry = { ...after!, user };
  const isPriced = before !== null && (before.rate !== null || !entry.is_billable);
  return isPriced && !asksNewRate(before, entry) ? amountsAt(entry, before) : priceEntry(entry, ratesOf(entry.job));
}

/** The batch each entry goes to, made where there is none yet. An entry that stays in its week stays in its batch. */
async function findBatch(
  context: Context,
  user: number,
  { before, after }: EntryPlan,
  { week_starts_on }: TimeFacts,
  made: Map<string, number>,
) {
  const first_day = startOfWeek(after!.date, week_starts_on);
  if (before && startOfWeek(before.date, week_starts_on) === first_day) return before.batch;
  const known = made.get(first_day);
  if (known !== undefined) return known;
  const ofWeek = await batches.listOfWeek(context.tx, user, first_day);
  const place = batchForEntry(ofWeek);
  if ('code' in place) throw new Refusal(place.code, place.sentence);
  const open = ofWeek.find(({ number }) => number === place.number);
  const id = open?.id ?? (await createRecord(context, batchNoun, { user, first_day, number: place.number })).id;
  made.set(first_day, id);
  return id;
}

/** Whose time is written: which of their entries are touched, which jobs besides, and what shall become of them. */
type Writing = {
  user: number;
  /** Asked once the person is held. */
  touched: (person: entries.Person) => Promise<readonly number[]>;
  jobs: readonly (number | null)[];
  plan: (held: readonly entries.HeldEntry[], person: entries.Person) => readonly EntryPlan[];
};

/**
 * Writes entries of one person, all or none. The person, the lock date, the jobs and the entries are held, always in this order; then
 * every rule is asked; then the entries are priced and written, and the ledger is told in one statement. Answers the ids of what was
 * created or changed.
 */
export async function writeEntries(
  context: Context,
  who: Approver,
  { user, touched, jobs: named, plan: makePlans }: Writing,
): Promise<number[]> {
  const { tx } = context;
  const person = await entries.lockPerson(tx, user);
  if (!person) throw notFound();
  const facts = await getTimeFacts(context);
  const locked_through = await entries.holdLockDate(tx);
  const ids = await touched(person);
  const jobIds = [...(await entries.listJobsOf(tx, ids)), ...named.flatMap((job) => job ?? [])];
  await holdJobs(tx, jobIds);
  const jobs = await entries.listJobs(tx, jobIds);
  const plans = makePlans(await entries.lockEntries(tx, ids), person);
  for (const plan of plans) {
    const { before } = plan;
    if (before) refuseEntry(whyNotChangeEntry({ ...before, wip_state: before.wip_state ?? 'UNBILLED' }, who, locked_through), plan, plans);
    if (plan.after?.job && !jobs.has(plan.after.job)) throw invalid({ job: 'There is no such job.' });
  }
  const replaced = new Set(plans.map(({ before }) => before?.id));
  const days = [...new Set(plans.flatMap(({ after }) => after?.date ?? []))];
  const kept = (await entries.listDayFacts(tx, user, days)).filter(({ id }) => !replaced.has(id));
  for (const plan of plans) {
    if (!plan.after) continue;
    const entry = { ...plan.after, user };
    const beside = plans.flatMap((other) => (other !== plan && other.after ? other.after : []));
    const others = [...kept, ...beside].filter(({ date }) => date === entry.date);
    const job = entry.job === null ? null : jobs.get(entry.job)!;
    refuseEntry(whyNotSaveEntry(entry, { today: facts.today, step: facts.step, locked_through, job, others }), plan, plans);
  }
  await refuseMisplaced(context, plans);

  const ratesOf = await loadTimeRates(context, jobs.values());
  const made = new Map<string, number>();
  const changes: WipChange[] = [];
  const written: number[] = [];
  const note = (id: number, entry: Omit<TimeEntry, 'user'>, { amount }: PricedEntry) => {
    const work = entry.is_billable && entry.job !== null ? { job: entry.job, task: entry.task, amount, work_date: entry.date } : null;
    changes.push({ item: entries.itemOf(id), work });
    written.push(id);
  };
  const fresh: { plan: EntryPlan; priced: PricedEntry; batch: number }[] = [];
  for (const plan of plans) {
    const { before, after } = plan;
    if (!after) continue;
    const priced = price(plan, user, ratesOf);
    refuseEntry(whyNotPriced(after, priced), plan, plans);
    const batch = await findBatch(context, user, plan, facts, made);
    if (!before) fresh.push({ plan, priced, batch });
    else note((await updateRecord(context, entryNoun, before, { ...after, ...priced, batch })).id, after, priced);
  }
  const created = await createRecords(
    context,
    entryNoun,
    fresh.map(({ plan, priced, batch }) => ({ ...plan.after!, ...priced, user, batch })),
    'created',
  );
  for (const [at, { id }] of created.entries()) note(id, fresh[at]!.plan.after!, fresh[at]!.priced);
  const gone = plans.flatMap(({ before, after }) => (before && !after ? before : []));
  await removeRecords(context, entryNoun, gone, 'deleted');
  changes.push(...gone.map(({ id }) => ({ item: entries.itemOf(id), work: null })));
  await setWip(context, changes);
  await batches.removeEmpty(
    tx,
    plans.flatMap(({ before }) => before?.batch ?? []),
  );
  return written;
}

/** Prices entries anew by the rates that hold for their days; only the rates differ, and the ledger says why. */
export async function rewritePrices(context: Context, priced: readonly { row: entries.HeldEntry; priced: PricedEntry }[]): Promise<void> {
  for (const { row, priced: values } of priced) {
    const change = { field: 'amount', label: 'Amount', from: sayCents(row.amount), to: sayCents(values.amount) };
    await updateRecord(context, entryNoun, row, values, [change], 'priced anew');
  }
  await setWip(
    context,
    priced.map(({ row, priced: { amount } }) => ({
      item: entries.itemOf(row.id),
      work: { job: row.job!, task: row.task, amount, work_date: row.date },
      act: 'reprice',
    })),
  );
}
