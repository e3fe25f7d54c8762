import type { Campaign } from './campaign.ts';
import type { Crew } from './crew.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { pause } from './insist.ts';

/** So many points each crew has in hand at most; after that it changes and deletes. */
const POINTS = 40;

/** Wire limits so small that a photo goes in several pieces, and a fault finds one of them on its way. */
export const SHORT_WIRE = { json_timeout_ms: 3000, stall_ms: 3000, chunk_bytes: 16_384, form_bytes: 60_000 };

/** A day in the field: something is captured, something changed, and whatever is there is sent; edits fall into the middle of a sync. */
async function work(campaign: Campaign, crew: Crew, run: string, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const photos = crew.random.chance(0.4) ? [crew.random.pick([9_000, 40_000, 90_000])] : [];
    const point = crew.points.length < POINTS ? await crew.capture(run, photos, { note: `turn ${turn}` }) : null;
    const syncing = campaign.sync(crew);
    if (point !== null) await crew.edit(point, { description: `seen in turn ${turn}` });
    if (crew.points.length > 0 && crew.random.chance(0.3))
      await crew.edit(crew.random.pick(crew.points), { note: `again in turn ${turn}` });
    if (crew.points.length > 0 && crew.random.chance(0.1)) await crew.remove(crew.random.pick(crew.points));
    if (crew.points.length > 1 && crew.random.chance(0.2)) await crew.drawPipe(run, crew.random.pick(crew.points), crew.points.at(-1)!);
    const result = await syncing;
    // On a slow machine the server is away for long; a day of edits in between would be another story.
    await pause(50 + crew.random.below(200) + (result.ran && result.stopped !== null ? 500 : 0));
  }
}

/** Sends crews out. Two of them work on the same run, the others each on their own. Answered by a way to end the day. */
export async function sendOut(campaign: Campaign, crews: number): Promise<{ end(): Promise<void> }> {
  let isOver = false;
  const [first, ...others] = await Promise.all(Array.from({ length: crews }, (_, n) => campaign.addCrew(`crew-${n + 1}`)));
  const shared = await first!.startRun();
  await campaign.sync(first!);
  const days = [work(campaign, first!, shared, () => isOver)];
  for (const [n, crew] of others.entries()) {
    const run = n === 0 && (await crew.joinRun(shared)) ? shared : await crew.startRun();
    days.push(work(campaign, crew, run, () => isOver));
  }
  return {
    async end() {
      isOver = true;
      await Promise.all(days);
    },
  };
}

/** Resolves when a write has left for the server. */
export async function nextWrite(proxy: FaultProxy): Promise<void> {
  await new Promise<void>((resolve) => {
    proxy.onForward = ({ method }) => {
      if (method !== 'GET') resolve();
    };
  });
  proxy.onForward = () => {};
}
