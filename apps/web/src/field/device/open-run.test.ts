import { getSitesSettings } from '@dmse/contract/sites/settings';
import { openRun } from '@dmse/sync/local/run';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Stage, stageDevice } from './device-fixture.ts';
import { fetchForOffline } from './open-run.ts';

let stage: Stage;

beforeEach(() => {
  stage = stageDevice();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await stage.close();
});

it('open run: the codes and risk lists are asked for before the records, and nothing stops at what fails (SYNC-D14)', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: RequestInfo | URL) => {
    asked.push(String(address));
    throw new TypeError('no network');
  });
  stage.network = (request, send) => {
    asked.push(request.path);
    return send();
  };
  await openRun(stage.session, stage.run);
  await fetchForOffline(stage.session, stage.run);
  const settings = asked.findIndex((path) => path.includes(getSitesSettings.path));
  const records = asked.findIndex((path) => path.startsWith('/api/sites/fieldrun-shot/?'));
  expect(settings).toBeGreaterThanOrEqual(0);
  expect(records).toBeGreaterThan(settings);
});
