/**
 * INT-F21: everything that clears a tablet, while it holds what the server has not: a fourth run, "Remove all", the clean of what is older
 * than four days, the purge of what was deleted, and another person at the tablet. After each, everything that was acknowledged must still
 * be on the server or on the tablet, in its runs or aside; later it must all be up, in the name of who captured it. What the person sees of
 * it is in journeys (`e2e/journeys/field-power.spec.ts`, `field-sync.spec.ts`).
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK='wipe of unsynced runs'` sends a wrong engine out: it must then fail.
 */
import { fileURLToPath } from 'node:url';
import { listRescue, listTrash } from '@dmse/sync/local/rescue';
import { removeAll } from '@dmse/sync/local/run';
import { createRandom } from '@dmse/sync/memory/random';
import { forcedClean } from '@dmse/sync/retention';
import { findMissing } from '../shared/audit-firm.ts';
import { openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';

const SEED = Number(process.env.SEED ?? 21);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 100 : 15;
const FIVE_DAYS = 5 * 86_400_000;

const random = createRandom(SEED);
const CLOCK = fileURLToPath(new URL('../shared/shifted-clock.ts', import.meta.url));
const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${CLOCK}`, CLOCK_SHIFT_MS: '0' };
const campaign = await openCampaign('f21', SEED, { json_timeout_ms: 5000 }, env);
const { firm, proxy, ledger, wrong } = campaign;
const counted = { put_aside: 0, cleaned: 0, purged: 0, in_other_hands: 0 };
let shift = 0;

/** From now on a write gets through only by chance; reading is as good as ever. */
function spoilWrites(chance: number): void {
  proxy.decide = ({ method }) => (method === 'GET' || random.chance(chance) ? { kind: 'pass' } : { kind: 'cut_request', after: 3 });
}

/** Every other write gets through, so that the tablet goes on to the end and has something left to say all the same. */
function spoilEveryOther(): void {
  let writes = 0;
  proxy.decide = ({ method }) => {
    if (method === 'GET') return { kind: 'pass' };
    writes += 1;
    return writes % 2 === 0 ? { kind: 'pass' } : { kind: 'cut_request', after: 3 };
  };
}

async function letTimePass(crew: Crew, ms: number): Promise<void> {
  shift += ms;
  proxy.target = null;
  await firm.kill();
  campaign.recoveries.push(await firm.restart({ CLOCK_SHIFT_MS: String(shift) }));
  proxy.target = firm.origin;
  crew.skew += ms;
}

async function work(crew: Crew, run: string): Promise<void> {
  for (let n = 0; n < 4; n += 1) await crew.capture(run, n % 2 === 0 ? [3000] : []);
  await crew.drawPipe(run, crew.points.at(-2)!, crew.points.at(-1)!);
  await crew.edit(crew.points.at(-3)!, { note: 'seen again' });
}

/** What lies nowhere on the tablet must be on the server. */
async function findGone(crew: Crew, what: string): Promise<void> {
  const kept = [...(await crew.list()), ...(await listRescue(crew.session)), ...(await listTrash(crew.session))];
  const here = new Set(kept.map(({ id }) => id));
  const elsewhere = ledger.of(crew.name).filter(({ id }) => !here.has(id));
  for (const missing of await findMissing(firm, elsewhere)) campaign.lies.push(`${what}: ${missing}, and the tablet has it no more`);
}

async function countAside(crew: Crew): Promise<number> {
  return (await listRescue(crew.session)).length;
}

const rules: Record<string, (crew: Crew) => Promise<void>> = {
  'a fourth run': async (crew) => {
    spoilWrites(random.pick([0, 0.5]));
    for (let n = 0; n < 5; n += 1) {
      await work(crew, await crew.startRun());
      if (random.chance(0.5)) await campaign.sync(crew);
    }
    const runs = (await crew.list()).filter(({ kind }) => kind === 'run').length;
    if (runs > 3) wrong.push(`${crew.name} keeps ${runs} runs`);
    counted.put_aside += await countAside(crew);
  },
  'Remove all': async (crew) => {
    await work(crew, await crew.startRun());
    await campaign.sync(crew);
    spoilWrites(random.pick([0, 0.5]));
    await work(crew, await crew.startRun());
    crew.is_online = random.chance(0.5);
    await removeAll(crew.session);
    crew.is_online = true;
    if ((await crew.list()).length > 0) wrong.push(`${crew.name} still has something in its runs`);
    counted.put_aside += await countAside(crew);
  },
  'the clean of four days': async (crew) => {
    const run = await crew.startRun();
    await work(crew, run);
    await campaign.sync(crew);
    await work(crew, run);
    await letTimePass(crew, FIVE_DAYS);
    spoilEveryOther();
    await campaign.sync(crew);
    await campaign.sync(crew);
    const { erased } = await forcedClean(crew.session);
    counted.cleaned += erased;
    await findGone(crew, 'cleaned');
    // Sessions are of today: the others go on in it.
    await letTimePass(crew, -FIVE_DAYS);
  },
  'the purge': async (crew) => {
    const run = await crew.startRun();
    await work(crew, run);
    await campaign.sync(crew);
    const before = (await crew.list()).length;
    for (const point of crew.points.slice(0, 3)) await crew.remove(point);
    spoilWrites(0.3);
    await campaign.sync(crew);
    await findGone(crew, 'half of the deletions sent');
    spoilWrites(1);
    await campaign.sync(crew);
    await campaign.sync(crew);
    counted.purged += before - (await crew.list()).length;
  },
  'another person': async (crew) => {
    const first = crew.person;
    const run = await crew.startRun();
    await work(crew, run);
    spoilWrites(0.2);
    await campaign.sync(crew);
    const hers = new Set(crew.points);
    crew.person = await firm.hire(`${crew.name}-other`);
    await work(crew, run);
    proxy.decide = () => ({ kind: 'pass' });
    await campaign.sync(crew);
    const rows = await firm.sql<{ id: string; captured_by: number }>('select id, captured_by from shot where field_run = $1', [run]);
    for (const { id, captured_by } of rows) {
      const wanted = hers.has(id) ? first.id : crew.person.id;
      if (captured_by !== wanted) wrong.push(`${id} goes by the name of ${captured_by} instead of ${wanted}`);
    }
    if (rows.length !== crew.points.length) wrong.push(`${crew.name}: ${rows.length} of ${crew.points.length} points are up`);
    counted.in_other_hands += hers.size;
  },
};

const names = Object.keys(rules);
for (let round = 0; round < ROUNDS; round += 1) {
  const name = names[round % names.length]!;
  const crew = await campaign.addCrew(`tablet-${round}`);
  await rules[name]!(crew);
  await findGone(crew, name);
  proxy.decide = () => ({ kind: 'pass' });
}
for (const [what, times] of Object.entries(counted)) if (times === 0) wrong.push(`it never came to: ${what}`);
console.log(
  Object.entries(counted)
    .map(([what, times]) => `${times} ${what.replaceAll('_', ' ')}`)
    .join(', '),
);
process.exit((await campaign.close('F21 wipes', SEED, ROUNDS)) ? 0 : 1);
