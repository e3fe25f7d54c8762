/**
 * An invoice from work that is ready to SUBMITTED, by how many entries are on it, through HTTP: processor time of the server and of PostgreSQL,
 * whether it grows as the entries do, and when its PDF is there. Then the register over 100,000 invoices beside the same statements run directly.
 * Targets: 5,000 entries in 1 s of processor time, no faster growth than the entries from 500 on, the PDF 3 s after the submit, the register at
 * most 1.5 times its SQL.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { compare, compareWithSql, percentile, postAs, signIn, startProduct, timedGet } from './shared/product.ts';
import { openSql, recordSql } from './shared/same-sql.ts';

const SIZES = [500, 5000];
const REGISTER = 100_000;
const ROUNDS = 21;

const { listInvoices } = await import(new URL('../apps/server/src/areas/invoices/invoice/invoice.service.ts', import.meta.url).href);

/**
 * What the server and PostgreSQL have used of the processors, in seconds; what has ended of PostgreSQL is in its parent's figure. The scans of
 * the demo, which other processes read meanwhile, are no part of it.
 */
function processorSeconds(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ') as [string, string];
        const fields = rest.split(' ');
        const ticks = fields.slice(11, Number(pid) === root ? 13 : 15).reduce((sum, field) => sum + Number(field), 0);
        const isScan = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scan-process');
        return isScan ? [] : [{ pid: Number(pid), parent: Number(fields[1]), ticks }];
      } catch {
        return [];
      }
    });
  const family = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parent } of all)
      if (family.has(parent) && !family.has(pid)) {
        family.add(pid);
        grown = true;
      }
  }
  return all.filter(({ pid }) => family.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / 100;
}

const product = await startProduct();
try {
  const { origin, dataDir, pid } = product;
  const sql = await openSql(dataDir);
  const owner = await openSql(dataDir, 'dmse_owner');
  const cookie = await signIn(origin, 'alice');
  const [like] = await sql.ask<{ id: number; client: number }>(
    `select e.id, j.client from time_entry e join job j on j.id = e.job where e.is_billable and j.state = 'IN PROGRESS' order by e.id desc limit 1`,
  );
  const { id: entry, client } = like!;

  /** So many entries like one that is there, ready to be billed. */
  async function addWork(count: number): Promise<{ item: string; turn: number }[]> {
    await owner.ask('alter table time_entry disable trigger user');
    const made = await owner.ask<{ item: string }>(`
      with added as (
        insert into time_entry ("user", date, batch, job, task, minutes, is_billable, job_role, rate, rate_rule, amount, note, created_on, updated_on)
        select "user", date, batch, job, task, 60, true, job_role, 12500, 'role', 12500, 'Calcs', now(), now() from time_entry, generate_series(1, ${count})
        where id = ${entry} returning id, job, task, date
      )
      insert into wip_line (item, turn, sign, act, job, task, state, amount, work_date, date, created_on)
      select 'time/' || id, 1, 1, 'enter', job, task, 'UNBILLED', 12500, date, date, now() from added returning item`);
    await owner.ask('alter table time_entry enable trigger user');
    return made.map(({ item }) => ({ item, turn: 1 }));
  }

  /** When the PDF of an invoice is there; until then a thread of the server is at work on it. */
  async function untilPrinted(id: number): Promise<number> {
    const began = performance.now();
    const printed = `select from invoice_pdf p join invoice_revision r on r.id = p.revision where r.invoice = ${id}`;
    while ((await sql.ask(printed)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return (performance.now() - began) / 1000;
  }

  async function measure(count: number): Promise<{ used: number; printed: number }> {
    const items = await addWork(count);
    const before = processorSeconds(pid);
    const began = performance.now();
    const { id } = await postAs(origin, cookie, '/api/invoices/invoice/', { client, items });
    const drafted = processorSeconds(pid);
    await postAs(origin, cookie, `/api/invoices/invoice/${id}/move/`, { to: 'SUBMITTED' });
    const used = processorSeconds(pid) - before;
    const wall = (performance.now() - began) / 1000;
    const printed = await untilPrinted(id);
    console.log(
      `${count} entries: ${used.toFixed(2)} s of processor time (${(drafted - before).toFixed(2)} for the draft), ${wall.toFixed(2)} s in all, PDF ${printed.toFixed(2)} s later`,
    );
    return { used, printed };
  }
  const half = (list: number[]) =>
    percentile(
      list.sort((a, b) => a - b),
      0.5,
    );
  // The history of a firm that was just made is sealed in the background, which would be measured too.
  await sql.untilSealed();
  console.log(`load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`);
  await measure(50);
  const times: number[] = [];
  for (const count of SIZES) {
    // The first of a size also compiles the code it runs.
    const runs = [];
    for (let at = 0; at < 3; at += 1) runs.push(await measure(count));
    times.push(half(runs.map(({ used }) => used)));
    if (count === SIZES.at(-1)) compare('its PDF after the submit', half(runs.map(({ printed }) => printed)), 3, 's');
  }
  compare('5,000 entries from WIP to SUBMITTED', times[1]!, 1, 's of processor time');
  compare('growth from 500 to 5,000 entries', times[1]! / times[0]! / 10, 1, 'times linear');

  await owner.ask(`alter table invoice disable trigger user`);
  await owner.ask(`insert into invoice (state, num, client, date, terms_days, language, billing_name, tax_province, subtotal, tax, total, issued_total, revision, created_on, updated_on)
    select 'SUBMITTED', 'B' || n, client, date - n % 3000, terms_days, language, billing_name, tax_province, subtotal, tax, total, total, 1, now(), now()
    from generate_series(1, ${REGISTER}) n join lateral (select * from invoice where id = 1 + n % 1000) i on true`);
  await owner.ask(`alter table invoice enable trigger user`);
  await owner.ask('analyze invoice');
  const now = new Date().toISOString();
  const actor = { id: 1, full_name: 'Alice', groups: ['Invoices Admin', 'Invoices User'] };
  for (const [name, search, filter] of [
    ['the register', 'page_size=25', { page_size: 25 }],
    [
      'what is overdue, the largest first',
      'page_size=25&is_overdue=true&ordering=-balance',
      { page_size: 25, is_overdue: true, ordering: '-balance' },
    ],
    ['a number', 'page_size=25&query=B4711', { page_size: 25, query: 'B4711' }],
  ] as const) {
    const statements = await recordSql(dataDir, (tx) => listInvoices({ tx, actor, now }, filter));
    const [http, direct]: [number[], number[]] = [[], []];
    for (let at = 0; at < ROUNDS + 5; at += 1) {
      const { ms: through } = await timedGet(`${origin}/api/invoices/invoice/?${search}`, cookie);
      const beside = await sql.timeEach(statements);
      if (at >= 5) {
        http.push(through);
        direct.push(beside.all);
      }
    }
    compareWithSql(`${name}, p50`, half(http), half(direct));
  }
} finally {
  await product.stop();
}
