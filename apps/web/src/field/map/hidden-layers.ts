import { z } from 'zod';
import { createStore } from '../../session/store.ts';
import { readStored, writeStored } from '../../session/stored.ts';

/** Layers this device does not show. */
const KEY = 'field-hidden-layers';

export const hiddenLayers = createStore<readonly string[]>(readStored(KEY, z.array(z.string())) ?? []);

export function toggleLayer(id: string): void {
  const now = hiddenLayers.get();
  const next = now.includes(id) ? now.filter((one) => one !== id) : [...now, id];
  hiddenLayers.set(next);
  writeStored(KEY, next.slice(-500));
}
