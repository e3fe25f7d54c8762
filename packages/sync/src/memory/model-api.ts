import type { NewQuarantined } from '@dmse/contract/sites/sync';
import { PATHS } from '../rules/request.ts';
import type { Fields, Json, Kind, WireAnswer, WireRequest } from '../wire.ts';
import { featureOf, isDeleted, knownVersion } from './model-rows.ts';
import { answerOf, createRow, isRefused, type ModelServer, type Refused, readWrite, updateRow } from './model-server.ts';
import { handleUpload, storeFile } from './model-uploads.ts';

const KIND_OF = Object.fromEntries(Object.entries(PATHS).map(([kind, path]) => [path, kind as Kind]));
const BLOCK = 1000;

/** The sites API as the engine sees it: one request, one atomic effect, one answer. */
export function handleRequest(server: ModelServer, request: WireRequest): WireAnswer {
  const [path = '', query = ''] = request.path.split('?');
  const device = request.headers['x-device'] ?? '';
  const fail = ({ status, body }: Refused) => answerOf(server, status, body);
  if (path === '/api/users/self/') {
    server.stale_csrf.clear();
    return answerOf(server, 200, {});
  }
  if (server.signed_out.has(device)) return answerOf(server, 401, { detail: 'Please sign in.' });
  const isWrite = request.method === 'POST' || request.method === 'PATCH';
  if (isWrite && server.stale_csrf.has(device)) return answerOf(server, 403, { code: 'CSRF', detail: 'The token is stale.' });
  if (path.startsWith('/api/sites/device/')) return answerOf(server, 200, {});
  if (path.startsWith('/api/sites/upload/')) return handleUpload(server, request, path.split('/')[4] ?? '');
  if (path === '/api/sites/field-quarantine/') return holdInQuarantine(server, request);
  const [, , , noun = '', id = '', verb = ''] = path.split('/');
  const kind = KIND_OF[`/api/sites/${noun}/`];
  if (kind === undefined) return answerOf(server, 404, { detail: 'No such path.' });
  if (verb === 'manifest') return answerManifest(server, id, readQuery(query).get('epoch') ?? null);
  if (request.method === 'GET') return id === '' ? answerList(server, kind, readQuery(query)) : answerOne(server, kind, id, device);
  const write = readWrite(request);
  const done = server.quirks.forgets_ops ? undefined : server.data.ops.get(write.op);
  if (done !== undefined) return answerOf(server, done.status, done.body);
  if (server.without_role.has(device))
    return fail({ status: 403, body: { code: 'LATE', detail: 'You no longer have the role for this.' } });
  const result = id === '' ? applyCreate(server, kind, request) : applyUpdate(server, kind, id, request);
  if (isRefused(result)) return fail(result);
  server.data.ops.set(write.op, { status: result.code, body: result.body });
  const key = `${write.device} ${String(id || request.body?.id)}`;
  server.data.revs.set(key, Math.max(write.rev, server.data.revs.get(key) ?? 0));
  return answerOf(server, result.code, result.body);
}

/** Plain and quick: a campaign asks half a million times. */
function readQuery(query: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  if (query === '') return words;
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    words.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)));
  }
  return words;
}

type Done = { readonly code: number; readonly body: unknown };

function applyCreate(server: ModelServer, kind: Kind, request: WireRequest): Done | Refused {
  const body = request.body ?? {};
  if (body.note === 'poison') return { status: 400, body: { detail: 'The note is not acceptable.' } };
  const file = kind === 'image' ? storeFile(server, request) : null;
  if (isRefused(file)) return file;
  const row = createRow(server, kind, body, file, readWrite(request));
  return isRefused(row) ? row : done(201, featureOf(row));
}

