import { randomUUID } from 'node:crypto';
import { type FaultProxy, startFaultProxy } from '../shared/fault-proxy.ts';
import { openDevice, readServerRun } from '../shared/field-lab.ts';
import { expect, fillSignIn, test } from '../shared/journey.ts';
import { capture, captureRun, makeShots, openTablet } from '../shared/tablet.ts';

/** The device's side of syncing, on real Chromium against the real product, through a network that misbehaves. */
let proxy: FaultProxy;

test.beforeEach(async ({ product }) => {
  test.slow();
  proxy = await startFaultProxy(product.origin);
});
test.afterEach(() => proxy.close());

const isWrite = (method: string, path: string) => method !== 'GET' && path.startsWith('/api/sites/');

test('the browser loses the network: everything is kept, counted on Home, and goes up by itself', async ({ browser }) => {
  const page = await openTablet(browser, proxy.origin, { isStored: true });
  const run = await captureRun(page, makeShots(2));
  expect(await page.evaluate(() => window.device.sync())).toMatchObject({ ran: true, green: true });
  await page.reload();
  await openDevice(page);
  await page.context().setOffline(true);
  await capture(
    page,
    run,
    makeShots(5, (at) => (at < 2 ? [40_000] : [])),
  );
  expect(await page.evaluate(() => window.device.counts())).toMatchObject({ unsynced: 7, confirmed: 3 });
  await expect(page.getByRole('link', { name: '7 unsynced' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unsynced field data' })).toContainText('7 items not on the server yet.');
  // Home opens cold, and so do the checklist and a page of the field app
  for (const path of ['/app/mobile-ready', `/app/fieldrun/field/${run}/details`, '/app/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await expect(page.getByRole('list', { name: 'Runs on this device' })).toContainText('Journey run');
  await page.context().setOffline(false);
  // no button: the page itself sends
  await expect(page.getByText('Everything on this device is on the server.')).toBeVisible({ timeout: 45_000 });
  const { shots, manifest } = await readServerRun(page, run);
  expect(shots).toHaveLength(7);
  expect(manifest.filter((row) => row.kind === 'image')).toHaveLength(2);
  await page.context().close();
});

test('the server stops and starts again: a capture of that time is there, once', async ({ browser, product }) => {
  const page = await openTablet(browser, proxy.origin);
  const run = await captureRun(page, makeShots(1));
  await page.evaluate(() => window.device.sync());
  await product.stop('SIGKILL');
  await capture(
    page,
    run,
    makeShots(4, () => [20_000]),
  );
  expect(await page.evaluate(() => window.device.sync())).not.toMatchObject({ green: true });
  expect(await page.evaluate(() => window.device.counts())).toMatchObject({ unsynced: 8, errors: 0 });
  await product.startAgain();
  await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 60_000 }).toMatchObject({ green: true });
  const { shots, manifest } = await readServerRun(page, run);
  expect([shots.length, manifest.filter((row) => row.kind === 'image').length]).toEqual([5, 4]);
  await page.context().close();
});

test('a motel’s sign-in page answers 200 to everything: nothing counts as sent (SYNC-E4)', async ({ browser }) => {
  const page = await openTablet(browser, proxy.origin);
  const run = await captureRun(page, makeShots(1));
  await page.evaluate(() => window.device.sync());
  proxy.fate = () => 'portal';
  await capture(page, run, makeShots(3));
  const result = await page.evaluate(() => window.device.sync());
  expect(result.green ?? false).toBe(false);
  expect(await page.evaluate(() => window.device.counts())).toMatchObject({ unsynced: 3, errors: 0 });
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  proxy.fate = () => 'pass';
  expect(await page.evaluate(() => window.device.sync())).toMatchObject({ green: true });
  expect((await readServerRun(page, run)).shots).toHaveLength(4);
  await page.context().close();
});

test('answers get lost after the server has done its part: 50 points, 20 photos and 5 pipes arrive once each @long', async ({
  browser,
}) => {
  const page = await openTablet(browser, proxy.origin);
  const shots = makeShots(50, (at) => (at < 20 ? [15_000] : []));
  const run = await captureRun(page, shots);
  for (let at = 0; at < 5; at += 1) {
    const ends = { id: randomUUID(), from: shots[at]!.id, to: shots[at + 1]!.id, run };
    expect(await page.evaluate((pipe) => window.device.pipe(pipe.run, pipe.id, pipe.from, pipe.to), ends)).toBeNull();
  }
  let seed = 20_260_504;
  const chance = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  proxy.fate = (method, path) => {
    if (!path.startsWith('/api/sites/')) return 'pass';
    const drawn = chance();
    return isWrite(method, path) && drawn < 0.3 ? 'lose' : drawn > 0.93 ? 'cut' : 'pass';
  };
  const countLost = () => proxy.asked.filter(({ fate }) => fate === 'lose').length;
  for (let round = 0; round < 60 && countLost() < 25; round += 1) await page.evaluate(() => window.device.sync());
  const lost = countLost();
  proxy.fate = () => 'pass';
  await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 60_000 }).toMatchObject({ green: true });
  console.log(`field-sync: ${lost} answers lost after the commit, ${proxy.asked.filter(({ fate }) => fate === 'cut').length} requests cut`);
  expect(lost).toBeGreaterThan(10);
  const { shots: there, manifest } = await readServerRun(page, run);
  expect(there.map(({ id }) => id).sort()).toEqual(shots.map(({ id }) => id).sort());
  expect(new Set(there.map(({ properties }) => properties.note)).size).toBe(50);
  const count = (kind: string) => manifest.filter((row) => row.kind === kind && !row.is_deleted).length;
  expect([count('point'), count('image'), count('pipe')]).toEqual([50, 20, 5]);
  const hashes = manifest.filter((row) => row.kind === 'image').map((row) => row.sha256);
  expect(hashes.sort()).toEqual(await page.evaluate((id) => window.device.hashes(id), run));
  await page.context().close();
});

test('whenever the tablet was green it may fall into the river: what it held is on the server, whole (SYNC-C11) @long', async ({
  browser,
}) => {
  const page = await openTablet(browser, proxy.origin);
  const chrome = await page.context().newCDPSession(page);
  let turn = 0;
  // every third write is done and not answered, every seventh request does not arrive
  const badly = (method: string, path: string) => {
    if (!path.startsWith('/api/sites/')) return 'pass';
    turn += 1;
    return isWrite(method, path) && turn % 3 === 0 ? 'lose' : turn % 7 === 0 ? 'cut' : 'pass';
  };
  const run = await captureRun(page, []);
  const captured = new Map<string, unknown>();
  const pictures = new Set<string | null>();
  for (let round = 0; round < 3; round += 1) {
    proxy.fate = badly;
    const shots = makeShots(4, (at) => (at < 2 ? [20_000] : []));
    await capture(page, run, shots);
    for (const { id, fields } of shots) captured.set(id, fields.note);
    const [edited] = captured.keys();
    await page.evaluate(({ id, note }) => window.device.edit(id, { note }), { id: edited!, note: `round ${round}` });
    captured.set(edited!, `round ${round}`);
    for (const hash of await page.evaluate((id) => window.device.hashes(id), run)) if (hash) pictures.add(hash);
    expect(await page.evaluate(() => window.device.status())).toMatchObject({ isGreen: false });
    await expect.poll(() => page.evaluate(async () => (await window.device.sync()).green ?? false), { timeout: 60_000 }).toBe(true);
    // the moment it says so, everything on it is destroyed
    await page.goto('/healthz');
    await chrome.send('Storage.clearDataForOrigin', { origin: proxy.origin, storageTypes: 'indexeddb,local_storage' });
    await page.goto('/app/');
    await openDevice(page);
    await expect.poll(() => page.evaluate((id) => window.device.openRun(id), run), { timeout: 30_000 }).toBeNull();
    await expect.poll(() => page.evaluate(async () => (await window.device.sync()).green ?? false), { timeout: 60_000 }).toBe(true);
    const back = await page.evaluate((id) => window.device.points(id), run);
    expect(new Map(back.map(({ id, fields }) => [id, fields.note]))).toEqual(captured);
    proxy.fate = () => 'pass';
    const { manifest } = await readServerRun(page, run);
    const kept = manifest.filter((row) => row.kind === 'image').map((row) => row.sha256);
    expect(kept.sort()).toEqual([...pictures].sort());
  }
  expect(proxy.asked.filter(({ fate }) => fate === 'lose').length).toBeGreaterThan(5);
  await page.context().close();
});

test('two tabs capture and sync at the same time: one sends, nothing is doubled, both know (SYNC-C8, INT-F11)', async ({ browser }) => {
  const first = await openTablet(browser, proxy.origin);
  const second = await first.context().newPage();
  await second.goto('/app/');
  await openDevice(second);
  const run = await captureRun(first, makeShots(3));
  await Promise.all([capture(first, run, makeShots(10)), capture(second, run, makeShots(10))]);
  const [shot] = makeShots(1);
  await capture(first, run, [shot!]);
  await Promise.all([
    first.evaluate((id) => window.device.edit(id, { note: 'first tab' }), shot!.id),
    second.evaluate((id) => window.device.edit(id, { description: 'second tab' }), shot!.id),
  ]);
  await Promise.all([first.evaluate(() => window.device.sync()), second.evaluate(() => window.device.sync())]);
  await expect.poll(() => first.evaluate(() => window.device.sync()), { timeout: 30_000 }).toMatchObject({ green: true });
  const { shots } = await readServerRun(first, run);
  expect(shots).toHaveLength(24);
  expect(shots.find(({ id }) => id === shot!.id)?.properties).toMatchObject({ note: 'first tab', description: 'second tab' });
  const names = shots.map(({ properties }) => properties.name);
  expect(new Set(names).size).toBe(24);
  await expect(second.getByText('Everything on this device is on the server.')).toBeVisible({ timeout: 30_000 });
  await first.context().close();
});

test('two tablets edit one point apart: both end equal, and the other value is kept', async ({ browser }) => {
  const [one, two] = [await openTablet(browser, proxy.origin), await openTablet(browser, proxy.origin, { username: 'pia' })];
  const [shot] = makeShots(1);
  const run = await captureRun(one, [shot!]);
  await one.evaluate(() => window.device.sync());
  expect(await two.evaluate((id) => window.device.openRun(id), run)).toBeNull();
  await two.evaluate(() => window.device.sync());
  // Neither has a network, or each would send by itself, in any order.
  for (const page of [one, two]) await page.context().setOffline(true);
  await one.evaluate((id) => window.device.edit(id, { note: 'one says', code: 'MON' }), shot!.id);
  await two.evaluate((id) => window.device.edit(id, { note: 'two says', description: 'lid' }), shot!.id);
  for (const page of [one, two]) {
    await page.context().setOffline(false);
    await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 30_000 }).toMatchObject({ green: true });
  }
  for (const page of [one, two]) expect(await page.evaluate(() => window.device.sync())).toMatchObject({ green: true });
  const [left, right] = await Promise.all([one, two].map((page) => page.evaluate((id) => window.device.points(id), run)));
  expect(left![0]!.fields).toEqual(right![0]!.fields);
  expect(left![0]!.fields).toMatchObject({ note: 'two says', code: 'MON', description: 'lid' });
  const [there] = (await readServerRun(one, run)).shots;
  expect(there!.properties.conflict).toMatchObject([{ field: 'note', kept: 'two says', other: 'one says' }]);
  await one.context().close();
  await two.context().close();
});

