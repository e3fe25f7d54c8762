import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getSelf } from '@dmse/contract/people/user';
import { getCoreSettings } from '@dmse/contract/settings/core';
import { afterEach, expect, test, vi } from 'vitest';
import { buildSettings } from '../app/render-app.tsx';
import { call } from './call.ts';
import { readFirstAnswers, takeArrived } from './first-answers.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.firstAnswers;
});

const answer = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'X-App': 'dmse' } });

/** Runs public/before-app.js in this window, with a network that answers as told. */
function runBeforeApp(fetched: (address: string) => Promise<Response>) {
  const asked: string[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return fetched(address);
  });
  const script = readFileSync(join(import.meta.dirname, '../../public/before-app.js'), 'utf8');
  new Function(script)();
  return asked;
}

test('first answers: the script before the app asks what start-up asks, and each answer is taken once', async () => {
  const asked = runBeforeApp(async () => answer(buildSettings({ firm_name: 'Asked early' })));
  expect(asked).toEqual([getSelf.path, getCoreSettings.path]);
  expect((await call(getCoreSettings, {})).firm_name).toBe('Asked early');
  expect(asked).toHaveLength(2);
  await call(getCoreSettings, {});
  expect(asked).toEqual([getSelf.path, getCoreSettings.path, getCoreSettings.path]);
});

test('first answers: where the early call reached nobody, the app asks again', async () => {
  let tries = 0;
  runBeforeApp(async () => {
    tries += 1;
    if (tries <= 2) throw new TypeError('Failed to fetch');
    return answer(buildSettings());
  });
  expect((await call(getCoreSettings, {})).firm_name).toBe('Fundy Border Surveys');
});

test('first answers: what has come is there for the first drawing, once, and a refusal is not', async () => {
  runBeforeApp(async (address) =>
    address === getSelf.path ? new Response('{}', { status: 403 }) : answer(buildSettings({ firm_name: 'Come' })),
  );
  readFirstAnswers();
  expect(takeArrived(getCoreSettings.path)).toBeUndefined();
  await vi.waitFor(() => expect(takeArrived(getCoreSettings.path)).toMatchObject({ firm_name: 'Come' }));
  expect(takeArrived(getCoreSettings.path)).toBeUndefined();
  expect(takeArrived(getSelf.path)).toBeUndefined();
});
