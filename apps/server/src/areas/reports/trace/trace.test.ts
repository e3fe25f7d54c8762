import { getTrace, type Trace } from '@dmse/contract/reports/trace';
import { TRACE_KINDS, type TraceKind, type TraceSide } from '@dmse/domain/reports/trace';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDemoFirm } from '../../../testing/demo-firm.ts';
import { ask } from '../../../testing/empty-database.ts';

/** The demo firm, walked from the invoice to the field and back. */
const demo = useDemoFirm('trace');
let look: (from: string) => Promise<Trace>;
beforeAll(async () => {
  const alice = await demo.as('alice');
  const seen = new Map<string, Promise<Trace>>();
  look = (from) => {
    const found = seen.get(from) ?? alice.call(getTrace, { from });
    seen.set(from, found);
    return found;
  };
}, 300_000);

/** Goes one way only, each time to what is nearest the end; turns back where that leads nowhere. Answers the steps. */
async function walk(from: string, side: TraceSide, to: TraceKind, been = new Set<string>()): Promise<string[]> {
  been.add(from);
  const { node, groups } = await look(from);
  if (node.kind === to) return [from];
  for (const { side: lies, results } of side === 'invoice' ? groups : groups.toReversed())
    for (const { from: next } of lies === side ? results.slice(0, 3) : []) {
      const on = been.has(next) ? [] : await walk(next, side, to, been);
      if (on.length > 0) return [from, ...on];
    }
  return [];
}

type Ids = { run: string; shot: string; photo: string; line: number; entry: number; milestone: number; job: number };

describe('the trace of the demo firm', () => {
  it('leads from every billed run’s shots to an invoice line, and from that line back to a shot', async () => {
    const runs = await ask<Ids>(
      demo.ownerUrl,
      `select r.id as run, min(s.id::text) as shot, min(l.id) as line from field_run r join shot s on s.field_run = r.id and not s.is_deleted
        join job j on j.num = r.job_num join invoice_line l on l.job = j.id group by r.id`,
    );
    expect(runs.length).toBeGreaterThan(20);
    for (const { run, shot, line } of runs) {
      const up = await walk(`shot:${shot}`, 'invoice', 'invoice-line');
      expect([up[0], up[1], up.length]).toEqual([`shot:${shot}`, `run:${run}`, 4]);
      const down = await walk(up.at(-1)!, 'field', 'shot');
      expect(down.at(-1)).toMatch(/^shot:/);
      expect((await walk(`invoice-line:${line}`, 'field', 'shot')).at(-1)).toMatch(/^shot:/);
    }
  });

  it('goes by the entry that names its run, and from there to the cent that was billed for it', async () => {
    const [one] = await ask<{ run: string; entry: number; line: number; amount: string }>(
      demo.ownerUrl,
      `select e.field_run as run, e.id as entry, n.line, n.amount from time_entry e join invoice_entry n on n.item = 'time/' || e.id
        where e.field_run is not null order by e.id limit 1`,
    );
    const { groups } = await look(`run:${one!.run}`);
    const times = groups.find(({ kind }) => kind === 'time-entry')!;
    expect(times).toMatchObject({ side: 'invoice', is_refused: false });
    const entry = times.results.find(({ from }) => from === `time-entry:${one!.entry}`)!;
    expect([entry.amount, entry.path]).toEqual([Number(one!.amount), `/entry/${one!.entry}`]);
    const onto = (await look(entry.from)).groups.find(({ kind }) => kind === 'invoice-line')!;
    expect(onto.results.map(({ from }) => from)).toEqual([`invoice-line:${one!.line}`]);
  });

  it('ties both ends of every tie, for a thing of each kind', async () => {
    const [some] = await ask<Ids & { expense: number; item: number }>(
      demo.ownerUrl,
      `select e.field_run as run, e.id as entry, e.milestone, e.job, n.line, (select i.fieldrun_shot from shot_image i where i.fieldrun_shot is not null limit 1) as shot,
        (select i.id from shot_image i where i.field_run is not null limit 1) as photo,
        (select split_part(item, '/', 2)::int from invoice_entry where item like 'expense/%' limit 1) as expense,
        (select split_part(item, '/', 2)::int from invoice_entry where item like 'item/%' limit 1) as item
        from time_entry e join invoice_entry n on n.item = 'time/' || e.id where e.field_run is not null order by e.id desc limit 1`,
    );
    const { run, entry, milestone, job, line, shot, photo, expense, item } = some!;
    const starts: Record<TraceKind, string | number> = {
      ...{ 'invoice-line': line, milestone, 'time-entry': entry, expense, item, job, run, shot, photo },
    };
    const alice = await demo.as('alice');
    for (const kind of TRACE_KINDS) {
      const from = `${kind}:${starts[kind]}`;
      const { node, groups } = await look(from);
      expect([node.from, node.kind, groups.length > 0]).toEqual([from, kind, true]);
      if (kind !== 'invoice-line') expect(groups.some(({ side, count }) => side === 'invoice' && count > 0)).toBe(true);
      if (kind !== 'photo' && kind !== 'shot') expect(groups.some(({ side, count }) => side === 'field' && count > 0)).toBe(true);
      for (const { kind: other, side, results } of groups)
        for (const { from: there } of results.slice(0, 2)) {
          const first = (await look(there)).groups.find((group) => group.kind === kind)!;
          expect(first.side).not.toBe(side);
          // It may stand on a later page of what is tied there.
          const names: string[] = [];
          for (let page = 1; (page - 1) * 10 < first.count; page++) {
            const { groups: turned } = await alice.call(getTrace, { from: there, step: kind, page });
            names.push(...turned.find((group) => group.kind === kind)!.results.map((one) => one.from));
          }
          expect([other, names.includes(from), new Set(names).size]).toEqual([other, true, first.count]);
        }
    }
  });

  it('a run without a number of a job says so by leading nowhere towards the invoice', async () => {
    const [run] = await ask<{ id: string }>(
      demo.ownerUrl,
      `select id from field_run where job is null and job_num = '' and started_on is not null limit 1`,
    );
    const { groups } = await look(`run:${run!.id}`);
    expect(groups.filter(({ side }) => side === 'invoice').map(({ count }) => count)).toEqual([0, 0]);
    expect(groups.find(({ kind }) => kind === 'shot')!.count).toBeGreaterThan(0);
  });
});