test('another person signs in on the tablet: what Fern captured goes up in her name', async ({ browser }) => {
  const page = await openTablet(browser, proxy.origin);
  const run = await captureRun(page, makeShots(1));
  await page.evaluate(() => window.device.sync());
  await page.context().setOffline(true);
  await capture(page, run, makeShots(2));
  // Before the network is back, or the first of them would be up already.
  proxy.fate = (method, path) => (isWrite(method, path) ? 'cut' : 'pass');
  await page.context().setOffline(false);
  // leaving is warned about with the count
  await page.getByRole('button', { name: /Fern/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Field data has not been synced' });
  await expect(dialog).toContainText('2 items collected on this device have not reached the server.');
  await Promise.all([page.waitForURL(/\/auth\/login/), dialog.getByRole('button', { name: 'Log out anyway' }).click()]);
  await fillSignIn(page, 'pia');
  await expect(page.locator('h1', { hasText: 'Pia' })).toBeVisible();
  await openDevice(page);
  expect(await page.evaluate(() => window.device.counts())).toMatchObject({ unsynced: 2, others: 2 });
  await page.getByRole('button', { name: 'Open sync' }).click();
  await expect(page.getByRole('dialog', { name: 'Sync' })).toContainText('2 items were collected by somebody else on this device.');
  proxy.fate = () => 'pass';
  expect(await page.evaluate(() => window.device.sync())).toMatchObject({ green: true });
  const { shots } = await readServerRun(page, run);
  expect(shots.map(({ properties }) => properties.captured_by?.full_name)).toEqual(
    Array(3).fill(shots[0]!.properties.captured_by?.full_name),
  );
  expect(shots[0]!.properties.captured_by?.full_name).toContain('Fern');
  await page.context().close();
});

test('the storage is full: nothing is called saved that is not, the export holds what waits, and space brings it back (INT-F14) @long', async ({
  browser,
}) => {
  const page = await openTablet(browser, proxy.origin);
  // before anything is written: the browser remembers for half a minute how much room it found
  const chrome = await page.context().newCDPSession(page);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await chrome.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin, quotaSize: usage + 10_000_000 });
  const run = await captureRun(
    page,
    makeShots(2, () => [30_000]),
  );
  await page.context().setOffline(true);
  const big = makeShots(6, () => [3_000_000]);
  const saved = await page.evaluate(({ id, points }) => window.device.capture(id, points), { id: run, points: big });
  expect(saved).toContain('STORAGE_FULL');
  const here = (await page.evaluate((id) => window.device.points(id), run)).map(({ id }) => id);
  // what was called saved is there whole, what was refused is not there at all
  for (const [at, why] of saved.entries()) expect(here.includes(big[at]!.id)).toBe(why === null);
  const zip = Buffer.from(await page.evaluate(() => window.device.exportZip()), 'base64');
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  await chrome.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin });
  await page.context().setOffline(false);
  await capture(
    page,
    run,
    big.filter((_, at) => saved[at] !== null),
  );
  await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 60_000 }).toMatchObject({ green: true });
  expect((await readServerRun(page, run)).shots).toHaveLength(8);
  await page.context().close();
});

