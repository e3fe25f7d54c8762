import { DEFAULT_PREFERENCES, getSelf, Self, type SelfPatch, updateSelf } from '@dmse/contract/people/user';
import type { Action } from '@dmse/domain/access/grants';
import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { call } from '../api/call.ts';
import { callKey } from '../api/use-call.ts';
import { keptSince } from './kept-since.ts';
import { readStored, writeStored } from './stored.ts';

const KEY = 'self';
const FRESH = 5 * 60_000;

const Kept = z.object({ stored_on: z.string(), self: z.unknown() });
export type KeptSelf = { stored_on: string; self: Self };

/** The person who was here last, kept so that the app opens without a network. What was invented since is given its default. */
export function readKeptSelf(): KeptSelf | null {
  const kept = readStored(KEY, Kept);
  const raw = kept?.self as Partial<Self> | undefined;
  const self = Self.safeParse({ version: 1, ...raw, preferences: { ...DEFAULT_PREFERENCES, ...raw?.preferences } }).data;
  return kept && self ? { stored_on: kept.stored_on, self } : null;
}

/** Puts the person into the cache the screens read, and keeps a copy for offline. */
export function rememberSelf(client: QueryClient, self: Self, storedOn = new Date().toISOString()): void {
  client.setQueryData(callKey(getSelf), self);
  writeStored(KEY, { stored_on: storedOn, self });
  keptSince.set(null);
}

const OBSERVERS = new WeakMap<QueryClient, QueryObserver<Self>>();

/** One for all who ask: in a list every row does. */
function observeSelf(client: QueryClient): QueryObserver<Self> {
  const known = OBSERVERS.get(client);
  if (known) return known;
  const observer = new QueryObserver<Self>(client, {
    queryKey: callKey(getSelf),
    queryFn: async ({ signal }) => {
      // In the background a lost session takes nobody away from a form; the next thing they do will.
      const self = await call(getSelf, {}, undefined, { signal, stayOn401: true });
      rememberSelf(client, self);
      return self;
    },
    staleTime: FRESH,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  OBSERVERS.set(client, observer);
  return observer;
}

/** Asks again who is signed in when another page is opened and the last answer is some minutes old. */
export function useFreshSelf(): void {
  const client = useQueryClient();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what it waits for
  useEffect(() => {
    const observer = observeSelf(client);
    if (observer.getCurrentResult().isStale) void observer.refetch();
  }, [client, path]);
}

/** The person signed in. Start-up has loaded them before any screen is drawn. */
export function useSelf(): Self {
  const client = useQueryClient();
  const data = useSyncExternalStore(observeSelf(client).subscribe, () => client.getQueryData<Self>(callKey(getSelf)));
  if (!data) throw new Error('A screen asked who is signed in before start-up had loaded them.');
  return data;
}

/** May the person do this? Mirrors the server, which decides. */
export function useCan(action: Action): boolean {
  return useSelf().can.includes(action);
}

/** Changes own preferences, phone or picture, and lets every screen know. */
export function useUpdateSelf(): (patch: z.input<typeof SelfPatch>) => Promise<Self> {
  const client = useQueryClient();
  return async (patch) => {
    const self = await call(updateSelf, {}, patch);
    rememberSelf(client, self);
    return self;
  };
}