describe('what somebody may not see in a trace', () => {
  it('is refused at the step, and amounts are absent', async () => {
    const [one] = await ask<{ run: string; entry: number; line: number; job: number }>(
      demo.ownerUrl,
      `select e.field_run as run, e.id as entry, n.line, e.job from time_entry e join invoice_entry n on n.item = 'time/' || e.id
        where e.field_run is not null and e."user" <> (select id from app_user where username = 'fern') order by e.id limit 1`,
    );
    const [mona, joe, fern, ivan, chelsea] = await Promise.all(
      ['mona', 'joe', 'fern', 'ivan', 'chelsea'].map((name) => demo.as(name as 'mona')),
    );
    const groupsOf = async (who: typeof mona, from: string) =>
      Object.fromEntries((await who!.call(getTrace, { from })).groups.map((group) => [group.kind, group]));
    // Mona runs jobs but has no field role.
    const line = await groupsOf(mona, `invoice-line:${one!.line}`);
    expect(line['time-entry']!.results[0]!.amount).toBeGreaterThan(0);
    expect((await groupsOf(mona, `time-entry:${one!.entry}`)).run).toMatchObject({ is_refused: true, count: 0, results: [] });
    expect((await mona!.send(getTrace, { from: `run:${one!.run}` })).status).toBe(403);
    // Joe reads jobs and the time on them, without amounts and without invoices.
    const entry = await joe!.call(getTrace, { from: `time-entry:${one!.entry}` });
    expect('amount' in entry.node).toBe(false);
    expect(entry.groups.find(({ kind }) => kind === 'invoice-line')).toMatchObject({ is_refused: true, count: 0 });
    expect((await joe!.send(getTrace, { from: `invoice-line:${one!.line}` })).status).toBe(403);
    // Fern is in the field: the run, and no time but her own.
    const run = await groupsOf(fern, `run:${one!.run}`);
    expect([run.job!.is_refused, run['time-entry']!.is_refused, run['time-entry']!.results.map(({ from }) => from)]).not.toContain(
      `time-entry:${one!.entry}`,
    );
    expect(run.job!.is_refused).toBe(true);
    expect((await fern!.send(getTrace, { from: `time-entry:${one!.entry}` })).status).toBe(404);
    // What was passed on the way is not named either.
    const { via } = await fern!.call(getTrace, { from: `run:${one!.run}`, via: [`invoice-line:${one!.line}`, `time-entry:${one!.entry}`] });
    expect(via).toEqual([]);
    // Ivan bills: the time of others is refused to him, not said to be none.
    const billed = await groupsOf(ivan, `invoice-line:${one!.line}`);
    expect([billed.milestone!.is_refused, billed['time-entry']]).toMatchObject([true, { is_refused: true, count: 0, results: [] }]);
    for (const from of [`invoice-line:${one!.line}`, `run:${one!.run}`, `job:${one!.job}`])
      expect((await chelsea!.send(getTrace, { from })).status).toBe(403);
    expect((await mona!.send(getTrace, { from: 'invoice-line:999999999' })).status).toBe(404);
    for (const from of ['shot:5', 'cloud:5', 'invoice-line:99999999999']) expect((await joe!.send(getTrace, { from })).status).toBe(400);
  });
});
