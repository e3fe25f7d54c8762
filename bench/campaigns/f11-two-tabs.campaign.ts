/**
 * INT-F11: one tablet, two tabs. Both change the same points and both sync; one is frozen by the browser in the middle of a sync, one dies
 * in it. The lock must be free again for the other within two minutes and no sooner, what the frozen one does when it thaws must do no
 * harm, and everything must be up once. In a real Chromium the same is a journey (`e2e/journeys/field-sync.spec.ts`).
 * `SABOTAGE=1` takes one stored point away before the check, `BREAK=<breakage>` sends a wrong engine out: the campaign must then fail.
 */
import { createLockSpace, releaseTab } from '@dmse/sync/memory/memory-lock';
import { createDisk, openMemoryStore } from '@dmse/sync/memory/memory-store';
import { createRandom } from '@dmse/sync/memory/random';
import { BEAT_STALE } from '@dmse/sync/pass';
import { openCampaign } from '../shared/campaign.ts';
import type { Crew } from '../shared/crew.ts';

const SEED = Number(process.env.SEED ?? 11);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 500 : 50;
/** A tablet takes part in so many rounds. */
const SHIFT = 10;

const random = createRandom(SEED);
const campaign = await openCampaign('f11', SEED, { json_timeout_ms: 5000, form_bytes: 6000, chunk_bytes: 3000 });
const { proxy, wrong } = campaign;
const counted = { together: 0, frozen: 0, died: 0 };

type Tablet = { name: string; tabs: [Crew, Crew]; run: string; openTab(): Promise<Crew>; die(tab: Crew): void };

async function openTablet(name: string): Promise<Tablet> {
  const person = await campaign.firm.hire(name);
  const [store, locks] = [openMemoryStore(createDisk()), createLockSpace()];
  const handles = new Map<Crew, object>();
  const openTab = async () => {
    const handle = {};
    const tab = await campaign.addCrew(name, { person, device: name, store, locks, tab: handle });
    handles.set(tab, handle);
    return tab;
  };
  const tabs: [Crew, Crew] = [await openTab(), await openTab()];
  const run = await tabs[0].startRun();
  await campaign.sync(tabs[0]);
  return {
    name,
    tabs,
    run,
    openTab,
    die(tab) {
      releaseTab(locks, handles.get(tab)!);
      campaign.crews.splice(campaign.crews.indexOf(tab), 1);
      tab.close();
    },
  };
}

/** Both see the same points, each adds some, and both write on the same field of the same one. */
async function workInBoth({ tabs: [one, other], run }: Tablet, round: number): Promise<void> {
  for (const tab of [one, other]) await tab.capture(run, random.chance(0.5) ? [random.pick([2000, 8000])] : []);
  const shared = [...one.points, ...other.points];
  for (let n = 0; n < 3; n += 1) {
    const point = random.pick(shared);
    await one.edit(point, { note: `one in round ${round}.${n}` });
    await other.edit(point, { [random.pick(['note', 'description'])]: `other in round ${round}.${n}` });
  }
}

/** Resolves when so many requests of what follows have left. */
function afterRequests(n: number): Promise<void> {
  let requests = 0;
  return new Promise((resolve) => {
    proxy.onForward = () => {
      requests += 1;
      if (requests === n) resolve();
    };
  });
}

function passTime(tablet: Tablet, ms: number): void {
  for (const tab of tablet.tabs) tab.skew += ms;
}

const faults: Record<keyof typeof counted, (tablet: Tablet, round: number) => Promise<void>> = {
  together: async ({ tabs: [one, other] }) => {
    await Promise.all([campaign.sync(one), campaign.sync(other), other.points[0] ? one.edit(other.points[0], { code: 'SACB' }) : null]);
  },
  frozen: async (tablet, round) => {
    const [one, other] = tablet.tabs;
    const begun = afterRequests(1 + random.below(3));
    let thaw = () => {};
    const syncing = campaign.sync(one);
    await Promise.race([begun, syncing]);
    one.ice = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    const early = await campaign.sync(other, { force: true, foreground: true });
    if (early.ran) wrong.push(`round ${round}: a tab that had just been frozen was robbed`);
    await other.edit(other.points[0]!, { note: `while the other is frozen, round ${round}` });
    passTime(tablet, BEAT_STALE + 1000);
    const late = await campaign.sync(other, { force: true, foreground: true });
    if (!late.ran) wrong.push(`round ${round}: the lock was not free after two minutes: ${late.why}`);
    one.ice = null;
    thaw();
    await syncing;
  },
  died: async (tablet) => {
    const [one, other] = tablet.tabs;
    const begun = afterRequests(1 + random.below(4));
    const syncing = campaign.sync(one);
    await Promise.race([begun, syncing]);
    // Of what is under way nobody hears any more, in this tab or in another.
    one.ice = new Promise(() => {});
    tablet.die(one);
    tablet.tabs = [await tablet.openTab(), other];
    tablet.tabs[0].skew = other.skew;
    tablet.tabs[0].points.push(...one.points);
    await campaign.sync(other);
  },
};

let tablet: Tablet | null = null;
const kinds = Object.keys(faults) as (keyof typeof counted)[];
for (let round = 0; round < ROUNDS; round += 1) {
  if (tablet === null || round % SHIFT === 0) tablet = await openTablet(`tablet-${Math.floor(round / SHIFT)}`);
  await workInBoth(tablet, round);
  const kind = kinds[round % kinds.length]!;
  await faults[kind](tablet, round);
  counted[kind] += 1;
  proxy.onForward = () => {};
  for (const tab of tablet.tabs) await campaign.sync(tab);
}
console.log(`${counted.together} times both at once, ${counted.frozen} times one frozen, ${counted.died} times one died`);
process.exit((await campaign.close('F11 two tabs', SEED, ROUNDS)) ? 0 : 1);
