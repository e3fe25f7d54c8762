import { beforeEach, describe, expect, it } from 'vitest';
import { sync } from '../engine.ts';
import { officeEdit } from '../memory/model-server.ts';
import { createLab, type Lab, type Tablet } from '../memory/tablet.ts';
import { forcedClean } from '../retention.ts';
import { countMissing } from '../rules/loaded.ts';
import { createPoint, deletePoint } from './point.ts';
import { createRun, openRun } from './run.ts';

let lab: Lab;
let joe: Tablet;

/** Five points and a run that another crew has brought up. */
beforeEach(async () => {
  lab = createLab();
  const fern = lab.tablet('fern');
  await openRun(fern.session, 'run-1');
  for (const id of ['a', 'b', 'c', 'd', 'e']) await createPoint(fern.session, { id, field_run: 'run-1', fields: { code: id } });
  await sync(fern.session);
  joe = lab.tablet('joe');
  await openRun(joe.session, 'run-1');
});

const run = async (tablet = joe) => (await tablet.session.store.runs((tx) => tx.table('run').get('run-1')))?.run;
const missing = async (tablet = joe) => {
  const points = await tablet.session.store.runs((tx) => tx.table('point').list({ field_run: 'run-1' }));
  return countMissing((await run(tablet))?.held ?? null, points).point;
};

/** The network goes after so many pages of points. */
function cutAfter(tablet: Tablet, pages: number): void {
  let left = pages;
  tablet.network = (request, send) => (request.path.startsWith('/api/sites/fieldrun-shot/?') && left-- <= 0 ? null : send());
}

describe('half-loaded run', () => {
  it('half-loaded run: before the first page all of it is missing', async () => {
    expect([await missing(), (await run())?.loaded_whole]).toEqual([5, 0]);
  });

  it('half-loaded run: the network goes in the middle, what is missing is known, and the next pass ends it (SYNC-D14)', async () => {
    cutAfter(joe, 1);
    await sync(joe.session);
    expect([await missing(), (await run())?.loaded_whole]).toEqual([3, 0]);
    // points taken meanwhile do not make up for the others
    joe.online = false;
    await createPoint(joe.session, { id: 'own', field_run: 'run-1', fields: { code: 'own' } });
    await openRun(joe.session, 'run-1');
    expect([await missing(), (await run())?.loaded_whole]).toEqual([3, 0]);
    joe.online = true;
    joe.network = (_, send) => send();
    await sync(joe.session);
    expect([await missing(), (await run())?.loaded_whole]).toEqual([0, 1]);
  });

  it('half-loaded run: own deletions never look like something missing', async () => {
    await sync(joe.session);
    await deletePoint(joe.session, 'a');
    // the deletion goes up, and nothing else is heard
    joe.network = (request, send) => (request.method === 'PATCH' ? send() : null);
    await sync(joe.session);
    expect([await missing(), (await run())?.loaded_whole]).toEqual([0, 1]);
  });

  it('half-loaded run: what others add later is missing until it has come', async () => {
    await sync(joe.session);
    officeEdit(lab.server, 'a', { note: 'office' });
    const fern = lab.tablet('fern2');
    await openRun(fern.session, 'run-1');
    await createPoint(fern.session, { id: 'f', field_run: 'run-1', fields: { code: 'f' } });
    await sync(fern.session);
    cutAfter(joe, 0);
    await sync(joe.session);
    expect(await missing()).toBe(1);
    joe.network = (_, send) => send();
    await sync(joe.session);
    expect(await missing()).toBe(0);
  });

  it('half-loaded run: the clean after four days leaves a run that is not whole, and says so', async () => {
    await sync(joe.session);
    lab.now += 5 * 86_400_000;
    await sync(joe.session);
    joe.online = false;
    await forcedClean(joe.session);
    const part = await run();
    if (part) expect([await missing(), part.loaded_whole]).toEqual([5, 0]);
  });

  it('half-loaded run: one that was begun on this device is whole from the start', async () => {
    joe.online = false;
    await createRun(joe.session, { id: 'run-9', fields: { name: 'Run 9' } });
    joe.online = true;
    await sync(joe.session);
    const mine = await joe.session.store.runs((tx) => tx.table('run').get('run-9'));
    expect(mine?.run?.loaded_whole).toBe(1);
  });
});
