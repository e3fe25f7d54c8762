import { sync } from '../engine.ts';
import { updateItem } from '../local/edit.ts';
import { openRun } from '../local/run.ts';
import { createDevice, type Device, digestOf, openTab } from './device.ts';
import { checkEnd } from './end-checks.ts';
import { backUp, checkGreen, happen, MINUTE, officeRun, START } from './events.ts';
import { createServer } from './model-server.ts';
import { accuse, createOracle, type Violation } from './oracle.ts';
import { createRandom } from './random.ts';
import type { Story, StoryOptions } from './story-state.ts';
import { CLEAR, pickWeather } from './weather.ts';
import { advance, createWorld, releaseOne } from './world.ts';

export type Told = {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly faults: number;
  readonly requests: number;
  readonly saved: number;
  readonly events: Readonly<Record<string, number>>;
};

const immediate = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Everything that can go on without the story's word has gone on. */
async function settle(story: Story): Promise<void> {
  do await immediate();
  while (story.devices.some((device) => device.watch.busy > 0));
}

/** One seed, one story: hostile, then healed, then judged. */
export async function tellStory(seed: number, options: StoryOptions): Promise<Told> {
  const random = createRandom(seed);
  const server = createServer(digestOf, START);
  Object.assign(server.quirks, options.quirks);
  const world = createWorld(random, server, options.trace ?? null);
  const story: Story = {
    random,
    world,
    oracle: createOracle(),
    options,
    events: {},
    isRestoring: random.chance(0.3),
    devices: [],
    runs: [],
    tension: random.pick([0.15, 0.3, 0.5]),
    next: null,
    backup: null,
    counter: 0,
  };
  await setTheScene(story);
  world.weather = pickWeather(random);
  const steps = (options.steps ?? 34) + random.below(18);
  for (let step = 0; step < steps && story.oracle.violations.length === 0; step++) {
    happen(story);
    await settle(story);
  }
  if (story.oracle.violations.length === 0) await heal(story);
  if (story.oracle.violations.length === 0) {
    checkEnd(
      story.oracle,
      server,
      story.devices.map(({ name, watch }) => ({ name, mirror: watch.mirror })),
    );
  }
  for (const device of story.devices) for (const tab of device.tabs) tab.dead = true;
  const saved = story.oracle.typed.filter((typed) => typed.acked).length;
  return { seed, violations: story.oracle.violations, faults: world.faults, requests: world.requests, saved, events: story.events };
}

async function setTheScene(story: Story): Promise<void> {
  const { world, options, random } = story;
  world.tension = 0;
  officeRun(story);
  for (const name of random.chance(0.75) ? ['A', 'B'] : ['A']) {
    const device = createDevice(world, story.oracle, name, await options.openStore?.(name));
    story.devices.push(device);
    const tab = openTab(world, device, options.laws);
    await openRun(tab.session, story.runs[0] ?? '');
  }
  backUp(story);
}

/** Every fault ends; every tab thaws; then each device syncs until it has nothing to do. */
async function heal(story: Story): Promise<void> {
  const { world, random } = story;
  const { server } = world;
  world.weather = CLEAR;
  world.tension = 0;
  server.signed_out.clear();
  server.stale_csrf.clear();
  if (random.chance(0.6)) server.without_role.clear();
  for (const device of story.devices) {
    device.online = true;
    if (device.disk !== null) device.disk.capacity = Number.POSITIVE_INFINITY;
    for (const tab of device.tabs) tab.frozen = false;
  }
  while (releaseOne(world)) await settle(story);
  if (random.chance(0.7)) await mendPoison(story);
  // who is green, while nothing has happened on the server since, has nothing left to do
  const settledAt = new Map<Device, number>();
  for (let round = 0; round < 6; round++) {
    for (const device of story.devices) {
      if (settledAt.get(device) === feedLength(story)) continue;
      advance(world, 10 * MINUTE);
      const tab = device.tabs[0] ?? openTab(world, device, story.options.laws);
      const result = await sync(tab.session, { foreground: true, force: round === 0 });
      if (!result.ran) accuse(story.oracle, 'Stuck', `${device.name} could not sync: ${result.why}`);
      else if (result.green) {
        checkGreen(story, device);
        settledAt.set(device, feedLength(story));
      }
    }
  }
}

function feedLength(story: Story): number {
  let length = 0;
  for (const seq of story.world.server.data.seqs.values()) length += seq;
  return length;
}

async function mendPoison(story: Story): Promise<void> {
  for (const device of story.devices) {
    const tab = device.tabs[0] ?? openTab(story.world, device, story.options.laws);
    for (const item of [...device.watch.mirror.point.values()]) {
      if (item.fields.note === 'poison') await updateItem(tab.session, 'point', item.id, { fields: { note: `mended-${story.counter++}` } });
    }
  }
}
