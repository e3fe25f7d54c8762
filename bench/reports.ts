/**
 * Every report's first page through HTTP, beside the same SQL run directly on the same database; and a workbook of more than 100,000 rows with
 * the memory it takes. The firm is the demo, each of its rows many times. Targets: at most 1.5 times the SQL, none over 2 s, and the long
 * workbook takes no more memory than a short one.
 * Run: node bench/reports.ts (BIG_DATA names a folder that keeps the firm between runs)
 */
import { readFileSync } from 'node:fs';
import { REPORTS } from '../apps/server/src/areas/reports/all-reports.ts';
import { getReport } from '../apps/server/src/areas/reports/report/report.service.ts';
import type { Context } from '../apps/server/src/call/context.ts';
import { multiplyFirm } from './shared/multiply-firm.ts';
import { compare, compareWithSql, percentile, signIn, startProduct } from './shared/product.ts';
import { openSql, recordSql } from './shared/same-sql.ts';

const TIMES = 40;
const ROUNDS = 5;
const MOST_MS = 2000;
const MOST_GROWTH_MB = 48;
const FIVE_YEARS_AGO = `${new Date().getUTCFullYear() - 5}-01-01`;
const PERIOD = { from: '2020-01-01', to: '2030-12-31' };

const { BIG_DATA, ONLY } = process.env;
const product = await startProduct(BIG_DATA ? { DATA_DIR: BIG_DATA } : {});

/** The most memory the server has held since it was last asked. */
function watchMemory(): () => number {
  const held = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))![1]) / 1024;
  let most = held();
  const timer = setInterval(() => {
    most = Math.max(most, held());
  }, 50);
  return () => {
    clearInterval(timer);
    return most;
  };
}

async function download(cookie: string, query: Record<string, string>): Promise<{ bytes: number; ms: number; mb: number }> {
  const began = performance.now();
  const most = watchMemory();
  const url = `${product.origin}/api/reports/timesheet-detail/export/?${new URLSearchParams({ ...query, format: 'xlsx' })}`;
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok) throw new Error(`The workbook answered ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const piece of answer.body!) bytes += piece.length;
  return { bytes, ms: performance.now() - began, mb: most() };
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
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = performance.now();
        const answer = await fetch(`${product.origin}/api/reports/${name}/?${new URLSearchParams(asked as Record<string, string>)}`, {
          headers: { cookie },
        });
        if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
        const { count } = (await answer.json()) as { count: number };
        http.push(performance.now() - began);
        direct.push(await sql.time(statements));
        if (round === 0) console.log(`\n${title}${'from' in asked ? ', five years' : ''}: ${count} rows`);
      }
      const middle = (list: number[]) =>
        percentile(
          list.sort((a, b) => a - b),
          0.5,
        );
      const [h, d] = [middle(http), middle(direct)];
      compare(`${label}, p50`, h, MOST_MS, 'ms');
      compareWithSql(label, h, d);
    }
  }
  await sql.close();
  if (!ONLY) {
    const short = await download(cookie, { from: '2026-01-01', to: '2026-01-10' });
    const long = await download(cookie, PERIOD);
    const say = ({ bytes, ms, mb }: typeof long) =>
      `${(bytes / 1e6).toFixed(1)} MB in ${(ms / 1000).toFixed(1)} s, server at most ${mb.toFixed(0)} MB`;
    console.log(`\nworkbook of ten days: ${say(short)}\nworkbook of all: ${say(long)}`);
    compare('memory for the long workbook above that for the short one', long.mb - short.mb, MOST_GROWTH_MB, 'MB');
  }
} finally {
  await product.stop();
}
