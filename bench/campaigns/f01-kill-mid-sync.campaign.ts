/**
 * INT-F1: the server is killed without warning while crews sync, a few milliseconds to some tenths of a second after a request has begun;
 * now and then PostgreSQL with it. The crews go on. Nothing that a tablet called saved may be lost, doubled or damaged, and no tablet may
 * call itself green for what the server does not hold.
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK=<breakage>` sends a wrong engine out: the campaign must then fail.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { openCampaign } from '../shared/campaign.ts';
import { nextWrite, SHORT_WIRE, sendOut } from '../shared/field-day.ts';
import { pause } from '../shared/insist.ts';

const SEED = Number(process.env.SEED ?? 1);
const KILLS = Number(process.env.KILLS ?? (process.env.CAMPAIGN === 'nightly' ? 500 : 50));

const random = createRandom(SEED);
const campaign = await openCampaign('f01', SEED, SHORT_WIRE);
const { proxy } = campaign;
const days = await sendOut(campaign, 5);
for (let kill = 1; kill <= KILLS; kill += 1) {
  await nextWrite(proxy);
  await pause(5 + random.below(395));
  await campaign.killServer(kill % 10 === 0);
}
const { requests } = proxy.counted;
await days.end();
console.log(`${requests} requests, ${KILLS} kills, ${Math.floor(KILLS / 10)} of them with PostgreSQL`);
process.exit((await campaign.close('F1 kill mid-sync', SEED, KILLS)) ? 0 : 1);
