/**
 * INT-F9: a real Chromium with a profile on the disk is killed without a word while points and photos are captured, and while they are
 * sent. It is opened again, cold, half of the time without a network; every capture that the device called saved must be there with its
 * words and photos, and in the end all of it on the server, once. What a person sees of it is a journey (`e2e/journeys/field-power.spec.ts`).
 * `SABOTAGE=1` takes one stored point away before the check: the campaign must then fail.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createRandom } from '@dmse/sync/memory/random';
import type { Page } from 'playwright-core';
import { startFaultProxy } from '../../e2e/shared/fault-proxy.ts';
import { openDevice } from '../../e2e/shared/field-lab.ts';
import { findDamagedFiles, findMissing } from '../shared/audit-firm.ts';
import { type Browser, openBrowser } from '../shared/browser.ts';
import { sabotage } from '../shared/campaign.ts';
import { startFirm } from '../shared/firm.ts';
import { openLedger } from '../shared/ledger.ts';
import { findUnsoundTables } from '../shared/sound-tables.ts';

const SEED = Number(process.env.SEED ?? 9);
const KILLS = Number(process.env.KILLS ?? (process.env.CAMPAIGN === 'nightly' ? 300 : 30));
const DEVICE = 'tablet';

const random = createRandom(SEED);
const firm = await startFirm('f09', { DMSE_MODE: 'demo' });
const proxy = await startFaultProxy(firm.origin);
const ledger = openLedger(join(firm.home, 'ledger.jsonl'));
const profile = join(firm.home, 'profile');
const run = randomUUID();
const photosOf = new Map<string, number>();
const found = { lost: [] as string[], duplicated: [] as string[], corrupted: [] as string[], lied: [] as string[], stuck: [] as string[] };
const recoveries: number[] = [];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const attempted = new Set<string>();
let browser: Browser;
let page: Page;

type Shot = { id: string; fields: { code: string; note: string; geometry: { type: 'Point'; coordinates: number[] } }; photos: number[] };

function makeShot(kill: number, at: number): Shot {
  const geometry = { type: 'Point' as const, coordinates: [-66.64 - random.next() / 10, 45.96 + random.next() / 10, 12.5] };
  const photos = random.chance(0.4) ? [random.pick([30_000, 150_000])] : [];
  return { id: randomUUID(), fields: { code: 'SAMH', note: `point ${at} before kill ${kill}`, geometry }, photos };
}

/** Opens the browser on the field app and waits until the device answers. */
async function openTablet(): Promise<void> {
  const began = performance.now();
  browser = await openBrowser(profile, proxy.origin);
  page = await browser.openPage(`/app/fieldrun/field/${run}/points`);
  await openDevice(page);
  recoveries.push(performance.now() - began);
}

/** One after the other; noted is only what the device has answered for, however soon the end comes. */
async function captureUntilKilled(kill: number): Promise<void> {
  const shots = Array.from({ length: 40 }, (_, at) => makeShot(kill, at));
  const capturing = (async () => {
    for (const shot of shots) {
      attempted.add(shot.id);
      const [why] = await page.evaluate(({ id, points }) => window.device.capture(id, points), { id: run, points: [shot] });
      if (why !== null) return found.stuck.push(`a capture was refused: ${why}`);
      ledger.note({ device: DEVICE, op: 'create', kind: 'point', id: shot.id, field_run: run, fields: shot.fields, sha256: null });
      photosOf.set(shot.id, shot.photos.length);
    }
  })().catch(() => undefined);
  // After some captures, at any point of the next; by count, because a slow machine would have none by time.
  const wanted = ledger.length + random.below(8);
  for (const end = Date.now() + 10_000; ledger.length < wanted && Date.now() < end; ) await pause(5);
  await pause(random.below(150));
  await browser.kill();
  await capturing;
}

async function syncUntilKilled(): Promise<void> {
  const countWrites = () => proxy.asked.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/sites/fieldrun')).length;
  const wanted = countWrites() + 1 + random.below(4);
  const syncing = page.evaluate(() => window.device.sync()).catch(() => undefined);
  for (const end = Date.now() + 5000; countWrites() < wanted && Date.now() < end; ) await pause(5);
  await browser.kill();
  await syncing;
}

/** Everything acknowledged lies on the tablet that has just come back. */
async function lookOnDevice(kill: number): Promise<void> {
  const points = await page.evaluate((id) => window.device.points(id), run);
  const notes = new Map(points.map(({ id, fields }) => [id, fields.note]));
  for (const { id, fields } of ledger.of(DEVICE))
    if (id !== run && notes.get(id) !== fields.note) found.lost.push(`kill ${kill}: ${id} is not on the tablet as it was saved`);
}

async function isGreen(): Promise<boolean> {
  const result = await page.evaluate(() => window.device.sync());
  if (result.green) for (const missing of await findMissing(firm, ledger.read())) found.lied.push(missing);
  return result.green === true;
}

async function compare(): Promise<void> {
  found.lost.push(...(await findMissing(firm, ledger.read())));
  const shots = await firm.sql<{ id: string; photos: number }>(
    'select s.id, (select count(*)::int from shot_image i where i.fieldrun_shot = s.id) as photos from shot s where s.field_run = $1',
    [run],
  );
  for (const { id, photos } of shots) {
    if (!attempted.has(id)) found.duplicated.push(`nobody made ${id}`);
    const wanted = photosOf.get(id) ?? photos;
    if (photos < wanted) found.lost.push(`${id} has ${photos} of ${wanted} photos`);
    if (photos > wanted) found.duplicated.push(`${id} has ${photos} photos instead of ${wanted}`);
  }
  found.corrupted.push(...(await findDamagedFiles(firm, [run])), ...(await findUnsoundTables(firm, [run])));
}

browser = await openBrowser(profile, proxy.origin);
page = await browser.signIn('fern');
await openDevice(page);
await page.evaluate((id) => window.device.createRun(id, 'Run of a browser'), run);
ledger.note({ device: DEVICE, op: 'create', kind: 'run', id: run, field_run: run, fields: { name: 'Run of a browser' }, sha256: null });
await page.evaluate(() => window.device.sync());
// Once with a network, so that the page is there without one.
await browser.openPage(`/app/fieldrun/field/${run}/points`);

for (let kill = 1; kill <= KILLS; kill += 1) {
  const isCapture = kill % 3 !== 0;
  proxy.fate = () => (isCapture ? 'cut' : 'pass');
  if (isCapture) await captureUntilKilled(kill);
  else await syncUntilKilled();
  await openTablet();
  await lookOnDevice(kill);
}
proxy.fate = () => 'pass';
page = await browser.signIn('fern');
await openDevice(page);
let tries = 0;
while (!(await isGreen()) && ++tries < 30) await pause(500);
if (tries >= 30) found.stuck.push('the tablet was not green after thirty syncs');
if (process.env.SABOTAGE) await sabotage({ firm, ledger });
await compare();
await browser.kill();
await proxy.close();
ledger.close();
await firm.stop();
for (const [name, lines] of Object.entries(found)) for (const line of lines.slice(0, 10)) console.log(`${name}: ${line}`);
const verdict = Object.entries(found).map(([name, lines]) => `${lines.length} ${name}`);
console.log(
  `F9 browser killed: ${KILLS} faults, ${ledger.length} acknowledged actions, ${verdict.join(', ')}; slowest recovery ${(Math.max(...recoveries) / 1000).toFixed(1)} s; seed ${SEED}`,
);
process.exit(Object.values(found).every((lines) => lines.length === 0) ? 0 : 1);
