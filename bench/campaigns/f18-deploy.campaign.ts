/**
 * INT-F18, the server's half: a new version is put out while crews sync. The old process is asked to stop in the middle of their requests,
 * the new one opens the same data, and the tablets, which are of yesterday, go on. What was answered before the stop must be there; nothing
 * may be lost, doubled or damaged. The browser's half – the new service worker, the dialog, Reload that waits – is a journey
 * (`e2e/journeys/field-sync.spec.ts`).
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK=<breakage>` sends a wrong engine out: the campaign must then fail.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';

const SEED = Number(process.env.SEED ?? 18);
const DEPLOYS = process.env.CAMPAIGN === 'nightly' ? 20 : 5;
const CREWS = 6;
const BUSY = 2;

const random = createRandom(SEED);
const campaign = await openCampaign('f18', SEED, { json_timeout_ms: 5000, form_bytes: 60_000, chunk_bytes: 20_000 });
const { firm, proxy } = campaign;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const inFlight: number[] = [];
const seconds = (ms: number) => (ms / 1000).toFixed(1);
let isOver = false;

async function work(crew: Crew): Promise<void> {
  const run = await crew.startRun();
  for (let turn = 0; !isOver; turn += 1) {
    const point = await crew.capture(run, crew.random.chance(0.5) ? [crew.random.pick([20_000, 90_000])] : [], { note: `turn ${turn}` });
    const syncing = campaign.sync(crew);
    if (point !== null) await crew.edit(point, { description: `seen in turn ${turn}` });
    const result = await syncing;
    // While nobody answers a crew goes on, but does not fill a week into it on a slow machine.
    await pause(20 + crew.random.below(100) + (result.ran && result.stopped !== null ? 500 : 0));
  }
}

async function deploy(): Promise<void> {
  await new Promise<void>((resolve) => {
    proxy.onForward = ({ method }) => {
      if (method !== 'GET' && proxy.in_flight >= BUSY) resolve();
    };
  });
  proxy.onForward = () => {};
  inFlight.push(proxy.in_flight);
  // Nobody tells the line: requests go on arriving at a server that is about to stop.
  const began = performance.now();
  const ready = await firm.deploy();
  campaign.recoveries.push(performance.now() - began);
  proxy.target = firm.origin;
  console.log(
    `stopped with ${inFlight.at(-1)} requests in flight; served again after ${seconds(performance.now() - began)} s, ${seconds(ready)} s of them to start`,
  );
}

const crews = await Promise.all(Array.from({ length: CREWS }, (_, n) => campaign.addCrew(`crew-${n + 1}`)));
const days = crews.map(work);
for (let n = 0; n < DEPLOYS; n += 1) {
  await pause(500 + random.below(1500));
  await deploy();
}
await pause(1000);
isOver = true;
await Promise.all(days);
console.log(`${proxy.counted.requests} requests`);
process.exit((await campaign.close('F18 deploy mid-sync', SEED, DEPLOYS)) ? 0 : 1);
