import type { Item } from '../item.ts';
import { deleteItem, type Saved, updateItem } from '../local/edit.ts';
import { createImage } from '../local/image.ts';
import { createPipe } from '../local/pipe.ts';
import { createPoint, type deletePoint, restorePoint, type SavedMany } from '../local/point.ts';
import { createRun, openRun, removeAll, startRun, updateRun } from '../local/run.ts';
import { forcedClean } from '../retention.ts';
import type { Kind } from '../wire.ts';
import type { AppTab, Device } from './device.ts';
import { accuse, noteSaved, type Oracle } from './oracle.ts';
import type { Random } from './random.ts';

/** What a person does with one tab. Every value typed is unique, so that it can be found again anywhere. */
export type Actor = {
  readonly random: Random;
  readonly oracle: Oracle;
  readonly device: Device;
  readonly tab: AppTab;
  readonly deleteShot: typeof deletePoint;
  unique(): string;
};

function alive(actor: Actor, kind: Kind): Item[] {
  return [...actor.device.watch.mirror[kind].values()].filter((item) => item.is_deleted === 0);
}

function pickRun(actor: Actor): string | null {
  const runs = [...actor.device.watch.mirror.run.keys()];
  return runs.length === 0 ? null : actor.random.pick(runs);
}

/** Records the screen's "Saved on device"; an exception that no screen expects is a finding. */
function follow(actor: Actor, work: Promise<Saved | SavedMany | unknown>): void {
  work.then(
    (result) => {
      const saved = result as Partial<{ saved: boolean; item: Item; items: Item[] }> | null;
      if (saved?.saved !== true) return;
      for (const item of saved.items ?? (saved.item ? [saved.item] : [])) noteSaved(actor.oracle, actor.device.name, item);
    },
    (error: unknown) => accuse(actor.oracle, 'Crashed', error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
}

function photoBytes(actor: Actor): Uint8Array {
  const length = 3 + actor.random.below(actor.random.chance(0.3) ? 12 : 3);
  return Uint8Array.from({ length }, () => actor.random.below(256));
}

function addPoint(actor: Actor): void {
  const field_run = pickRun(actor);
  if (field_run === null) return;
  const geometry = { type: 'Point', coordinates: [-66 - actor.random.next(), 45 + actor.random.next()] };
  const photos = actor.random.chance(0.2) ? [{ bytes: photoBytes(actor), mime: 'image/jpeg', fields: { note: actor.unique() } }] : [];
  follow(actor, createPoint(actor.tab.session, { field_run, fields: { geometry, code: actor.unique(), note: actor.unique() }, photos }));
}

function editSomething(actor: Actor, kind: 'point' | 'pipe' | 'image', fields: readonly string[]): void {
  const items = alive(actor, kind);
  if (items.length === 0) return;
  // two crews meet at the same manhole more often than chance would have it
  const { id } = actor.random.chance(0.5) ? (items[0] as Item) : actor.random.pick(items);
  const field = actor.random.pick(fields);
  const value = actor.random.chance(0.06) ? null : actor.unique();
  follow(actor, updateItem(actor.tab.session, kind, id, { fields: { [field]: value } }));
}

function poisonPoint(actor: Actor): void {
  const points = alive(actor, 'point');
  if (points.length > 0)
    follow(actor, updateItem(actor.tab.session, 'point', actor.random.pick(points).id, { fields: { note: 'poison' } }));
}

function addPipe(actor: Actor): void {
  const points = alive(actor, 'point');
  if (points.length < 2) return;
  const start = actor.random.pick(points);
  const end = actor.random.pick(points.filter((point) => point.field_run === start.field_run));
  const fields = { start_structure: start.id, end_structure: end.id, note: actor.unique() };
  follow(actor, createPipe(actor.tab.session, { field_run: start.field_run, fields }));
}

function addPhoto(actor: Actor): void {
  const points = alive(actor, 'point');
  if (points.length === 0) return;
  const { id, field_run } = actor.random.pick(points);
  const photo = { bytes: photoBytes(actor), mime: 'image/jpeg', fields: { note: actor.unique() } };
  follow(actor, createImage(actor.tab.session, { ...photo, field_run, fieldrun_shot: id }));
}

function removeShot(actor: Actor): void {
  const points = alive(actor, 'point');
  if (points.length > 0) follow(actor, actor.deleteShot(actor.tab.session, actor.random.pick(points).id));
}

function bringBackShot(actor: Actor): void {
  const gone = [...actor.device.watch.mirror.point.values()].filter((item) => item.is_deleted === 1);
  if (gone.length > 0) follow(actor, restorePoint(actor.tab.session, actor.random.pick(gone).id));
}

function removeSmall(actor: Actor, kind: 'pipe' | 'image'): void {
  const items = alive(actor, kind);
  if (items.length > 0) follow(actor, deleteItem(actor.tab.session, kind, actor.random.pick(items).id));
}

function editRun(actor: Actor): void {
  const run = pickRun(actor);
  if (run !== null) follow(actor, updateRun(actor.tab.session, run, { fields: { note: actor.unique() } }));
}

function start(actor: Actor): void {
  const run = pickRun(actor);
  if (run !== null) follow(actor, startRun(actor.tab.session, run));
}

export type Act = { readonly name: string; readonly weight: number; readonly act: (actor: Actor) => void };

export const ACTS: readonly Act[] = [
  { name: 'add point', weight: 10, act: addPoint },
  { name: 'edit point', weight: 16, act: (actor) => editSomething(actor, 'point', ['note', 'note', 'description', 'code']) },
  { name: 'delete shot', weight: 5, act: removeShot },
  { name: 'bring back shot', weight: 1.5, act: bringBackShot },
  { name: 'add pipe', weight: 4, act: addPipe },
  { name: 'edit pipe', weight: 2, act: (actor) => editSomething(actor, 'pipe', ['note', 'material']) },
  { name: 'delete pipe', weight: 1, act: (actor) => removeSmall(actor, 'pipe') },
  { name: 'add photo', weight: 4, act: addPhoto },
  { name: 'edit photo', weight: 1.5, act: (actor) => editSomething(actor, 'image', ['note']) },
  { name: 'delete photo', weight: 0.7, act: (actor) => removeSmall(actor, 'image') },
  { name: 'edit run', weight: 2, act: editRun },
  { name: 'start run', weight: 1, act: start },
  { name: 'poison', weight: 0.5, act: poisonPoint },
  {
    name: 'create run',
    weight: 0.6,
    act: (actor) => follow(actor, createRun(actor.tab.session, { id: actor.tab.session.tools.newId(), fields: { name: actor.unique() } })),
  },
  { name: 'remove all', weight: 0.6, act: (actor) => follow(actor, removeAll(actor.tab.session)) },
  { name: 'forced clean', weight: 0.8, act: (actor) => follow(actor, forcedClean(actor.tab.session)) },
];

export function openARun(actor: Actor, run: string): void {
  follow(actor, openRun(actor.tab.session, run));
}
