import { sync } from '../engine.ts';
import { deletePoint } from '../local/point.ts';
import { ACTS, type Actor, openARun } from './acts.ts';
import { type AppTab, type Device, killTab, openTab } from './device.ts';
import { copyData, createRow, officeEdit, restoreBackup } from './model-server.ts';
import { accuse, excuseDevice, excuseRestored, findMissing, isAnywhere } from './oracle.ts';
import type { Random } from './random.ts';
import type { Story } from './story-state.ts';
import { CLEAR, DOWN, pickWeather } from './weather.ts';
import { advance, releaseOne } from './world.ts';

export const START = Date.parse('2026-05-04T12:00:00.000Z');
export const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function officeRun(story: Story): string {
  const { server } = story.world;
  const id = `run${story.runs.length}`;
  const name = `office ${id}`;
  createRow(server, 'run', { id, name, state: 'Waiting' }, null, { op: `${id}:1:office`, device: 'office', rev: 1 });
  story.oracle.office.add(name);
  story.runs.push(id);
  return id;
}

type Event = { readonly name: string; readonly weight: number; readonly run: (story: Story) => void };

/** One thing happens: somebody acts, somebody waiting goes on, or something breaks. */
export function happen(story: Story): void {
  const { random, world } = story;
  world.tension = story.tension;
  const next = story.next;
  story.next = null;
  if (next !== null) {
    next(story);
    return;
  }
  advance(world, random.chance(0.05) ? random.pick([10 * MINUTE, DAY, 5 * DAY]) : random.below(MINUTE));
  if (world.waiting.length > 0 && random.chance(0.6)) {
    note(story, 'step');
    for (let releases = 1 + random.below(4); releases > 0; releases--) releaseOne(world);
    return;
  }
  const event = pickWeighted(random, story.isRestoring ? RESTORING : EVENTS);
  note(story, event.name);
  event.run(story);
}

function note(story: Story, name: string): void {
  story.events[name] = (story.events[name] ?? 0) + 1;
  story.world.trace?.(`${new Date(story.world.now).toISOString()} ${name}`);
}

function pickWeighted<T extends { readonly weight: number }>(random: Random, list: readonly T[]): T {
  let left = random.next() * list.reduce((sum, { weight }) => sum + weight, 0);
  for (const entry of list) {
    left -= entry.weight;
    if (left < 0) return entry;
  }
  return list[0] as T;
}

function pickTab(story: Story): { device: Device; tab: AppTab } {
  const device = story.random.pick(story.devices);
  return { device, tab: pickTabOf(story, device) };
}

function pickTabOf(story: Story, device: Device): AppTab {
  return device.tabs.length > 0 ? story.random.pick(device.tabs) : openTab(story.world, device, story.options.laws);
}

function actorOf(story: Story): Actor {
  const { device, tab } = pickTab(story);
  const { deleteShot = deletePoint } = story.options;
  return { random: story.random, oracle: story.oracle, device, tab, deleteShot, unique: () => `${device.name}-${story.counter++}` };
}

function act(story: Story): void {
  const chosen = pickWeighted(story.random, ACTS);
  note(story, chosen.name);
  chosen.act(actorOf(story));
}