test('the session ends in the field: collecting goes on, “Sign in to sync” leads back, and nothing is marked as an error', async ({
  browser,
}) => {
  const page = await openTablet(browser, proxy.origin, { isStored: true });
  const run = await captureRun(page, makeShots(1));
  await page.evaluate(() => window.device.sync());
  await page.goto(`/app/fieldrun/field/${run}/details`);
  await openDevice(page);
  await page.context().clearCookies({ name: 'sessionid' });
  await capture(page, run, makeShots(2));
  expect(await page.evaluate(() => window.device.sync())).toMatchObject({ ran: true, stopped: 'SIGN_IN' });
  await capture(page, run, makeShots(1));
  expect(await page.evaluate(() => window.device.counts())).toMatchObject({ unsynced: 3, errors: 0 });
  expect(await page.evaluate(() => window.device.status())).toMatchObject({ needsSignIn: true, isGreen: false });
  // nobody is taken away from a page of the field app, not even by a reload
  await page.reload();
  await page.waitForTimeout(1500);
  expect(new URL(page.url()).pathname).toBe(`/app/fieldrun/field/${run}/details`);
  await page.goto(`/auth/login/?next=${encodeURIComponent(`/app/fieldrun/field/${run}/details`)}`);
  await fillSignIn(page, 'fern');
  await page.waitForURL(/\/app\/fieldrun\/field\//);
  await openDevice(page);
  await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 30_000 }).toMatchObject({ green: true });
  expect((await readServerRun(page, run)).shots).toHaveLength(4);
  await page.context().close();
});

test('a newer build is put out while a tablet syncs: Reload waits, and nothing is lost (INT-F18) @long', async ({ browser }) => {
  const page = await openTablet(browser, proxy.origin, { isStored: true });
  const run = await captureRun(
    page,
    makeShots(12, () => [30_000]),
  );
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await openDevice(page);
  proxy.change = (path, body) => (path === '/app/sw.js' ? body.replace(/(revision:[`"])[0-9a-f]{8}/, '$1feedface') : null);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/app/'))?.update());
  const dialog = page.getByRole('dialog', { name: 'Update Ready' });
  await expect(dialog).toBeVisible({ timeout: 30_000 });
  await capture(
    page,
    run,
    makeShots(12, () => [30_000]),
  );
  await expect(dialog).toContainText('have not been synced');
  const syncing = page.evaluate(() => window.device.sync()).catch(() => null);
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Reload' }).click()]);
  await syncing;
  await openDevice(page);
  await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 60_000 }).toMatchObject({ green: true });
  const { shots, manifest } = await readServerRun(page, run);
  expect([shots.length, manifest.filter((row) => row.kind === 'image').length]).toEqual([24, 24]);
  await page.context().close();
});
