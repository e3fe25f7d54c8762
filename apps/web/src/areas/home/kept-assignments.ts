import { MilestoneRow } from '@dmse/contract/work/milestone';
import { z } from 'zod';
import { readStored, writeStored } from '../../session/stored.ts';

const KEY = 'assignments';

const Kept = z.object({ person: z.int(), kept_on: z.string(), count: z.int(), results: z.array(MilestoneRow) });

export type KeptAssignments = { kept_on: string; count: number; results: MilestoneRow[] };

/** What the server last said is assigned to this person, kept on the device for Home without a network. Logging out removes it. */
export function readKeptAssignments(person: number): KeptAssignments | null {
  const kept = readStored(KEY, Kept);
  return kept?.person === person ? kept : null;
}

export function keepAssignments(person: number, assignments: KeptAssignments): void {
  writeStored(KEY, { person, ...assignments });
}
