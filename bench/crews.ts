/**
 * A busy day: fifty crews bring up their points and photos at once, over a line that cuts and loses, and the server is killed five times in
 * the middle of it. What each crew was told is kept in a file outside the product, and afterwards PostgreSQL and the disk are asked for it.
 * `CREWS`, `POINTS` and `PHOTOS` make the day smaller, `SEED` another one; `SABOTAGE=1` takes one stored point away: it must then end short.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { auditFirm } from './shared/audit-firm.ts';
import { openCampaign, sabotage, settle } from './shared/campaign.ts';
import type { Crew } from './shared/crew.ts';
import type { Fate } from './shared/fault-proxy.ts';
import { compare, percentile } from './shared/product.ts';

const SEED = Number(process.env.SEED ?? 50);
const CREWS = Number(process.env.CREWS ?? 50);
const POINTS = Number(process.env.POINTS ?? 300);
const PHOTOS = Number(process.env.PHOTOS ?? 60);
const PHOTO_BYTES = 300_000;
const KILLS = 5;
const BATCH = 25;
/** A day of a few crews cannot have ten requests under way. */
const BUSY = Math.min(10, Math.ceil(CREWS / 3));

const random = createRandom(SEED);
const campaign = await openCampaign('crews', SEED, { json_timeout_ms: 60_000, stall_ms: 60_000 });
const { proxy, firm, ledger } = campaign;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const countAnswers = () => [...proxy.counted.answers.values()].reduce((sum, times) => sum + times, 0);
const waits: number[] = [];
let sent = 0;
const killed: { in_flight: number; ready_ms: number; answered_ms: number }[] = [];

function drawFate(bytes: number): Fate {
  const drawn = random.next();
  if (drawn < 0.01) return { kind: 'cut_request', after: random.below(Math.max(1, bytes)) };
  if (drawn < 0.02) return { kind: 'cut_response', after: random.below(300) };
  if (drawn < 0.03) return { kind: 'drop_response' };
  return { kind: 'pass' };
}

/** A batch is captured, then everything is sent; the next one is captured while the last photos are still on their way. */
async function spendDay(crew: Crew): Promise<void> {
  const run = await crew.startRun();
  let syncing: Promise<unknown> = Promise.resolve();
  for (let at = 0; at < POINTS; at += 1) {
    const photos = Math.floor(((at + 1) * PHOTOS) / POINTS) - Math.floor((at * PHOTOS) / POINTS);
    await crew.capture(run, Array<number>(photos).fill(PHOTO_BYTES), { note: `point ${at + 1} of ${POINTS}` });
    if ((at + 1) % BATCH > 0 && at + 1 < POINTS) continue;
    await syncing;
    syncing = sendAll(crew);
  }
  await syncing;
}

/** Sends until the tablet is green, as a crew does that wants to go home; what keeps failing is judged afterwards. */
async function sendAll(crew: Crew): Promise<void> {
  for (let pass = 0; pass < 500; pass += 1) {
    const result = await campaign.sync(crew);
    if (result.ran && result.green) return;
    await pause(200 + crew.random.below(800));
  }
}

/** Kills the server once so many writes have left for it and, at that very moment, enough of them are unanswered. */
async function killAfter(writes: number, day: Promise<unknown>): Promise<void> {
  const busy = new Promise<void>((resolve) => {
    proxy.onForward = () => {
      if (sent >= writes && proxy.in_flight >= BUSY) resolve();
    };
  });
  await Promise.race([busy, day]);
  const inFlight = proxy.in_flight;
  const began = performance.now();
  proxy.onForward = () => {};
  await campaign.killServer();
  const ready_ms = performance.now() - began;
  const answered = countAnswers();
  while (countAnswers() === answered && (await Promise.race([day.then(() => 'over'), pause(5)])) !== 'over');
  killed.push({ in_flight: inFlight, ready_ms, answered_ms: performance.now() - began });
  console.log(`killed with ${inFlight} requests in flight; ready again after ${(ready_ms / 1000).toFixed(1)} s`);
}

proxy.decide = ({ method, body }) => {
  if (method === 'POST' || method === 'PATCH') sent += 1;
  return drawFate(body.length);
};

let isGood = false;
try {
  for (let n = 1; n <= CREWS; n += 1) await campaign.addCrew(`crew-${n}`);
  const began = performance.now();
  const day = Promise.all(campaign.crews.map(spendDay));
  const wanted = CREWS * (POINTS + PHOTOS);
  for (let kill = 1; kill <= KILLS; kill += 1) await killAfter(Math.floor((wanted * kill) / (KILLS + 2)), day);
  await day;
  proxy.decide = () => ({ kind: 'pass' });
  const stuck = await settle(campaign);
  const seconds = (performance.now() - began) / 1000;
  if (process.env.SABOTAGE) await sabotage(campaign);
  const found = { ...(await auditFirm(firm, ledger.read())), lied: campaign.lies, stuck };
  for (const [name, lines] of Object.entries(found)) for (const line of lines.slice(0, 5)) console.log(`${name}: ${line}`);
  const [stored] = await firm.sql<{ points: number; photos: number }>(
    'select (select count(*) from shot)::int as points, (select count(*) from shot_image)::int as photos',
  );
  waits.push(...killed.map(({ answered_ms }) => answered_ms));
  waits.sort((a, b) => a - b);
  const { requests, bytes, answers } = proxy.counted;
  console.log(`${CREWS} crews, ${stored!.points} points and ${stored!.photos} photos of ${PHOTO_BYTES / 1000} kB; seed ${SEED}`);
  console.log(
    `${requests} requests, ${(bytes / 1e9).toFixed(2)} GB, ${(requests / seconds).toFixed(0)} requests/s, ${(stored!.points / seconds).toFixed(1)} points/s, ${(stored!.photos / seconds).toFixed(1)} photos/s, ${seconds.toFixed(0)} s in all`,
  );
  console.log(
    `answers: ${[...answers]
      .sort()
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')}; cut or lost: ${proxy.faults()}`,
  );
  console.log(
    `recovery after a kill, until a tablet was answered: ${waits.map((ms) => (ms / 1000).toFixed(1)).join(' ')} s, p50 ${(percentile(waits, 0.5) / 1000).toFixed(1)} s`,
  );
  console.log(
    `${ledger.length} acknowledged actions, ${KILLS} kills with ${killed.map(({ in_flight }) => in_flight).join(', ')} requests in flight`,
  );
  for (const [name, lines] of Object.entries(found)) compare(name, lines.length, 0, 'actions');
  compare('points and photos that are missing', wanted - stored!.points - stored!.photos, 0, 'records');
  compare('kills with too few requests in flight', killed.filter(({ in_flight }) => in_flight < BUSY).length, 0, 'kills');
  compare('slowest recovery', Math.max(...waits) / 1000, 30, 's');
  isGood = Object.values(found).every((lines) => lines.length === 0);
} finally {
  await campaign.end();
}
process.exit(isGood ? 0 : 1);
