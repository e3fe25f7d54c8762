/**
 * INT-F19: the office restores yesterday's backup, database and files, with the product's own commands, while tablets hold what was
 * acknowledged since. The backup is taken while crews sync; the last one is tried beside the running product first, which is the drill. The restored server
 * says that it is another life of the data; every tablet must offer again what it still holds and the server has lost, once, with the
 * pictures' bytes, and must not call itself green before. Some tablets are in the middle of a sync when the server goes away.
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK='restored server not noticed'` sends a wrong engine out: it must fail.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';

const SEED = Number(process.env.SEED ?? 19);
const RESTORES = process.env.CAMPAIGN === 'nightly' ? 10 : 3;

const random = createRandom(SEED);
const campaign = await openCampaign('f19', SEED, { json_timeout_ms: 5000, form_bytes: 20_000, chunk_bytes: 8000 });
const { firm, proxy, wrong } = campaign;
let offered = 0;

async function work(crew: Crew, run: string, when: string): Promise<void> {
  for (let n = 0; n < 6; n += 1) {
    const point = await crew.capture(run, random.chance(0.5) ? [random.pick([3000, 30_000])] : [], { note: when });
    if (point !== null && n > 0) await crew.drawPipe(run, crew.points.at(-2)!, point);
  }
  for (let n = 0; n < 4; n += 1) await crew.edit(random.pick(crew.points), { description: `${when}, ${n}` });
}

async function countItems(): Promise<number> {
  const [row] = await firm.sql<{ n: number }>('select count(distinct item)::int as n from field_history');
  return row!.n;
}

const crews = [await campaign.addCrew('crew-a'), await campaign.addCrew('crew-b'), await campaign.addCrew('crew-c')];
const shared = await crews[0]!.startRun();
await campaign.sync(crews[0]!);
await crews[1]!.joinRun(shared);
const runs = [shared, shared, await crews[2]!.startRun()];

for (let restore = 1; restore <= RESTORES; restore += 1) {
  for (const [n, crew] of crews.entries()) await work(crew, runs[n]!, `before backup ${restore}`);
  for (const crew of crews) await campaign.sync(crew);
  if (restore === RESTORES) await firm.backUp();
  else await Promise.all([firm.backUp(), campaign.sync(crews[0]!)]);
  for (const [n, crew] of crews.entries()) await work(crew, runs[n]!, `after backup ${restore}`);
  for (const crew of crews) await campaign.sync(crew);
  const held = await countItems();
  // One has more to say and is saying it when the disk dies.
  for (const [n, crew] of crews.entries()) if (random.chance(0.5)) await work(crew, runs[n]!, `as the disk died ${restore}`);
  const syncing = crews.map((crew) => campaign.sync(crew));
  await new Promise((resolve) => setTimeout(resolve, random.below(300)));
  proxy.target = null;
  const began = performance.now();
  await firm.restore();
  campaign.recoveries.push(performance.now() - began);
  await Promise.all(syncing);
  const kept = await countItems();
  if (kept >= held) wrong.push('nothing was lost by going back: this restore tried nothing');
  proxy.target = firm.origin;
  for (let turn = 0; turn < 2; turn += 1) for (const crew of crews) await campaign.sync(crew);
  offered += (await countItems()) - kept;
}
// The drill that CI runs: the last backup, restored beside the product, counted, hashed, its ledgers and history looked at.
const drill = await firm.drill();
if (!drill.includes('is sound')) wrong.push(drill);
console.log(drill.trim().split('\n').at(-1));
console.log(`${offered} records that the restored servers had lost were offered again`);
process.exit((await campaign.close('F19 restore', SEED, RESTORES)) ? 0 : 1);
