import { z } from 'zod';
import { createStore } from '../../../session/store.ts';
import { readStored, writeStored } from '../../../session/stored.ts';

/** What this device does with its photos: a matter of its crew, so it is kept on the device. */
const Kept = z.object({ keepsOriginal: z.boolean(), stamps: z.boolean() });
type PhotoHabits = z.infer<typeof Kept>;
const KEY = 'field-photos';

export const photoHabits = createStore<PhotoHabits>(readStored(KEY, Kept) ?? { keepsOriginal: false, stamps: true });

export function setPhotoHabits(change: Partial<PhotoHabits>): void {
  const next = { ...photoHabits.get(), ...change };
  photoHabits.set(next);
  writeStored(KEY, next);
}
