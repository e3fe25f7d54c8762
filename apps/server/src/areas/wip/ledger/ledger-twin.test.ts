import { getJob } from '@dmse/contract/jobs/job';
import { getJobWip } from '@dmse/contract/wip/wip';
import { addDays } from '@dmse/domain/dates/local-date';
import { WIP_STATES } from '@dmse/domain/states/wip';
import { changeWip, enterWip, inOrder, type NewWipLine, positionsAsOf, removeWip, type WipLine } from '@dmse/domain/wip/ledger';
import { averageWipAge, positionsOfJob, sumWip } from '@dmse/domain/wip/wip-sums';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeTimedJob } from '../../../testing/fixtures/time-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { listPositions } from '../item/wip.queries.ts';
import { insertLines } from './ledger.queries.ts';

const app = useTestApp();

const FIRST = '2026-01-05';
const day = fc.integer({ min: 0, max: 50 });
const amount = fc.integer({ min: -50_000, max: 500_000 });
/** What happens to one of five items: it comes, goes, or is in another state, place or amount. */
const deed = fc.record({
  item: fc.integer({ min: 1, max: 5 }),
  kind: fc.constantFrom('enter', 'change', 'change', 'remove'),
  state: fc.constantFrom(...WIP_STATES),
  place: fc.nat(2),
  amount,
  day,
});
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;
const story = fc.array(fc.array(deed, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });

it('law: what SQL keeps of the ledger, now and as of any day, is what the rules make of its lines', async () => {
  const tx = app.tx();
  const [one, two] = [await makeTimedJob(tx), await makeTimedJob(tx, { num: '26-8002' })];
  const places = [
    { job: one.job, task: one.task },
    { job: one.job, task: null },
    { job: two.job, task: two.other },
  ];
  const mona = await app.as('mona');
  const today = app.clock.now.slice(0, 10);

  const run = async (requests: Deed[][], asked: number) => {
    let lines: WipLine[] = [];
    let clock = FIRST;
    for (const request of requests) {
      const added: NewWipLine[] = [];
      const touched = new Set<number>();
      for (const { item: number, kind, state, place, amount, day } of request) {
        // One act on an item in a request, as the product does it.
        if (touched.has(number)) continue;
        touched.add(number);
        const item = `time/${number}`;
        const here = positionsAsOf(lines).get(item);
        const turn = Math.max(0, ...lines.filter((line) => line.item === item).map((line) => line.turn));
        const date = addDays(clock, day % 3);
        if (!here) added.push(...enterWip({ item, ...places[place]!, amount, work_date: date }, turn + 1));
        else if (kind === 'remove') added.push(...removeWip(here, date));
        else added.push(...changeWip(here, { ...places[place]!, state, amount }, { act: 'change', date }));
        if (date > clock) clock = date;
      }
      await insertLines(tx, added, { created_on: app.clock.now, created_by: null });
      lines = inOrder([...lines, ...added.map((line, at) => ({ ...line, id: lines.length + at }))]);
    }

    const now = [...positionsAsOf(lines).values()];
    const then = addDays(FIRST, asked);
    const past = [...positionsAsOf(lines, then).values()];
    for (const { job } of places.slice(1)) {
      const ofJob = positionsOfJob(now, job);
      const kept = await mona.call(getJobWip, { id: job });
      expect(kept.total).toMatchObject(sumWip(ofJob));
      const { wip_cost, avg_wip_age } = await mona.call(getJob, { id: job });
      expect([wip_cost, avg_wip_age]).toEqual([sumWip(ofJob).wip, averageWipAge(ofJob, today)]);
      const found = await listPositions(tx, job, then);
      expect(sumWip(found), `as of ${then}`).toEqual(sumWip(positionsOfJob(past, job)));
      expect(new Set(found.map(({ item }) => item))).toEqual(new Set(positionsOfJob(past, job).map(({ item }) => item)));
    }
  };

  await fc.assert(
    fc.asyncProperty(story, day, async (requests, asked) => {
      await sql`savepoint before_story`.execute(tx);
      try {
        await run(requests, asked);
      } finally {
        await sql`rollback to savepoint before_story`.execute(tx);
      }
    }),
    { numRuns: 25 },
  );
});
