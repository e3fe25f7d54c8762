import { z } from 'zod';
import { readStored, writeStored } from '../../session/stored.ts';

/** Runs whose crew has said "Later": they are not asked again, and the run stays amber until it is done. */
const KEY = 'field-risk-later';
const Kept = z.array(z.string());
const MOST = 20;

export function isRiskPostponed(run: string): boolean {
  return readStored(KEY, Kept)?.includes(run) ?? false;
}

export function postponeRisk(run: string): void {
  writeStored(KEY, [run, ...(readStored(KEY, Kept) ?? []).filter((one) => one !== run)].slice(0, MOST));
}
