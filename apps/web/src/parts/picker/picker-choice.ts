import { z } from 'zod';
import { readStored, writeStored } from '../../session/stored.ts';

export const PickerChoice = z.object({ id: z.union([z.number(), z.string()]), label: z.string(), subtitle: z.string().optional() });
/** A record as a picker shows it. */
export type PickerChoice = z.infer<typeof PickerChoice>;

/** How many of the last choices are offered before anything is typed. */
export const RECENT_CHOICES = 5;

function keyOf(name: string): string {
  return `picked.${name}`;
}

/** The choices last made in pickers of this name on this device, newest first. */
export function readRecentChoices(name: string): PickerChoice[] {
  return readStored(keyOf(name), z.array(PickerChoice)) ?? [];
}

export function rememberRecentChoice(name: string, { id, label, subtitle }: PickerChoice): void {
  const others = readRecentChoices(name).filter((other) => other.id !== id);
  writeStored(keyOf(name), [{ id, label, ...(subtitle ? { subtitle } : {}) }, ...others].slice(0, RECENT_CHOICES));
}
