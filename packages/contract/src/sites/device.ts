import { z } from 'zod';
import { Instant, PersonRef, Uuid } from '../common/fields.ts';
import { endpoint, MEDIUM_JSON_BYTES } from '../endpoint.ts';
import { PushHeaders } from './field-item.ts';

const Count = z.int().min(0);

/** What a tablet still holds: the office then knows before it is lost with the tablet. */
export const DeviceReport = z.strictObject({
  at: z.string().max(60),
  waiting: Count,
  failed: Count,
  conflicts: Count,
  rescue: Count,
  oldest_unsynced: z.string().max(60).nullable(),
  runs: z.array(z.strictObject({ field_run: z.string().max(60), waiting: Count, failed: Count, conflicts: Count })).max(500),
});
export type DeviceReport = z.infer<typeof DeviceReport>;

export const Device = z.object({
  id: Uuid,
  user: PersonRef.nullable(),
  last_seen_on: Instant,
  report: DeviceReport.nullable(),
  reported_on: Instant.nullable(),
  /** How far its clock stood from ours when it last reported, seconds. */
  clock_offset: z.number().nullable(),
});
export type Device = z.infer<typeof Device>;

export const reportDevice = endpoint({
  post: '/api/sites/device/:uuid/report/',
  params: { uuid: Uuid },
  headers: PushHeaders,
  body: DeviceReport,
  response: z.object({ received_at: Instant }),
  needs: 'devices.report',
  field: true,
  json_bytes: MEDIUM_JSON_BYTES,
  summary: 'What a tablet still holds',
});
export const listDevices = endpoint({
  get: '/api/sites/device/',
  query: z.strictObject({
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
    /** Only those that hold something. */
    pending_only: z.boolean().optional(),
  }),
  page: Device,
  needs: 'devices.read',
  summary: 'The tablets and what they hold, those with the oldest unsynced data first',
});
