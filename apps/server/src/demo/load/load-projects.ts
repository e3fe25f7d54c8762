import { headingOf } from '@dmse/contract/common/field';
import { JobPatch } from '@dmse/contract/jobs/job';
import { projectFields } from '@dmse/contract/jobs/job-fields';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { DB } from '../../db/rows.generated.ts';
import { createLoader, type Loading } from '../bulk-load.ts';
import { createNumbers, makeJob, makeQuote, type Project, type ProjectWorld } from '../firm/projects.ts';
import type { Random } from '../firm/random.ts';
import type { HistoryRow } from '../firm/record-with-history.ts';
import type { Scale } from '../sizes.ts';
import { loadMemos } from './load-memos.ts';
import { loadWork } from './load-work.ts';

type Add = (rows: HistoryRow[]) => Promise<void>;
type Parts = { context: Loading; random: Random; world: ProjectWorld; add: Add };

const STAMPS = ['version', 'created_on', 'created_by', 'updated_on', 'updated_by'];
const COMMON: (keyof DB['job'] & keyof DB['quote'])[] = [
  'desc',
  'long_desc',
  'client',
  'client_name',
  'project_manager',
  'discipline',
  'job_types',
  'project_leads',
  'billing_type',
  'fee_cap',
  'inbox_token',
  'location',
  'state',
];

/** Quotes, jobs and all the work in them; a third of the jobs were quotes before. Answers them, for whoever goes out for them. */
export async function loadProjects(parts: Parts, scale: Scale): Promise<{ quotes: Project[]; jobs: Project[] }> {
  const { context, random, world, add } = parts;
  const { tx } = context;
  const [jobNumbers, quoteNumbers] = [createNumbers(''), createNumbers('Q')];
  const quotes = make(random.fork('quotes'), scale.quotes, makeQuote, world, quoteNumbers.next);
  const jobs = make(random.fork('jobs'), scale.jobs, makeJob, world, jobNumbers.next);
  const places = await loadPlaces(context, [...quotes, ...jobs]);
  const accepted = quotes.filter(({ state }) => state === 'ACCEPTED');
  const promoted = new Map(jobs.flatMap((job, at) => (at % 3 === 0 && accepted[at / 3] ? [[job.id, accepted[at / 3]!.id] as const] : [])));
  const isPromoted = new Set(promoted.values());

  // The names stand in the rows already; what is ready is reckoned once, by refreshBlocked.
  const quiet = ['quote', 'job', 'milestone', 'memo'];
  for (const table of quiet) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
  await loadQuotes(parts, quotes, places, isPromoted);
  await loadJobs(parts, jobs, places, promoted);
  await loadWork({ context, random: random.fork('work'), world }, quotes, jobs, scale);
  await loadMemos({ context, random: random.fork('memos'), world, add }, jobs.slice(-scale.jobs_with_memos));
  for (const table of quiet) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  await storeNumbers(tx, 'job', jobNumbers.last);
  await storeNumbers(tx, 'quote', quoteNumbers.last);
  return { quotes, jobs };
}

/** What can be begun; asked once everything is there and the tables have their indexes. */
export async function refreshBlocked(tx: Tx): Promise<void> {
  await sql`select refresh_blocked(array(select id from job where state = 'IN PROGRESS'))`.execute(tx);
}

type Maker = typeof makeJob;
/** In the order of time, so that the numbers are. */
function make(random: Random, count: number, makeOne: Maker, world: ProjectWorld, number: (at: string) => string): Project[] {
  const drawn = Array.from({ length: count }, (_, at) => makeOne(random, at + 1, count, world, () => ''));
  drawn.sort((a, b) => (a.created.at < b.created.at ? -1 : 1));
  return drawn.map((project, at) => ({ ...project, id: at + 1, num: number(project.created.at) }));
}

async function loadPlaces(context: Loading, projects: readonly Project[]): Promise<Map<Project, number>> {
  const rows = createLoader(context, 'location', ['id', 'geometry', 'address', 'min_lon', 'min_lat', 'max_lon', 'max_lat', ...STAMPS]);
  const ids = new Map<Project, number>();
  for (const project of projects) {
    if (!project.location) continue;
    const { lon, lat, address } = project.location;
    const id = ids.size + 1;
    ids.set(project, id);
    const box = { min_lon: lon, min_lat: lat, max_lon: lon, max_lat: lat };
    await rows.add({ id, geometry: { type: 'Point', coordinates: [lon, lat] }, address, ...box, ...stampsOf(project, 1) });
  }
  await rows.flush();
  return ids;
}

function stampsOf({ created, updated_on }: Project, version: number) {
  return { version, created_on: created.at, created_by: created.by, updated_on, updated_by: created.by };
}

async function tell(
  add: Add,
  noun: 'job' | 'quote',
  { id, num, created, updated_on, values, state }: Project,
  first: string,
): Promise<number> {
  const entry = (version: number, action: string, at: string, changes: HistoryRow['changes']): HistoryRow => ({
    noun,
    record_id: String(id),
    record_name: num,
    version,
    action,
    changes,
    at,
    by: created.by,
  });
  const began = [{ field: 'desc', label: headingOf(projectFields.desc), from: null, to: String(values.desc) }];
  const history = [entry(1, 'created', created.at, began)];
  if (state !== first)
    history.push(entry(2, 'changed', updated_on, [{ field: 'state', label: headingOf(JobPatch.shape.state), from: first, to: state }]));
  await add(history);
  return history.length;
}

async function loadQuotes(
  { context, add }: Parts,
  quotes: readonly Project[],
  places: Map<Project, number>,
  isPromoted: ReadonlySet<number>,
) {
  const own = ['submitted_on', 'valid_until', 'decided_on', 'lost_reason', 'is_promoted'];
  const rows = createLoader(context, 'quote', ['id', 'num', ...COMMON, ...own, ...STAMPS]);
  for (const quote of quotes) {
    const version = await tell(add, 'quote', quote, 'AWAITING QUOTE');
    const { id, num, values } = quote;
    await rows.add({
      id,
      num,
      ...values,
      location: places.get(quote) ?? null,
      is_promoted: isPromoted.has(id),
      ...stampsOf(quote, version),
    });
  }
  await rows.flush();
}

async function loadJobs(
  { context, add }: Parts,
  jobs: readonly Project[],
  places: Map<Project, number>,
  promoted: ReadonlyMap<number, number>,
) {
  const own = ['quote', 'po_number', 'state_reason', 'state_changed_on'];
  const rows = createLoader(context, 'job', ['id', 'num', ...COMMON, ...own, ...STAMPS]);
  for (const job of jobs) {
    const version = await tell(add, 'job', job, 'IN PROGRESS');
    const { id, num, values } = job;
    await rows.add({ id, num, ...values, location: places.get(job) ?? null, quote: promoted.get(id) ?? null, ...stampsOf(job, version) });
  }
  await rows.flush();
}

async function storeNumbers(tx: Tx, kind: 'job' | 'quote', last: ReadonlyMap<string, number>): Promise<void> {
  for (const [year, n] of last)
    await tx
      .insertInto('number_sequence')
      .values({ kind, year: 2000 + Number(year), last: n })
      .execute();
}
