import { useSyncExternalStore } from 'react';

/** Where the device says it is. */
export type Fix = {
  readonly longitude: number;
  readonly latitude: number;
  /** Metres above the ellipsoid, where the device knows. */
  readonly altitude: number | null;
  /** Metres, one number for the plane. */
  readonly accuracy: number;
  /** Degrees clockwise from north, while moving. */
  readonly heading: number | null;
  /** When the device took it, by its own clock. */
  readonly at: number;
};

export type PositionState = { readonly fix: Fix | null /** Why there is none, in a sentence. */; readonly problem: string | null };

const PROBLEMS: Readonly<Record<number, string>> = {
  1: 'This site may not read the position. Allow it in the browser’s settings for this page.',
  2: 'The device finds no position. Step into the open, or switch its location on.',
  3: 'The device has not found a position yet.',
};

let state: PositionState = { fix: null, problem: null };
let watch: number | null = null;
const listeners = new Set<() => void>();

function tell(next: PositionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function take({ coords, timestamp }: GeolocationPosition): void {
  const { longitude, latitude, altitude, accuracy, heading } = coords;
  const fix = { longitude, latitude, altitude, accuracy, heading: Number.isNaN(heading) ? null : heading, at: timestamp };
  tell({ fix, problem: null });
}

/** One watch for the whole page, running while anybody looks. A fix that is lost stays, and grows old in plain sight. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (watch === null) {
    if ('geolocation' in navigator) {
      const settings = { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 };
      const refuse = ({ code }: GeolocationPositionError) => tell({ ...state, problem: PROBLEMS[code] ?? PROBLEMS[2]! });
      watch = navigator.geolocation.watchPosition(take, refuse, settings);
    } else state = { fix: null, problem: 'This browser gives no position on this page.' };
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || watch === null) return;
    navigator.geolocation.clearWatch(watch);
    watch = null;
  };
}

const read = () => state;
const NOWHERE: PositionState = { fix: null, problem: null };
const readNothing = () => NOWHERE;
const ignore = () => () => {};

/** The position of this device, watched while it is wanted. */
export function useOwnPosition(isWanted = true): PositionState {
  return useSyncExternalStore(isWanted ? subscribe : ignore, isWanted ? read : readNothing);
}
