import { addressOf } from '@dmse/contract/endpoint';
import { getSelf as readSelf } from '@dmse/contract/people/user';
import { type DeviceReport, reportDevice } from '@dmse/contract/sites/device';
import type { PushHeaders } from '@dmse/contract/sites/field-item';
import { listFieldRuns } from '@dmse/contract/sites/field-run';
import { listImages } from '@dmse/contract/sites/image';
import { listPipes } from '@dmse/contract/sites/pipe';
import { listShots } from '@dmse/contract/sites/shot';
import { beginUpload, type NewQuarantined, quarantineItem, getManifest as readManifest } from '@dmse/contract/sites/sync';
import type { ChildKind, Item, LightItem, Sent } from '../item.ts';
import type { Fields, Kind, WireFile, WireRequest } from '../wire.ts';
import { createBody, updateBody } from './patch.ts';

export type Limits = {
  /** largest file that travels as one form */
  readonly form_bytes: number;
  readonly chunk_bytes: number;
  readonly json_timeout_ms: number;
  readonly stall_ms: number;
  readonly page_size: number;
};

export type Sender = { readonly device: string; readonly user: number | null; readonly now: string };

export const PATHS: Readonly<Record<Kind, string>> = {
  run: listFieldRuns.path,
  point: listShots.path,
  pipe: listPipes.path,
  image: listImages.path,
};

export type Push = { readonly method: 'create' | 'update'; readonly request: WireRequest; readonly upload: string | null };

/** An update carries bytes only to repair a row that lacks them. */
export function needsFile(item: LightItem): boolean {
  return item.kind === 'image' && item._sha256 !== null && (item.new === 1 || item._resend_file === 1);
}

/** `upload`: the bytes go first, in pieces, under this id; the request then names it. */
export function buildPush(item: Item, sent: Sent, sender: Sender, limits: Limits): Push {
  const method = item.new === 1 ? 'create' : 'update';
  const body: Record<string, Fields[string]> = {
    ...(method === 'create' ? createBody(item, sent.patch) : updateBody(item, sent.patch)),
  };
  const headers: Record<string, string> = { ...senderHeaders(sender, item._owner), 'x-op-id': sent.op };
  if (method === 'update') headers['if-match'] = `"${item._base}"`;
  const path = method === 'create' ? PATHS[item.kind] : `${PATHS[item.kind]}${item.id}/`;
  const verb = method === 'create' ? 'POST' : 'PATCH';
  if (!needsFile(item) || item.file === null || item._sha256 === null) {
    return { method, upload: null, request: { method: verb, path, headers, body, timeout_ms: limits.json_timeout_ms } };
  }
  headers['x-sha256'] = item._sha256;
  if (item._in_pieces === 1 || item.file.length > limits.form_bytes) {
    const upload = uploadId(item);
    body.upload = upload;
    return { method, upload, request: { method: verb, path, headers, body, timeout_ms: limits.json_timeout_ms } };
  }
  return { method, upload: null, request: { method: verb, path, headers, body, file: fileOf(item), stall_ms: limits.stall_ms } };
}

export function fileOf(item: Item): WireFile {
  const name = typeof item.fields.name === 'string' && item.fields.name !== '' ? item.fields.name : item.id;
  return { name, mime: item._mime ?? 'application/octet-stream', bytes: item.file ?? new Uint8Array(), sha256: item._sha256 ?? '' };
}

export function uploadId(item: LightItem): string {
  return `${item.id}-${item._sha256}`;
}

function senderHeaders(sender: Sender, owner: number | null): Record<string, string> {
  const headers: Record<string, string> = { 'x-device': sender.device, 'x-device-time': sender.now } satisfies PushHeaders;
  if (owner !== null && owner !== sender.user) headers['x-captured-by'] = String(owner);
  return headers;
}

export function getItem(kind: Kind, id: string, sender: Sender, limits: Limits): WireRequest {
  return { method: 'GET', path: `${PATHS[kind]}${id}/`, headers: senderHeaders(sender, null), timeout_ms: limits.json_timeout_ms };
}

export function listPage(kind: ChildKind, run: string, cursor: string | null, sender: Sender, limits: Limits): WireRequest {
  const filter = kind === 'image' ? 'fieldrun_shot__field_run' : 'field_run';
  const path = `${PATHS[kind]}?${filter}=${run}&cursor=${encodeURIComponent(cursor ?? '')}&page_size=${limits.page_size}`;
  return { method: 'GET', path, headers: senderHeaders(sender, null), timeout_ms: limits.json_timeout_ms };
}

export function getManifest(run: string, epoch: string | null, sender: Sender, limits: Limits): WireRequest {
  const path = addressOf(readManifest, { id: run, epoch: epoch ?? undefined });
  return { method: 'GET', path, headers: senderHeaders(sender, null), timeout_ms: limits.json_timeout_ms };
}

export function getSelf(limits: Limits): WireRequest {
  return { method: 'GET', path: readSelf.path, headers: {}, timeout_ms: limits.json_timeout_ms };
}

export function postReport(report: DeviceReport, sender: Sender, limits: Limits): WireRequest {
  const path = addressOf(reportDevice, { uuid: sender.device });
  const body = report;
  return { method: 'POST', path, headers: senderHeaders(sender, null), body, timeout_ms: limits.json_timeout_ms };
}

/** The office gets a copy of what its API refuses (C3, C15). Same operation id: releasing it and sending it later is one write. */
export function postQuarantine(item: Item, sent: Sent, reason: string, sender: Sender, limits: Limits, upload: string | null): WireRequest {
  const body: NewQuarantined = {
    op: sent.op,
    kind: item.kind,
    item: item.id,
    field_run: item.field_run,
    device: sender.device,
    rev: sent.rev,
    base: item._base,
    content: { ...item._shadow, ...sent.patch },
    reason,
    ...(upload === null ? {} : { upload }),
  };
  const headers: Record<string, string> = { ...senderHeaders(sender, item._owner), 'x-op-id': `${sent.op}:quarantine` };
  const request = { method: 'POST', path: quarantineItem.path, headers, body: body as Fields } as const;
  if (item.file === null || item._sha256 === null) return { ...request, timeout_ms: limits.json_timeout_ms };
  headers['x-sha256'] = item._sha256;
  return upload === null
    ? { ...request, file: fileOf(item), stall_ms: limits.stall_ms }
    : { ...request, timeout_ms: limits.json_timeout_ms };
}

export function uploadPath(upload: string): string {
  return addressOf(beginUpload, { id: upload });
}
