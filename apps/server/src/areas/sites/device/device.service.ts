import type { Device, DeviceReport } from '@dmse/contract/sites/device';
import type { PushHeaders } from '@dmse/contract/sites/field-item';
import type { Context } from '../../../call/context.ts';
import type { PageInput } from '../../../db/paging.ts';
import * as devices from './device.queries.ts';

/** Takes down what a tablet still holds, and how far its clock is out: the office learns of it before the tablet is lost (SYNC-A12, E5). */
export async function reportDevice(
  { tx, actor, now }: Context,
  id: string,
  headers: PushHeaders,
  report: DeviceReport,
): Promise<{ received_at: string }> {
  const theirs = Date.parse(headers['x-device-time'] ?? report.at);
  const clock_offset = Number.isNaN(theirs) ? null : (theirs - Date.parse(now)) / 1000;
  await devices.save(tx, { id, user_id: actor.id, report, clock_offset, now });
  return { received_at: now };
}

/** How many tablets hold what the server has not, and how long the longest silent of them has not been heard. */
export async function sumUp({ tx, now }: Pick<Context, 'tx' | 'now'>): Promise<{ behind: number; lag_seconds: number }> {
  const { behind, silent_since } = await devices.sumUp(tx);
  return { behind, lag_seconds: silent_since === null ? 0 : (Date.parse(now) - Date.parse(silent_since)) / 1000 };
}

export async function listDevices({ tx }: Context, filter: PageInput & { pending_only?: boolean | undefined }) {
  const { count, results } = await devices.list(tx, filter);
  return { count, results: results as Device[] };
}
