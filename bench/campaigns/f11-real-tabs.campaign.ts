/**
 * INT-F11 in a real Chromium: two tabs of one tablet change the same point and sync at the same time; in half of the rounds one of them
 * is frozen somewhere in between, as browsers do with tabs in the background, and thawed later. In the last round it stays frozen with
 * whatever it holds: the other tab must get its turn within two minutes. The engine's own interleavings are in `f11-two-tabs`.
 * `SABOTAGE=1` takes one stored point away before the check: the campaign must then fail.
 */
import { randomUUID } from 'node:crypto';
import { createRandom } from '@dmse/sync/memory/random';
import type { CDPSession, Page } from 'playwright-core';
import { openBrowserCampaign } from '../shared/browser-campaign.ts';

const SEED = Number(process.env.SEED ?? 111);
const ROUNDS = Number(process.env.ROUNDS ?? (process.env.CAMPAIGN === 'nightly' ? 100 : 20));
const LOCK_MS = 120_000;

const random = createRandom(SEED);
const campaign = await openBrowserCampaign('f11-real');
const { found, run } = campaign;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const counted = { together: 0, frozen: 0, held: 0 };
let slowest = 0;

type Tab = { page: Page; chrome: CDPSession; name: string };
async function openTab(name: string): Promise<Tab> {
  const page = await campaign.openTab();
  return { page, name, chrome: await page.context().newCDPSession(page) };
}
const setState = ({ chrome }: Tab, state: 'frozen' | 'active') => chrome.send('Page.setWebLifecycleState', { state });

async function change({ page, name }: Tab, shot: string, round: number): Promise<void> {
  const fields = name === 'first' ? { note: `first tab, round ${round}` } : { description: `second tab, round ${round}` };
  const why = await campaign.edit(page, shot, fields);
  if (why !== null) found.stuck.push(`round ${round}: the ${name} tab could not save: ${why}`);
}

async function changeAndSync(tab: Tab, shot: string, round: number): Promise<void> {
  await pause(random.below(80));
  await change(tab, shot, round);
  await pause(random.below(40));
  await tab.page.evaluate(() => window.device.sync());
}

/** The first tab is frozen for good while it holds the lock and waits for an answer. */
async function freezeInSync([first, second]: readonly [Tab, Tab], shot: string, round: number): Promise<void> {
  await change(first, shot, round);
  campaign.proxy.fate = (method) => (method === 'GET' ? 'pass' : 'hang');
  const writes = () => campaign.proxy.asked.filter(({ fate }) => fate === 'hang').length;
  const [before, syncing] = [writes(), first.page.evaluate(() => window.device.sync())];
  for (const end = Date.now() + 30_000; writes() === before && Date.now() < end; ) await pause(5);
  if (writes() === before) found.stuck.push(`round ${round}: the first tab sent nothing`);
  await setState(first, 'frozen');
  campaign.proxy.fate = () => 'pass';
  const began = performance.now();
  await change(second, shot, round);
  let hasRun = false;
  while (!hasRun && performance.now() - began < 2 * LOCK_MS) hasRun = (await second.page.evaluate(() => window.device.sync())).ran;
  slowest = performance.now() - began;
  if (!hasRun || slowest > LOCK_MS + 30_000)
    found.stuck.push(`the lock of a frozen tab was not free after ${Math.round(slowest / 1000)} s`);
  await setState(first, 'active');
  await syncing;
}

let tabs = [await openTab('first'), await openTab('second')] as const;
const shots = new Map<string, number>();
for (let round = 1; round <= ROUNDS; round += 1) {
  const [first, second] = tabs;
  const shot = { id: randomUUID(), fields: { code: 'SAMH', note: `round ${round}` }, photos: random.chance(0.5) ? [60_000] : [] };
  if ((await campaign.capture(first.page, shot)) !== null) found.stuck.push(`round ${round}: a capture was refused`);
  shots.set(shot.id, round);
  if (round === ROUNDS) {
    counted.held += 1;
    await freezeInSync(tabs, shot.id, round);
    continue;
  }
  const work = [changeAndSync(first, shot.id, round), changeAndSync(second, shot.id, round)];
  if (round % 2 === 0) {
    counted.frozen += 1;
    await pause(40 + random.below(300));
    await setState(first, 'frozen');
    await pause(500 + random.below(2500));
    await setState(first, 'active');
  } else counted.together += 1;
  await Promise.all(work);
  if (round % 7 === 0) {
    for (const { page } of tabs) await page.close();
    tabs = [await openTab('first'), await openTab('second')];
  }
}
await campaign.settle(tabs[1].page);
await campaign.settle(tabs[0].page);
const rows = await campaign.firm.sql<{ id: string; note: string; description: string }>('select * from shot where field_run = $1', [run]);
for (const { id, note, description } of rows) {
  const round = shots.get(id);
  if (note !== `first tab, round ${round}` || description !== `second tab, round ${round}`)
    found.lost.push(`round ${round}: the server has “${note}” and “${description}”`);
}
if (rows.length !== ROUNDS) found.lost.push(`${rows.length} of ${ROUNDS} points are on the server`);
console.log(`${counted.together} times both at once, ${counted.frozen} times one frozen for a while, ${counted.held} time for good`);
process.exit((await campaign.close('F11 two real tabs', SEED, ROUNDS, slowest)) ? 0 : 1);
