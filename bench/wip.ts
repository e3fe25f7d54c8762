/**
 * Time and WIP of a firm with two million entries of time and 300,000 expenses: what people open, through HTTP, beside the same statements
 * run directly on the same database, and the slowest of those statements. The last are about a day half a year ago.
 * LARGE_DATA names a folder that keeps the large firm between runs: making it takes minutes.
 */
import { expandRoles, isRole } from '@dmse/domain/access/roles';
import { addDays } from '@dmse/domain/dates/local-date';
import { compare, compareWithSql, percentile, signIn, startProduct, timedGet, untilQuiet } from './shared/product.ts';
import { captureSql, openSql, recordSql, type SameSql, type Statement } from './shared/same-sql.ts';

const ROUNDS = 31;
const WARM_UP = 15;
/** Calls before anything is measured: a server that has answered nobody yet is met once a week. */
const FIRST_CALLS = 300;
const SLOWEST_MS = 50;
const AS_OF_MS = 1000;
const HEALTH_S = 60;
const DAYS_AGO = 180;

// By their address: their types would bring the whole server into this folder.
const serviceOf = (name: string) => import(new URL(`../apps/server/src/areas/${name}.service.ts`, import.meta.url).href);
const { getWeek } = await serviceOf('time/week/week');
const { getReport } = await serviceOf('reports/report/report');
const { explainWip, getJobWip, listWipItems } = await serviceOf('wip/item/wip');

type Case = { name: string; as: string; path: string; statements: Statement[]; limit?: number };

const half = (times: number[]) =>
  percentile(
    times.sort((a, b) => a - b),
    0.5,
  );

async function measure(origin: string, sql: SameSql, { name, as, path, statements, limit = SLOWEST_MS }: Case): Promise<void> {
  const cookie = await signIn(origin, as);
  const http: number[] = [];
  const direct: number[] = [];
  const each = statements.map((): number[] => []);
  for (let i = 0; i < ROUNDS + WARM_UP; i += 1) {
    const { ms: through } = await timedGet(`${origin}${path}`, cookie);
    const beside = await sql.timeEach(statements);
    if (i >= WARM_UP) {
      http.push(through);
      direct.push(beside.all);
      for (const [at, ms] of beside.each.entries()) each[at]!.push(ms);
    }
    // Sixty a second is what a person may ask for.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  console.log(`\n${name}: ${statements.length} statements`);
  compare(`${name}, slowest statement`, Math.max(...each.map(half)), limit, 'ms');
  compareWithSql(`${name}, p50`, half(http), half(direct));
}

const { LARGE_DATA } = process.env;
const product = await startProduct({ DEMO_SIZE: 'large', ...(LARGE_DATA ? { DATA_DIR: LARGE_DATA } : {}) });
try {
  const { origin, dataDir } = product;
  console.log(`loaded and ready after ${(product.readyAfterMs / 1000).toFixed(0)} s`);
  const sql = await openSql(dataDir);
  await sql.untilSealed();
  await untilQuiet(origin);
  const [sizes] = await sql.ask<{ entries: number; expenses: number; lines: number }>(
    'select (select count(*)::int from time_entry) as entries, (select count(*)::int from expense) as expenses, (select count(*)::int from wip_line) as lines',
  );
  console.log(`${sizes!.entries} entries of time, ${sizes!.expenses} expenses, ${sizes!.lines} lines in the ledger`);
  const [longest] = await sql.ask<{ job: number; entries: number }>(
    'select job, count(*)::int as entries from time_entry where job is not null group by job order by 2 desc limit 1',
  );
  const { job, entries } = longest!;
  const now = new Date().toISOString();
  const today = now.slice(0, 10);
  const [week, past] = [addDays(today, -14), addDays(today, -DAYS_AGO)];
  const users = await sql.ask<{ id: number; username: string; full_name: string; granted: string[] }>(
    'select * from app_user where id <= 25',
  );
  const record = async (as: string, work: (context: object) => Promise<unknown>) => {
    const { id, full_name, granted } = users.find(({ username }) => username === as)!;
    const actor = { id, full_name, groups: expandRoles(granted.filter(isRole)) };
    return recordSql(dataDir, (tx) => work({ tx, actor, now }));
  };

  const mine = { project_manager: 2, state: ['IN PROGRESS'] };
  const search = 'page_size=25&project_manager=2&state=IN+PROGRESS';
  const jobs = async (name: string, ordering?: string): Promise<Case> => ({
    name,
    as: 'mona',
    path: `/api/jobs/?${search}${ordering ? `&ordering=${ordering}` : ''}`,
    statements: await captureSql('/api/jobs/', ordering ? { ...mine, ordering } : mine),
  });
  const cases: Case[] = [
    await jobs('My Projects'),
    await jobs('My Projects, the largest WIP first', '-wip_cost'),
    await jobs('My Projects, the oldest WIP first', '-avg_wip_age'),
    await jobs('My Projects, by the last entry', '-last_time_entry_date'),
    {
      name: 'the week grid of a person',
      as: 'fern',
      path: `/api/timesheet/week/?date=${week}`,
      statements: await record('fern', (context) => getWeek(context, undefined, week)),
    },
    {
      name: `the WIP of a job with ${entries} entries`,
      as: 'alice',
      path: `/api/wip/job/${job}/`,
      statements: await record('alice', (context) => getJobWip(context, job, {})),
    },
    {
      name: `200 of its ${entries} pieces of work`,
      as: 'alice',
      path: `/api/wip/item/?job=${job}&page_size=200`,
      statements: await record('alice', (context) => listWipItems(context, { job, page_size: 200 })),
    },
    {
      name: 'what its WIP is made of',
      as: 'alice',
      path: `/api/wip/explain/?job=${job}&figure=wip`,
      statements: await record('alice', (context) => explainWip(context, { job, figure: 'wip' })),
    },
    {
      name: `its WIP as of ${DAYS_AGO} days ago`,
      as: 'alice',
      path: `/api/wip/job/${job}/?as_of=${past}`,
      statements: await record('alice', (context) => getJobWip(context, job, { as_of: past })),
      limit: AS_OF_MS,
    },
    {
      name: `the WIP of every job as of ${DAYS_AGO} days ago`,
      as: 'alice',
      path: `/api/reports/wip-as-of/?as_of=${past}`,
      statements: await record('alice', (context) => getReport(context, 'wip-as-of', { as_of: past })),
      limit: AS_OF_MS,
    },
  ];
  const first = await signIn(origin, cases[0]!.as);
  for (let i = 0; i < FIRST_CALLS; i += 1) {
    await timedGet(`${origin}${cases[0]!.path}`, first);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const each of cases) await measure(origin, sql, each);

  const cookie = await signIn(origin, 'alice');
  const began = performance.now();
  const answer = await fetch(`${origin}/api/admin/ledger-health/`, { headers: { cookie } });
  const health = (await answer.json()) as { checked: number; differences: { what: string; says: string }[] };
  console.log(`\nthe ledger: ${health.checked} figures checked, ${health.differences?.length} differ`);
  if (!answer.ok || health.differences.length > 0) console.log(`short: the ledger is not sound: ${JSON.stringify(health).slice(0, 300)}`);
  compare('every kept figure compared with the ledger', (performance.now() - began) / 1000, HEALTH_S, 's');
  await sql.close();
} finally {
  await product.stop();
}
