/**
 * INT-F1: the server is killed without warning while crews sync, a few milliseconds to some tenths of a second after a request has begun;
 * now and then PostgreSQL with it. The crews go on. Nothing that a tablet called saved may be lost, doubled or damaged, and no tablet may
 * call itself green for what the server does not hold.
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK=<breakage>` sends a wrong engine out: the campaign must then fail.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';

const SEED = Number(process.env.SEED ?? 1);
const KILLS = Number(process.env.KILLS ?? (process.env.CAMPAIGN === 'nightly' ? 500 : 50));
const CREWS = 5;
/** So many each crew has in hand at most; after that it changes and deletes. */
const POINTS = 40;

const random = createRandom(SEED);
const campaign = await openCampaign('f01', SEED, { json_timeout_ms: 3000, stall_ms: 3000, chunk_bytes: 16_384, form_bytes: 60_000 });
const { proxy } = campaign;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let isOver = false;
let requests = 0;

/** A day in the field: something is captured, something changed, and whatever is there is sent; edits fall into the middle of a sync. */
async function work(crew: Crew, run: string): Promise<void> {
  for (let turn = 0; !isOver; turn += 1) {
    const photos = crew.random.chance(0.4) ? [crew.random.pick([9_000, 40_000, 90_000])] : [];
    const point = crew.points.length < POINTS ? await crew.capture(run, photos, { note: `turn ${turn}` }) : null;
    const syncing = campaign.sync(crew);
    if (point !== null) await crew.edit(point, { description: `seen in turn ${turn}` });
    if (crew.points.length > 0 && crew.random.chance(0.3))
      await crew.edit(crew.random.pick(crew.points), { note: `again in turn ${turn}` });
    if (crew.points.length > 0 && crew.random.chance(0.1)) await crew.remove(crew.random.pick(crew.points));
    if (crew.points.length > 1 && crew.random.chance(0.2)) await crew.drawPipe(run, crew.random.pick(crew.points), crew.points.at(-1)!);
    await syncing;
    // On a slow machine the server is away for long; a day of edits in between would be another story.
    await pause(50 + crew.random.below(200) + (proxy.target === null ? 500 : 0));
  }
}

/** Waits for a write to leave for the server, and kills it in the middle of that. */
async function killOnce(withPostgres: boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    proxy.onForward = ({ method }) => {
      if (method !== 'GET') resolve();
    };
  });
  proxy.onForward = () => {};
  await pause(5 + random.below(395));
  await campaign.killServer(withPostgres);
}

const [first, ...others] = await Promise.all(Array.from({ length: CREWS }, (_, n) => campaign.addCrew(`crew-${n + 1}`)));
const shared = await first!.startRun();
await campaign.sync(first!);
const days = [work(first!, shared)];
for (const [n, crew] of others.entries()) {
  // Two crews work on the same run, the others each on their own.
  const run = n === 0 && (await crew.joinRun(shared)) ? shared : await crew.startRun();
  days.push(work(crew, run));
}
for (let kill = 1; kill <= KILLS; kill += 1) {
  await killOnce(kill % 10 === 0);
  requests = proxy.counted.requests;
}
isOver = true;
await Promise.all(days);
console.log(`${requests} requests, ${KILLS} kills, ${Math.floor(KILLS / 10)} of them with PostgreSQL`);
process.exit((await campaign.close('F1 kill mid-sync', SEED, KILLS)) ? 0 : 1);
