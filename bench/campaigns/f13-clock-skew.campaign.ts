/**
 * INT-F13: tablets whose clocks are ten minutes or a day off, stand in 1970 or in 2038, or jump from one to the other between two steps; and
 * a server whose own clock is set back by an hour. No row may be missed by the other tablet, nothing may be cleaned away because of a clock,
 * and what was captured keeps the time that the tablet's clock showed beside the corrected
 * one.
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK='cursor by the device clock'` sends a wrong engine out: it must then fail.
 */
import { fileURLToPath } from 'node:url';
import { createRandom } from '@dmse/sync/memory/random';
import { forcedClean } from '@dmse/sync/retention';
import { openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';

const SEED = Number(process.env.SEED ?? 13);
const JUMPS = process.env.CAMPAIGN === 'nightly' ? 100 : 20;
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const SKEWS = [
  10 * MINUTE,
  -10 * MINUTE,
  DAY,
  -DAY,
  Date.parse('1970-01-01T00:10:00Z') - Date.now(),
  Date.parse('2038-01-19T03:14:07Z') - Date.now(),
  0,
];

const random = createRandom(SEED);
const CLOCK = fileURLToPath(new URL('../shared/shifted-clock.ts', import.meta.url));
const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${CLOCK}`, CLOCK_SHIFT_MS: '0' };
const campaign = await openCampaign('f13', SEED, { json_timeout_ms: 5000, page_size: 7 }, env);
const { firm, proxy } = campaign;
let cleaned = 0;

/** Everything here was made today, whatever the clocks say: a clean must leave all of it. */
async function cleanInVain(crew: Crew): Promise<void> {
  const before = (await crew.list()).length;
  await forcedClean(crew.session);
  const after = (await crew.list()).length;
  if (after < before) campaign.wrong.push(`${crew.name} cleaned ${before - after} records away, its clock off by ${crew.skew / HOUR} h`);
  cleaned += 1;
}

async function capture(crew: Crew, run: string): Promise<void> {
  const captured_at = new Date(Date.now() + crew.skew).toISOString();
  const id = await crew.capture(run, crew.random.chance(0.3) ? [3000] : [], { captured_at });
  const saved = campaign.ledger.of(crew.name).findLast((deed) => deed.id === id)?.fields;
  if (saved && (saved.captured_at_device ?? saved.captured_at) !== captured_at)
    campaign.wrong.push(`${crew.name} does not keep what its clock showed, ${captured_at}: ${JSON.stringify(saved)}`);
  if (id !== null && crew.random.chance(0.5)) await crew.edit(id, { note: `by a clock that is ${crew.skew} off` });
}

const crews = [await campaign.addCrew('crew-a'), await campaign.addCrew('crew-b'), await campaign.addCrew('crew-c')];
const run = await crews[0]!.startRun();
await campaign.sync(crews[0]!);
for (const crew of crews.slice(1)) await crew.joinRun(run);

let setBack = 0;
for (let jump = 0; jump < JUMPS; jump += 1) {
  const crew = crews[jump % crews.length]!;
  crew.skew = SKEWS[(jump + random.below(2)) % SKEWS.length]!;
  await cleanInVain(crew);
  for (let n = 0; n < 3; n += 1) await capture(crew, run);
  // The clock may jump between capture and sync, and again in the middle of the sync itself.
  if (random.chance(0.4)) crew.skew = random.pick(SKEWS);
  let requests = 0;
  proxy.onForward = () => {
    requests += 1;
    if (requests === 3 && random.chance(0.4)) crew.skew = random.pick(SKEWS);
  };
  await campaign.sync(crew, random.chance(0.5) ? { force: true } : {});
  proxy.onForward = () => {};
  await cleanInVain(crew);
  if (jump % 5 === 4) {
    setBack -= HOUR;
    proxy.target = null;
    await firm.kill();
    campaign.recoveries.push(await firm.restart({ CLOCK_SHIFT_MS: String(setBack) }));
    proxy.target = firm.origin;
  }
}
const [told] = await firm.sql<{ spread: number }>(
  'select (extract(epoch from max(created_on) - min(created_on)) / 3600)::float as spread from shot where field_run = $1',
  [run],
);
if (told!.spread < 1) campaign.wrong.push('the clock of the server was never set back');
console.log(`${cleaned} cleans in vain; the server’s own times of the points lie ${told!.spread.toFixed(1)} h apart`);
process.exit((await campaign.close('F13 clock skew', SEED, JUMPS - setBack / HOUR)) ? 0 : 1);