function applyUpdate(server: ModelServer, kind: Kind, id: string, request: WireRequest): Done | Refused {
  const row = server.data.rows.get(id);
  if (row === undefined || row.kind !== kind) return { status: 404, body: { detail: 'There is no such record.' } };
  const { field_base, cleared: _, upload, ...fields } = request.body ?? {};
  if (fields.note === 'poison') return { status: 400, body: { detail: 'The note is not acceptable.' } };
  const write = readWrite(request);
  const isStraggler = write.rev < (server.data.revs.get(`${write.device} ${id}`) ?? 0);
  if (isStraggler && !server.quirks.accepts_stragglers) return done(200, featureOf(row));
  const file = request.file !== undefined || upload !== undefined ? storeFile(server, request) : null;
  if (isRefused(file)) return file;
  if (server.quirks.ignores_deletion) Reflect.deleteProperty(fields, 'is_deleted');
  const base = Number((request.headers['if-match'] ?? '').replaceAll('"', '')) || 0;
  const bases = (field_base ?? {}) as Readonly<Record<string, number>>;
  const next = updateRow(server, row, { fields, base, field_base: bases, sha256: file }, write);
  return isRefused(next) ? next : done(200, featureOf(next));
}

function done(code: number, body: unknown): Done {
  return { code, body };
}

function answerOne(server: ModelServer, kind: Kind, id: string, device: string): WireAnswer {
  const row = server.data.rows.get(id);
  if (row === undefined || row.kind !== kind) return answerOf(server, 404, { detail: 'There is no such record.' });
  if (kind !== 'run') return answerOf(server, 200, featureOf(row));
  const key = `${id} ${device}`;
  const { starts } = server.data;
  if (!starts.has(key)) starts.set(key, 5000 + BLOCK * [...starts.keys()].filter((known) => known.startsWith(id)).length);
  const seq = server.data.seqs.get(id) ?? 0;
  return answerOf(server, 200, { ...featureOf(row), ...countRows(server, id), seq, start_number: starts.get(key) });
}

/** What the record of a run says it holds. */
function countRows(server: ModelServer, run: string): Fields {
  const count = { run: 0, point: 0, pipe: 0, image: 0 };
  for (const row of server.data.rows.values()) if (row.field_run === run && !isDeleted(row)) count[row.kind] += 1;
  return { shot_count: count.point, pipe_count: count.pipe, image_count: count.image, layer_count: 0 };
}

/** Keyset by the run's sequence; a cursor of another epoch starts again. */
function answerList(server: ModelServer, kind: Kind, query: ReadonlyMap<string, string>): WireAnswer {
  const run = query.get('field_run') ?? query.get('fieldrun_shot__field_run') ?? '';
  const [epoch, seq] = (query.get('cursor') ?? '').split('.');
  const after = epoch === server.epoch ? Number(seq) : 0;
  // `updated_on_after` of the specification, for whoever still trusts clocks
  const since = epoch === 'clock' ? Number(seq) : null;
  const rows = [...server.data.rows.values()]
    .filter((row) => row.kind === kind && row.field_run === run && (since === null ? row.seq > after : Date.parse(row.updated_on) >= since))
    .sort((a, b) => a.seq - b.seq);
  const page = rows.slice(0, Number(query.get('page_size') ?? 25));
  const last = page.length < rows.length ? page.at(-1)?.seq : server.data.seqs.get(run);
  return answerOf(server, 200, { count: rows.length, results: page.map(featureOf), cursor: `${server.epoch}.${last ?? 0}` });
}

/** S9. */
function answerManifest(server: ModelServer, run: string, epoch: string | null): WireAnswer {
  if (server.data.rows.get(run)?.kind !== 'run') return answerOf(server, 404, { detail: 'There is no such field run.' });
  const rows: Json[] = [];
  for (const row of server.data.rows.values()) {
    if (row.field_run !== run) continue;
    const known_version = epoch === null ? row.version : knownVersion(row, server.epochs, epoch);
    rows.push({ id: row.id, kind: row.kind, version: row.version, is_deleted: isDeleted(row), sha256: row.sha256, known_version });
  }
  return answerOf(server, 200, { seq: server.data.seqs.get(run) ?? 0, rows });
}

function holdInQuarantine(server: ModelServer, request: WireRequest): WireAnswer {
  const body = request.body as NewQuarantined;
  const file = request.file !== undefined || body.upload !== undefined ? storeFile(server, request) : null;
  if (isRefused(file)) return answerOf(server, file.status, file.body);
  const key = request.headers['x-op-id'] ?? '';
  server.data.quarantine.set(server.quirks.forgets_ops ? `${key} ${server.data.quarantine.size}` : key, body);
  return answerOf(server, 201, {} satisfies Fields);
}
