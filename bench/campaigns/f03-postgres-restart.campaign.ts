/**
 * INT-F3: PostgreSQL is shut down as by `pg_ctl stop -m immediate`, or every connection to it is dropped, while crews sync and people in
 * the office write; the server itself stays. What it cannot do meanwhile it answers with 503, within ten seconds it serves again by
 * itself, and nothing that was answered yes is lost or there twice.
 * `SABOTAGE=1` takes one stored point away and renames a client before the check: the campaign must then fail.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { openCampaign } from '../shared/campaign.ts';
import { nextWrite, SHORT_WIRE, sendOut } from '../shared/field-day.ts';
import { pause } from '../shared/insist.ts';
import { openOfficeDay } from '../shared/office-day.ts';

const SEED = Number(process.env.SEED ?? 3);
const FAULTS = Number(process.env.FAULTS ?? (process.env.CAMPAIGN === 'nightly' ? 200 : 20));
const RECOVERY_MS = 10_000;

const random = createRandom(SEED);
const campaign = await openCampaign('f03', SEED, SHORT_WIRE);
const { firm, proxy, recoveries, wrong } = campaign;
const started = firm.origin;
const days = await sendOut(campaign, 4);
const office = await openOfficeDay(campaign, 3);
let [restarts, cuts] = [0, 0];

/** From now until everybody in the office has been answered yes again. */
async function untilServed(): Promise<void> {
  const began = performance.now();
  for (const wanted = office.acked.size + 4; office.acked.size < wanted && wrong.length === 0; await pause(20))
    if (performance.now() - began > 6 * RECOVERY_MS) wrong.push('nobody is served any more');
  recoveries.push(performance.now() - began);
}

for (let fault = 1; fault <= FAULTS && wrong.length === 0; fault += 1) {
  await nextWrite(proxy);
  await pause(random.below(60));
  if (fault % 2 === 0) {
    await firm.inspect(
      `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    cuts += 1;
  } else {
    await firm.killPostgres('SIGQUIT');
    restarts += 1;
  }
  await untilServed();
  await pause(200 + random.below(600));
}
await Promise.all([days.end(), office.end()]);
await office.check();
const slow = [...recoveries, ...office.waits].filter((ms) => ms > RECOVERY_MS);
for (const ms of slow) wrong.push(`it took ${(ms / 1000).toFixed(1)} s until somebody was served again`);
// Crews hear of it as the office does; anything but an answer, a refusal with a reason or a 503 is a fault of the server's.
const answers = [...proxy.counted.answers].sort(([a], [b]) => a - b);
for (const [status, times] of answers) if (status >= 500 && status !== 503) wrong.push(`${times} requests were answered ${status}`);
if (firm.origin !== started) wrong.push('the server itself was restarted');
console.log(
  `${restarts} restarts of PostgreSQL, ${cuts} times every connection dropped; ${office.acked.size} clients written, the longest wait of one ${(Math.max(0, ...office.waits) / 1000).toFixed(1)} s`,
);
console.log(`answers: ${answers.map(([status, times]) => `${times} × ${status}`).join(', ')}`);
process.exit((await campaign.close('F3 PostgreSQL restart', SEED, restarts + cuts)) ? 0 : 1);