function startSync(story: Story, device: Device = story.random.pick(story.devices)): void {
  const tab = pickTabOf(story, device);
  const { random } = story;
  const options = { force: random.chance(0.5), foreground: random.chance(0.5) };
  const { restores } = story.oracle;
  sync(tab.session, options).then(
    (result) => {
      // a restore between the server's list and this moment is nobody's lie
      if (result.ran && result.green && restores === story.oracle.restores) checkGreen(story, device);
    },
    (error: unknown) => accuse(story.oracle, 'Crashed', error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
}

/** "All synced" was said: had the device been destroyed now, nothing may be missing. */
export function checkGreen(story: Story, device: Device): void {
  const { server } = story.world;
  note(story, 'green');
  // after a restore another device may hold a value that this one has long seen replaced
  const others = story.oracle.restores > 0 ? story.devices.filter((other) => other !== device).map((other) => other.watch.mirror) : [];
  for (const typed of findMissing(story.oracle, server.data, device.name, device.watch.mirror)) {
    if (isAnywhere(others, typed)) continue;
    accuse(story.oracle, 'Lied', `${device.name} said all was synced without ${typed.id}.${typed.field} = ${JSON.stringify(typed.value)}`);
  }
}

function officeActs(story: Story): void {
  const { server } = story.world;
  const rows = [...server.data.rows.values()].filter((row) => row.kind !== 'run');
  if (rows.length === 0) return;
  const row = story.random.pick(rows);
  const note = `office-${story.counter++}`;
  story.oracle.office.add(note);
  officeEdit(server, row.id, story.random.chance(0.25) ? { is_deleted: true } : { note });
}

function moveRunOn(story: Story): void {
  const { server } = story.world;
  const run = story.random.pick(story.runs);
  officeEdit(server, run, { state: story.random.pick(['Processing', 'Finished']) });
}

/** Everything comes to rest: clear weather, nobody waits, everybody syncs. The next morning is as hostile as before. */
function night(story: Story): void {
  const { world } = story;
  world.weather = CLEAR;
  world.tension = 0;
  for (const device of story.devices) {
    device.online = true;
    for (const tab of device.tabs) tab.frozen = false;
  }
  for (let i = world.waiting.length; i > 0; i--) releaseOne(world);
  for (const device of story.devices) startSync(story, device);
}

function restore(story: Story): void {
  if (story.backup === null) return;
  note(story, 'restored');
  restoreBackup(story.world.server, story.backup);
  const mirrors = story.devices.map((device) => device.watch.mirror);
  excuseRestored(story.oracle, story.world.server.data, mirrors);
  if (story.random.chance(0.5)) story.world.weather = DOWN;
  // everybody was cut off and comes back at once
  for (const device of story.devices) startSync(story, device);
}

function destroy(story: Story): void {
  if (story.devices.length < 2) return;
  const device = story.random.pick(story.devices);
  for (const tab of [...device.tabs]) killTab(device, tab);
  story.devices = story.devices.filter((other) => other !== device);
  const mirrors = story.devices.map((other) => other.watch.mirror);
  excuseDevice(story.oracle, story.world.server.data, device.name, mirrors);
}

function crash(story: Story): void {
  const device = story.random.pick(story.devices);
  for (const tab of [...device.tabs]) killTab(device, tab);
}

function toggle(set: Set<string>, name: string): void {
  const had = set.has(name);
  const rest = [...set].filter((other) => other !== name);
  set.clear();
  for (const other of had ? rest : [...rest, name]) set.add(other);
}

/** The session or the role of one device, as the server sees it. */
function flip(story: Story, set: Set<string>): void {
  const { tab } = pickTab(story);
  if (tab.session.device !== null) toggle(set, tab.session.device);
}

function squeeze(story: Story): void {
  const { disk } = story.random.pick(story.devices);
  if (disk !== null) disk.capacity = Number.isFinite(disk.capacity) ? Number.POSITIVE_INFINITY : disk.used + story.random.below(6);
}

const SKEWS = [0, 0, 10 * MINUTE, -10 * MINUTE, DAY, -DAY, -START, Date.parse('2038-01-19T00:00:00Z') - START];

function changeWeather(story: Story): void {
  story.world.weather = pickWeather(story.random);
}

function changeSignal(story: Story): void {
  story.random.pick(story.devices).online = story.random.chance(0.7);
}

function changeClock(story: Story): void {
  story.random.pick(story.devices).skew = story.random.pick(SKEWS);
}

function killOne(story: Story): void {
  const { device, tab } = pickTab(story);
  killTab(device, tab);
}

function freezeOrThaw(story: Story): void {
  const { tab } = pickTab(story);
  tab.frozen = !tab.frozen;
}

export function backUp(story: Story): void {
  story.backup = copyData(story.world.server.data);
}

function openAnother(story: Story): void {
  openARun(actorOf(story), story.random.chance(0.5) ? officeRun(story) : story.random.pick(story.runs));
}

const EVENTS: readonly Event[] = [
  { name: 'act', weight: 46, run: act },
  { name: 'sync', weight: 18, run: (story) => startSync(story) },
  { name: 'weather', weight: 5, run: changeWeather },
  { name: 'signal', weight: 2, run: changeSignal },
  { name: 'crash', weight: 2, run: crash },
  { name: 'second tab', weight: 2, run: (story) => void openTab(story.world, story.random.pick(story.devices), story.options.laws) },
  { name: 'kill tab', weight: 1, run: killOne },
  { name: 'freeze', weight: 1.5, run: freezeOrThaw },
  { name: 'clock', weight: 1.2, run: changeClock },
  { name: 'storage', weight: 1, run: squeeze },
  { name: 'session', weight: 1.5, run: (story) => flip(story, story.world.server.signed_out) },
  { name: 'role', weight: 0.8, run: (story) => flip(story, story.world.server.without_role) },
  { name: 'csrf', weight: 1, run: (story) => flip(story, story.world.server.stale_csrf) },
  { name: 'office', weight: 4, run: officeActs },
  { name: 'run moves on', weight: 0.7, run: moveRunOn },
  { name: 'night', weight: 2, run: night },
  { name: 'another run', weight: 1.5, run: openAnother },
  { name: 'destroyed', weight: 0.3, run: destroy },
];

/** Some stories are about a server that is set back; in the others history is complete and can be judged more strictly. */
const RESTORING: readonly Event[] = [
  ...EVENTS,
  { name: 'backup', weight: 1, run: backUp },
  { name: 'restore', weight: 4, run: planRestore },
];

/** Half of the disasters strike when everybody believes that all is safe. */
function planRestore(story: Story): void {
  if (story.random.chance(0.5)) restore(story);
  else {
    night(story);
    story.next = restore;
  }
}
