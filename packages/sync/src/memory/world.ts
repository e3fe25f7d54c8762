import type { WireAnswer, WireRequest } from '../wire.ts';
import { handleRequest } from './model-api.ts';
import type { ModelServer } from './model-server.ts';
import type { Random } from './random.ts';
import { CLEAR, damage, type Fate, pickFate, type Weather } from './weather.ts';

/** An app instance that can die or freeze between any two steps. */
export type Tab = { readonly device: string; dead: boolean; frozen: boolean };

type Waiting = { readonly tab: Tab | null; readonly go: () => void };

/**
 * Time, the network and the scheduler of one story. Whoever wants to take a step asks at a gate; the story decides who goes next.
 * A gate that is passed at once costs nothing, so a calm stretch of a story is cheap.
 */
export type World = {
  readonly random: Random;
  readonly server: ModelServer;
  weather: Weather;
  /** how often a step waits for the story's word instead of going on at once */
  tension: number;
  now: number;
  readonly waiting: Waiting[];
  faults: number;
  requests: number;
  readonly trace: ((line: string) => void) | null;
};

export function createWorld(random: Random, server: ModelServer, trace: World['trace']): World {
  return { trace, random, server, weather: CLEAR, tension: 0.35, now: server.now, waiting: [], faults: 0, requests: 0 };
}

const NEVER = new Promise<never>(() => undefined);

/** Resolves when the story lets this tab go on; for a dead tab, never. */
export function passGate(world: World, tab: Tab): Promise<void> | undefined {
  if (tab.dead) return NEVER;
  if (!tab.frozen && world.tension === 0) return undefined;
  if (!tab.frozen && !world.random.chance(world.tension)) return undefined;
  return new Promise((resolve) => world.waiting.push({ tab, go: resolve }));
}

/** Lets one of those who wait take its step; false when nobody can. */
export function releaseOne(world: World): boolean {
  const free: number[] = [];
  for (const [i, { tab }] of world.waiting.entries()) if (tab === null || (!tab.frozen && !tab.dead)) free.push(i);
  if (free.length === 0) return false;
  const [chosen] = world.waiting.splice(world.random.pick(free), 1);
  chosen?.go();
  return true;
}

export function advance(world: World, ms: number): void {
  world.now += ms;
  world.server.now += ms;
}

function describeRequest({ method, path, headers, body }: WireRequest): string {
  return [method, path, headers['x-op-id'], headers['if-match'], body && JSON.stringify(body)]
    .filter((part) => part !== undefined)
    .join(' ');
}

const PORTAL: WireAnswer = { status: 200, headers: {}, body: null };
const GATEWAY: WireAnswer = { status: 504, headers: {}, body: null };

/** One request on its way: what reaches the server, when, and what the client hears. */
export async function travel(world: World, tab: Tab, request: WireRequest): Promise<WireAnswer | null> {
  await passGate(world, tab);
  world.requests++;
  const fate = pickFate(world.weather, world.random);
  if (fate !== 'pass') world.faults++;
  const answer = meetFate(world, request, fate);
  world.trace?.(`  ${tab.device} ${describeRequest(request)} => ${fate}, ${answer?.status ?? 'silence'}`);
  const gate = passGate(world, tab);
  if (gate !== undefined) await gate;
  return tab.dead ? NEVER : answer;
}

function meetFate(world: World, request: WireRequest, fate: Fate): WireAnswer | null {
  const { server } = world;
  const later = () => world.waiting.push({ tab: null, go: () => void handleRequest(server, request) });
  switch (fate) {
    case 'pass':
      return handleRequest(server, request);
    case 'lost':
      return null;
    case 'answer_lost':
      handleRequest(server, request);
      return null;
    case 'late':
      later();
      return null;
    case 'twice':
      later();
      return handleRequest(server, request);
    case 'portal':
      return PORTAL;
    case 'gateway':
      handleRequest(server, request);
      return GATEWAY;
    case 'damaged':
      return handleRequest(server, damage(request));
    default: {
      const status = Number(fate);
      return { status, headers: { 'x-app': 'dmse', 'x-dataset-epoch': server.epoch }, body: { detail: `Refused with ${fate}.` } };
    }
  }
}
