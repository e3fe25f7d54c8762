/**
 * INT-F14 in a real Chromium on a disk that is really full: the browser's profile lies on a small disk which fills up while photos are
 * taken, is grown again, and fills up again. A capture is saved whole or refused whole; what was called saved is there afterwards and
 * goes up. Needs the right to mount; `f14-quota` does the rest with the engine, the journeys with the browser's own quota.
 * `SABOTAGE=1` takes one stored point away before the check: the campaign must then fail.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createRandom } from '@dmse/sync/memory/random';
import type { Page } from 'playwright-core';
import { openBrowserCampaign } from '../shared/browser-campaign.ts';
import { mountSmallDisk } from '../shared/small-disk.ts';

const SEED = Number(process.env.SEED ?? 114);
const ROUNDS = Number(process.env.ROUNDS ?? (process.env.CAMPAIGN === 'nightly' ? 20 : 3));
const DISK_MB = 200;
const PHOTO = 700_000;

const disk = mountSmallDisk(DISK_MB);
if (!disk) {
  console.log('F14 small disk: mounting is not permitted here, so no disk was filled.');
  process.exit(process.getuid?.() === 0 ? 1 : 0);
}
const random = createRandom(SEED);
const campaign = await openBrowserCampaign('f14-disk', join(disk.folder, 'profile'));
const { found, run } = campaign;
const saved = new Set<string>();
const counted = { saved: 0, refused: 0 };
let slowest = 0;

const makeShot = (round: number) => ({
  id: randomUUID(),
  fields: { code: 'SAMH', note: `round ${round}, point ${counted.saved}` },
  photos: [PHOTO + random.below(PHOTO)],
});

/** Takes photos until the disk takes no more. */
async function fillUp(tab: Page, round: number): Promise<void> {
  for (let n = 0; n < 300; n += 1) {
    const shot = makeShot(round);
    // A browser that cannot write may also lose its database in the middle of it; that is an answer too, and no "saved".
    const why = await campaign.capture(tab, shot).catch((error: Error) => error.message);
    if (why === null) {
      saved.add(shot.id);
      counted.saved += 1;
      continue;
    }
    counted.refused += 1;
    return;
  }
  found.stuck.push(`round ${round}: the disk never became full`);
}

/** What was called saved is there, and of what was refused nothing. */
async function look(tab: Page, round: number): Promise<void> {
  const here = new Set((await tab.evaluate((id) => window.device.points(id), run)).map(({ id }) => id));
  for (const id of saved) if (!here.has(id)) found.lost.push(`round ${round}: ${id} was called saved and is gone`);
  for (const id of here) if (!saved.has(id)) found.duplicated.push(`round ${round}: ${id} was refused and is there`);
}

let tab = await campaign.openTab();
for (let round = 1; round <= ROUNDS; round += 1) {
  campaign.proxy.fate = () => 'cut';
  disk.fill(12_000);
  await fillUp(tab, round);
  const began = performance.now();
  disk.release();
  await tab.close();
  tab = await campaign.openTab();
  await look(tab, round);
  const shot = makeShot(round);
  const why = await campaign.capture(tab, shot);
  if (why === null) saved.add(shot.id);
  else found.stuck.push(`round ${round}: with room again a capture was refused: ${why}`);
  campaign.proxy.fate = () => 'pass';
  await campaign.settle(tab);
  slowest = Math.max(slowest, performance.now() - began);
}
const isGood = await campaign.close('F14 small disk', SEED, counted.refused, slowest);
disk.remove();
console.log(`${counted.saved} captures saved, ${counted.refused} refused`);
process.exit(isGood && counted.refused >= ROUNDS ? 0 : 1);
