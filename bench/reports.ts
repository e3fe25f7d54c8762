/**
 * Every report's first page through HTTP, beside the same SQL run directly on the same database; and the memory that a workbook
 * of 100,000 rows takes. The firm is the demo, each of its rows many times. Targets: at most 1.5 times the SQL, none over 2 s, and a
 * workbook of 100,000 rows has no more in use than one of 10,000, garbage aside.
 * Run: node bench/reports.ts (BIG_DATA names a folder that keeps the firm between runs; ONLY names some reports, or `workbook`)
 */
import { REPORTS } from '../apps/server/src/areas/reports/all-reports.ts';
import { getReport } from '../apps/server/src/areas/reports/report/report.service.ts';
import type { Context } from '../apps/server/src/call/context.ts';
import { findFreePort, type LiveMemory, openLiveMemory } from './shared/live-memory.ts';
import { multiplyFirm } from './shared/multiply-firm.ts';
import { compare, compareWithSql, percentile, signIn, startProduct, timedGet } from './shared/product.ts';
import { openSql, recordSql, type SameSql } from './shared/same-sql.ts';

const TIMES = 40;
const [ROUNDS, MOST_ROUNDS, ENOUGH_MS] = [5, 41, 3000];
const MOST_MS = 2000;
/** Memory of a workbook with ten times the rows. */
const MOST_GROWTH = 1.05;
const [SHORT, LONG] = [10_000, 100_000];
const FIVE_YEARS_AGO = `${new Date().getUTCFullYear() - 5}-01-01`;

const { BIG_DATA, ONLY } = process.env;
const inspector = await findFreePort();
const product = await startProduct(BIG_DATA ? { DATA_DIR: BIG_DATA } : {}, [
  process.execPath,
  `--inspect=127.0.0.1:${inspector}`,
  'apps/server/src/main.ts',
]);

const middle = (list: readonly number[]) =>
  percentile(
    list.toSorted((a, b) => a - b),
    0.5,
  );

const WORKBOOK = 'timesheet-detail';
type Workbook = { rows: number; bytes: number; ms: number; mb: number; looks: number };

/** The last day until which a workbook has at least so many rows. */
async function findDay(ask: SameSql['ask'], rows: number): Promise<string> {
  const [found] = await ask<{ day: string }>(
    `select date::text as day from (select date, sum(count(*)) over (order by date) as so_far from time_entry group by date) d
      where so_far >= ${rows} order by date limit 1`,
  );
  if (!found) throw new Error(`The firm has fewer than ${rows} entries of time.`);
  return found.day;
}

/** Made and read to its end, with the most that the server had in use meanwhile. */
async function download(cookie: string, memory: LiveMemory, to: string): Promise<Workbook> {
  const period = new URLSearchParams({ from: '2000-01-01', to });
  const url = `${product.origin}/api/reports/${WORKBOOK}/`;
  const { count } = (await (await fetch(`${url}?${period}`, { headers: { cookie } })).json()) as { count: number };
  const began = performance.now();
  const most = memory.watch();
  const answer = await fetch(`${url}export/?${period}&format=xlsx`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`The workbook answered ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const piece of answer.body!) bytes += piece.length;
  return { rows: count, bytes, ms: performance.now() - began, ...(await most()) };
}

async function measureWorkbooks(cookie: string, ask: SameSql['ask']): Promise<void> {
  const memory = await openLiveMemory(inspector);
  const made: Workbook[] = [];
  // The first one is for the server to have done all of it once.
  for (const rows of [SHORT, SHORT, LONG]) {
    const one = await download(cookie, memory, await findDay(ask, rows));
    made.push(one);
    const [size, seconds] = [(one.bytes / 1e6).toFixed(1), (one.ms / 1000).toFixed(1)];
    console.log(
      `\nworkbook of ${one.rows} rows: ${size} MB in ${seconds} s; in use at most ${one.mb.toFixed(1)} MB, of ${one.looks} looks`,
    );
  }
  memory.close();
  const [, short, long] = made as [Workbook, Workbook, Workbook];
  compare(`memory in use for a workbook of ${long.rows} rows`, long.mb / short.mb, MOST_GROWTH, `times that for ${short.rows}`);
}

try {
  await multiplyFirm(product.dataDir, TIMES);
  const cookie = await signIn(product.origin, 'alice');
  const sql = await openSql(product.dataDir);
  const [alice] = await sql.ask<{ id: number; granted: string[] }>(`select id, granted from app_user where username = 'alice'`);
  const actor = { id: alice!.id, groups: alice!.granted } as Context['actor'];
  for (const { name, title, filters } of REPORTS) {
    if (ONLY && !ONLY.split(',').includes(name)) continue;
    // As it opens: this year until today. And the longest that somebody would ask for.
    const periods: { from?: string }[] = filters.includes('from') ? [{}, { from: FIVE_YEARS_AGO }] : [{}];
    for (const asked of periods) {
      const statements = await recordSql(product.dataDir, (tx) =>
        getReport({ tx, actor, now: new Date().toISOString(), time_zone: 'America/Moncton' } as Context, name, asked),
      );
      const label = 'from' in asked ? `${name}, five years` : name;
      const [http, direct]: [number[], number[]] = [[], []];
      const ask = async () => {
        const url = `${product.origin}/api/reports/${name}/?${new URLSearchParams(asked as Record<string, string>)}`;
        const { ms, body } = await timedGet<{ count: number }>(url, cookie);
        return { count: body.count, ms };
      };
      const { count } = await ask();
      console.log(`\n${title}${'from' in asked ? ', five years' : ''}: ${count} rows`);
      await sql.time(statements);
      // By turns, so that whatever else the machine does meets both; the short ones more often.
      for (let spent = 0; http.length < ROUNDS || (spent < ENOUGH_MS && http.length < MOST_ROUNDS); ) {
        const isFirst = http.length % 2 === 0;
        const before = isFirst ? await sql.time(statements) : null;
        const { ms } = await ask();
        const beside = before ?? (await sql.time(statements));
        http.push(ms);
        direct.push(beside);
        spent += ms + beside;
        // Sixty a second is what a person may ask for.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const d = middle(direct);
      const h = d + middle(http.map((ms, at) => ms - direct[at]!));
      compare(`${label}, p50`, h, MOST_MS, 'ms');
      compareWithSql(label, h, d);
    }
  }
  if (!ONLY || ONLY.split(',').includes('workbook')) await measureWorkbooks(cookie, sql.ask);
  await sql.close();
} finally {
  await product.stop();
}
