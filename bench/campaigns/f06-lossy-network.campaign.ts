/**
 * INT-F6: crews sync over a line that cuts a fifth of all requests in the middle, loses a tenth of the answers after the server has done
 * its work, doubles a tenth, lets some hang, bring late, or end at a gateway or a captive portal. Four tablets, two runs, people who go on
 * working meanwhile. `SABOTAGE=1` takes one stored point away before the check, `BREAK=<breakage>` sends a wrong engine out: the campaign
 * must then fail.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';
import type { Fate } from '../shared/fault-proxy.ts';

const SEED = Number(process.env.SEED ?? 6);
const REQUESTS = Number(process.env.REQUESTS ?? (process.env.CAMPAIGN === 'nightly' ? 50_000 : 2000));
const POINTS = 60;

const random = createRandom(SEED);
const campaign = await openCampaign('f06', SEED, {
  json_timeout_ms: 700,
  stall_ms: 700,
  chunk_bytes: 12_000,
  form_bytes: 30_000,
  page_size: 20,
});
const { proxy } = campaign;

function drawFate(bytes: number): Fate {
  const drawn = random.next();
  if (drawn < 0.1) return { kind: 'cut_request', after: random.below(Math.max(1, bytes)) };
  if (drawn < 0.2) return { kind: 'cut_response', after: random.below(200) };
  if (drawn < 0.3) return { kind: 'drop_response' };
  if (drawn < 0.4) return { kind: 'duplicate', times: 2 + random.below(3), gap_ms: random.below(15) };
  if (drawn < 0.45) return { kind: 'hang' };
  if (drawn < 0.48) return { kind: 'gateway_timeout' };
  if (drawn < 0.5) return { kind: 'late', ms: 50 + random.below(400) };
  if (drawn < 0.51) return { kind: 'bad_gateway' };
  if (drawn < 0.52) return { kind: 'portal' };
  if (drawn < 0.57) return { kind: 'delay', ms: random.below(120) };
  return { kind: 'pass' };
}

async function work(crew: Crew, run: string, known: string[]): Promise<void> {
  for (let turn = 0; proxy.counted.requests < REQUESTS; turn += 1) {
    if (crew.points.length < POINTS) {
      const point = await crew.capture(run, crew.random.chance(0.4) ? [crew.random.pick([5000, 20_000, 45_000])] : [], {
        note: `turn ${turn}`,
      });
      if (point !== null) known.push(point);
    }
    const syncing = campaign.sync(crew);
    // Whatever is in the run, own or of the other crew where it has arrived here.
    if (known.length > 0) await crew.edit(crew.random.pick(known), { description: `${crew.name} in turn ${turn}` });
    if (crew.points.length > 3 && crew.random.chance(0.08)) await crew.remove(crew.random.pick(crew.points));
    if (crew.points.length > 1 && crew.random.chance(0.1)) await crew.drawPipe(run, crew.points.at(-2)!, crew.points.at(-1)!);
    await syncing;
  }
}

const days: Promise<void>[] = [];
const pairs = [1, 2].map(async (pair) => {
  const one = await campaign.addCrew(`crew-${pair}a`);
  const other = await campaign.addCrew(`crew-${pair}b`);
  const run = await one.startRun();
  await campaign.sync(one);
  if (!(await other.joinRun(run))) campaign.wrong.push(`${other.name} could not open the run`);
  const known: string[] = [];
  days.push(work(one, run, known), work(other, run, known));
});
await Promise.all(pairs);
proxy.decide = ({ body }) => drawFate(body.length);
await Promise.all(days);
// What was sent late must have arrived before anybody judges.
await new Promise((resolve) => setTimeout(resolve, 1000));
const faults = proxy.faults();
console.log(`${proxy.counted.requests} requests: ${[...proxy.counted.faults].map(([kind, times]) => `${times} ${kind}`).join(', ')}`);
console.log(
  `answers: ${[...proxy.counted.answers]
    .sort()
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ')}`,
);
process.exit((await campaign.close('F6 lossy network', SEED, faults)) ? 0 : 1);
