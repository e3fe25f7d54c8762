/**
 * INT-F12: two to five tablets on one run, offline for a while, editing, deleting and photographing the same things, then syncing in any
 * order. Against the real server, half of the tablets on the field app's own IndexedDB store; and thousands of stories in memory besides.
 * Everybody must end with the same, and both values of every conflict must be kept and flagged.
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK=<breakage>` sends a wrong engine out: the campaign must then fail.
 */
import { openFakeStore } from '@dmse/sync/dexie/fake-store';
import { describeCampaign, runCampaign } from '@dmse/sync/memory/campaign';
import { createRandom } from '@dmse/sync/memory/random';
import { lawsOfToday, openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';
import type { Fate } from '../shared/fault-proxy.ts';

const SEED = Number(process.env.SEED ?? 12);
const IS_NIGHTLY = process.env.CAMPAIGN === 'nightly';
const STORIES = IS_NIGHTLY ? 200 : 8;
/** `npm test` tells the first few hundred; these are others. */
const [IN_MEMORY, ON_INDEXED_DB] = IS_NIGHTLY ? [1_000_000, 20_000] : [20_000, 500];
const FIRST_SEED = 1_000_000;

const random = createRandom(SEED);
const campaign = await openCampaign('f12', SEED, { json_timeout_ms: 10_000, form_bytes: 3000, chunk_bytes: 1500, page_size: 5 });
const { firm, proxy, wrong } = campaign;
const stores: { close(): void }[] = [];
let conflicts = 0;
let acts = 0;

/** A few answers are lost on the way, as always. */
function loseSome(): Fate {
  return random.chance(0.04) ? { kind: 'drop_response' } : { kind: 'pass' };
}

function openStore() {
  const store = openFakeStore();
  stores.push(store);
  return store;
}

async function workOffline(crew: Crew, run: string, points: readonly string[]): Promise<void> {
  for (let n = 1 + random.below(4); n > 0; n -= 1) {
    acts += 1;
    const drawn = random.next();
    const target = random.pick(points);
    if (drawn < 0.35) await crew.edit(target, { [random.pick(['note', 'description', 'code'])]: `${crew.name} ${acts}` });
    else if (drawn < 0.5) await crew.edit(target, { note: `${crew.name} ${acts}`, description: `${crew.name} ${acts}` });
    else if (drawn < 0.6) await crew.remove(target);
    else if (drawn < 0.7 && crew.points.length > 1) await crew.drawPipe(run, crew.points[0]!, crew.points.at(-1)!);
    else await crew.capture(run, random.chance(0.5) ? [random.pick([900, 5000])] : []);
  }
}

/**
 * Everybody writes on the same field of the same point without having seen the others: each word must be kept, and the point flagged.
 * Some of the pushes do not arrive at first, so that the others' words are pulled before one's own are sent.
 */
async function quarrel(crews: readonly Crew[], point: string): Promise<void> {
  let words = 0;
  for (const crew of crews) if (await crew.edit(point, { description: `${crew.name} insists ${acts}` })) words += 1;
  proxy.decide = ({ method, path }) =>
    method !== 'GET' && path.includes(point) && random.chance(0.5) ? { kind: 'cut_request', after: 5 } : { kind: 'pass' };
  for (const crew of shuffle(crews)) await campaign.sync(crew);
  proxy.decide = loseSome;
  // Only what has arrived can be flagged; whose answers get lost tries again, and one that never gets through is found stuck at the end.
  for (const crew of shuffle(crews)) for (let tries = 0; tries < 20 && !(await isGreen(crew)); tries += 1);
  const [row] = await firm.sql<{ conflict: { field: string }[] }>('select conflict from shot where id = $1', [point]);
  const flagged = row!.conflict.filter(({ field }) => field === 'description').length;
  if (flagged < words - 1) wrong.push(`${words} tablets wrote on ${point} apart, and ${flagged} conflicts are flagged`);
  conflicts += flagged;
}

async function isGreen(crew: Crew): Promise<boolean> {
  const result = await campaign.sync(crew);
  return result.ran && result.green;
}

function shuffle<T>(list: readonly T[]): T[] {
  const left = [...list];
  return Array.from({ length: left.length }, () => left.splice(random.below(left.length), 1)[0]!);
}

async function isUp(run: string): Promise<boolean> {
  return (await firm.sql('select 1 from field_run where id = $1', [run])).length > 0;
}

async function tellStory(story: number): Promise<void> {
  const crews: Crew[] = [];
  for (let n = 2 + random.below(4); n > 0; n -= 1)
    crews.push(await campaign.addCrew(`story-${story}-${n}`, n % 2 === 0 ? { store: openStore() } : {}));
  const run = await crews[0]!.startRun();
  const points: string[] = [];
  for (let n = 0; n < 4; n += 1) points.push((await crews[0]!.capture(run, n === 0 ? [2000] : []))!);
  const disputed = (await crews[0]!.capture(run))!;
  // The first is up for certain; an answer that got lost is asked for again, as a person would.
  do await campaign.sync(crews[0]!);
  while (!(await isUp(run)));
  for (const crew of crews.slice(1)) {
    let isOpen = false;
    for (let tries = 0; tries < 5 && !isOpen; tries += 1) isOpen = await crew.joinRun(run);
    if (!isOpen) wrong.push(`${crew.name} could not open the run`);
    await campaign.sync(crew);
  }
  for (let round = 0; round < 3; round += 1) {
    for (const crew of crews) await workOffline(crew, run, points);
    for (const crew of shuffle(crews)) if (random.chance(0.8)) await campaign.sync(crew);
  }
  await quarrel(crews, disputed);
}

proxy.decide = loseSome;
for (let story = 1; story <= STORIES; story += 1) await tellStory(story);
console.log(
  `${STORIES} stories on the server, ${campaign.crews.length} tablets, ${proxy.counted.requests} requests, ${conflicts} conflicts flagged`,
);
const faults = proxy.faults();
const began = process.cpuUsage();
const seconds = () => process.cpuUsage(began).user / 1e6;
const memory = await runCampaign(FIRST_SEED, IN_MEMORY, { laws: lawsOfToday() });
console.log(describeCampaign('in memory', memory, seconds()));
const indexed = await runCampaign(FIRST_SEED, ON_INDEXED_DB, { laws: lawsOfToday(), openStore: async () => openStore(), steps: 15 });
console.log(describeCampaign('on IndexedDB', indexed, seconds()));
for (const { seed, violations } of [...memory.found, ...indexed.found]) wrong.push(`story ${seed}: ${JSON.stringify(violations[0])}`);
const isGood = await campaign.close('F12 several tablets', SEED, acts + faults + memory.faults + indexed.faults);
for (const store of stores) store.close();
process.exit(isGood ? 0 : 1);
