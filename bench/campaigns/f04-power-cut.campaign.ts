/**
 * INT-F4: the power of the server's disk is cut while crews sync and people in the office write. PostgreSQL and the files lie on one ext4
 * image; what had not been forced to it by then is gone, as with the memory of a machine. Then server and PostgreSQL are ended, the disk is mounted
 * again, and the product is started. Everything that was answered yes is there, tables and indexes are whole, and files have their hashes.
 * The cache of the drive itself is not lost here: whether a drive keeps its promises is not the product's matter.
 * Each start takes seconds on a small machine, so it runs with the nightly ones only.
 * `SABOTAGE=1` takes one stored point away before the check; `RELAXED=1` lets PostgreSQL answer before the disk has it: it must then fail.
 */
import { join } from 'node:path';
import { createRandom } from '@dmse/sync/memory/random';
import { listProcessesIn, signal, waitForEnd } from '../../apps/server/src/postgres/processes.ts';
import { openCampaign } from '../shared/campaign.ts';
import { nextWrite, SHORT_WIRE, sendOut } from '../shared/field-day.ts';
import { pause } from '../shared/insist.ts';
import { openOfficeDay } from '../shared/office-day.ts';
import { mountPowerDisk } from '../shared/power-disk.ts';

const SEED = Number(process.env.SEED ?? 4);
const CUTS = Number(process.env.CUTS ?? (process.env.CAMPAIGN === 'nightly' ? 100 : 10));

if (process.env.CAMPAIGN === 'ci') {
  console.log('F4 power cut: runs with --nightly, or by itself: node bench/campaigns/f04-power-cut.campaign.ts');
  process.exit(0);
}
const disk = mountPowerDisk(1500);
if (!disk) {
  console.log('F4 power cut: no loop device can be mounted here (root is needed), so no power was cut.');
  process.exit(0);
}
const random = createRandom(SEED);
const { dataDir } = disk;
const campaign = await openCampaign('f04', SEED, SHORT_WIRE, { DATA_DIR: dataDir });
const { firm, proxy, recoveries } = campaign;
if (process.env.RELAXED) {
  await firm.inspect('alter database dmse set synchronous_commit = off');
  await firm.deploy();
  proxy.target = firm.origin;
}
const days = await sendOut(campaign, 4);
const office = await openOfficeDay(campaign, 3);

for (let cut = 1; cut <= CUTS; cut += 1) {
  await nextWrite(proxy);
  await pause(random.below(300));
  disk.cut();
  proxy.target = null;
  const began = performance.now();
  await firm.kill();
  const left = listProcessesIn(join(dataDir, 'pg'));
  for (const one of left) signal(one, 'SIGKILL');
  await waitForEnd(left, 10_000);
  disk.replug();
  await firm.restart();
  recoveries.push(performance.now() - began);
  proxy.target = firm.origin;
  // The people must have got something through in between, or the next cut tries nothing.
  for (const wanted = office.acked.size + 3; office.acked.size < wanted; await pause(50));
}
await Promise.all([days.end(), office.end()]);
await office.check();
console.log(`${office.acked.size} clients written in the office, ${proxy.counted.requests} requests`);
process.exit((await campaign.close('F4 power cut', SEED, CUTS)) ? 0 : 1);
