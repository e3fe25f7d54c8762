import { getSelf } from '@dmse/contract/people/user';
import { getCoreSettings } from '@dmse/contract/settings/core';
import { FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as signIn from '../api/sign-in.ts';
import { callKey } from '../api/use-call.ts';
import { isOnline, markReachable } from '../session/connection.ts';
import { keptSince } from '../session/kept-since.ts';
import { readKeptSelf, rememberSelf } from '../session/self.ts';
import { createQueryClient } from './query-client.ts';
import { buildSelf, buildSettings } from './render-app.tsx';
import { startUp } from './start-up.ts';

const YESTERDAY = '2026-03-03T12:00:00.000Z';
const fern = buildSelf('fern');

const ANSWERS: Record<string, (server: FakeServer) => void> = {
  'knows her': (server) => server.on(getSelf, () => fern),
  'answers 401': (server) => {
    server.on(getSelf, () => {
      throw new Refusal(401, { detail: 'Sign in first.', code: 'NOT_SIGNED_IN' });
    });
  },
  'answers 403': (server) => {
    server.on(getSelf, () => {
      throw new Refusal(403, { detail: 'This account is disabled.' });
    });
  },
  'answers 500': (server) => {
    server.on(getSelf, () => {
      throw new Refusal(500, { detail: 'Something broke.' });
    });
  },
  'cannot be reached': (server) => server.goDown(),
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().on(getCoreSettings, () => buildSettings()).install();
  vi.spyOn(signIn, 'goToSignIn').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  server.restore();
  markReachable();
  keptSince.set(null);
  vi.restoreAllMocks();
});

function keepFern(): void {
  rememberSelf(createQueryClient(), fern, YESTERDAY);
}

describe('start-up', () => {
  it.each([
    { server: 'knows her', kept: true, ends: 'ready' },
    { server: 'knows her', kept: false, ends: 'ready' },
    { server: 'answers 401', kept: true, ends: 'leaving' },
    { server: 'answers 401', kept: false, ends: 'leaving' },
    { server: 'answers 403', kept: true, ends: 'fatal', why: 'forbidden' },
    { server: 'answers 403', kept: false, ends: 'fatal', why: 'forbidden' },
    { server: 'answers 500', kept: true, ends: 'ready', since: YESTERDAY },
    { server: 'answers 500', kept: false, ends: 'fatal', why: 'failed' },
    { server: 'cannot be reached', kept: true, ends: 'ready', since: YESTERDAY, offline: true },
    { server: 'cannot be reached', kept: false, ends: 'fatal', why: 'unreachable', offline: true },
  ])('the server $server, Fern kept on the device: $kept → $ends $why', async (row) => {
    if (row.kept) keepFern();
    ANSWERS[row.server]?.(server);
    const started = await startUp(createQueryClient(), () => {});
    expect(started.kind).toBe(row.ends);
    expect(started.kind === 'fatal' ? started.why : undefined).toBe(row.why);
    expect(keptSince.get()).toBe(row.since ?? null);
    expect(isOnline()).toBe(!row.offline);
    expect(signIn.goToSignIn).toHaveBeenCalledTimes(row.ends === 'leaving' ? 1 : 0);
    // Whatever happened, what was kept is still there.
    expect(readKeptSelf() !== null).toBe(row.kept || row.ends === 'ready');
  });

  it('keeps the person for the next time, and puts them where screens look', async () => {
    ANSWERS['knows her']?.(server);
    const client = createQueryClient();
    await startUp(client, () => {});
    expect(readKeptSelf()?.self).toEqual(fern);
    expect(client.getQueryData(callKey(getSelf))).toEqual(fern);
  });

  it('only logs when the settings cannot be loaded', async () => {
    ANSWERS['knows her']?.(server);
    server.on(getCoreSettings, () => {
      throw new Refusal(500, { detail: 'Something broke.' });
    });
    expect((await startUp(createQueryClient(), () => {})).kind).toBe('ready');
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalledWith('The settings could not be loaded.', expect.anything()));
  });

  it('goes on with the kept person when the network only pretends, and takes the late answer', async () => {
    keepFern();
    const answer = Promise.withResolvers<typeof fern>();
    server.on(getSelf, () => answer.promise);
    const late = vi.fn();
    const started = await startUp(createQueryClient(), late, 20);
    expect(started).toEqual({ kind: 'ready', self: fern });
    expect(keptSince.get()).toBe(YESTERDAY);
    expect(late).not.toHaveBeenCalled();
    answer.resolve({ ...fern, phone: '506-555-0101' });
    await vi.waitFor(() => expect(late).toHaveBeenCalledWith({ kind: 'ready', self: expect.objectContaining({ phone: '506-555-0101' }) }));
    expect(keptSince.get()).toBeNull();
  });

  it('gives a kept person the default of a preference invented since', () => {
    const { single_key_shortcuts: _, ...older } = fern.preferences;
    localStorage.setItem('dmse.self', JSON.stringify({ stored_on: YESTERDAY, self: { ...fern, preferences: older } }));
    expect(readKeptSelf()?.self.preferences.single_key_shortcuts).toBe(true);
    const { version, ...unversioned } = fern;
    localStorage.setItem('dmse.self', JSON.stringify({ stored_on: YESTERDAY, self: unversioned }));
    expect(readKeptSelf()?.self.version).toBe(version);
  });

  it('takes what is no person for nobody', () => {
    localStorage.setItem('dmse.self', '{"stored_on":"x","self":{"id":"nobody"}}');
    expect(readKeptSelf()).toBeNull();
    localStorage.setItem('dmse.self', 'not even JSON');
    expect(readKeptSelf()).toBeNull();
  });
});
