import { readForm } from '@dmse/contract/common/read-query';
import { answerSchema, type Declaration, type Endpoint, isUnsafe, JSON_BYTES } from '@dmse/contract/endpoint';
import { can } from '@dmse/domain/access/grants';
import { cookieSeconds } from '@dmse/domain/access/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DocumentsBusy } from '../adapters/documents/documents.ts';
import type { App } from '../app.ts';
import { findSession } from '../areas/people/session/session.service.ts';
import { findEpoch } from '../db/epoch.ts';
import { readSessionToken, setCsrfCookie } from '../guard/cookies.ts';
import { fitsSession, makeCsrfToken, refuseForeignOrigin, refuseForgedToken } from '../guard/csrf.ts';
import { isUpload } from '../guard/slow-bodies.ts';
import { sendWaitingPage, wantsPage } from '../pages/waiting-page.ts';
import { hideAmounts } from './amounts.ts';
import { fitConflict } from './conflict-answer.ts';
import type { Actor, Context } from './context.ts';
import { isConnectionLoss, translateDatabaseError } from './database-complaint.ts';
import type { FileAnswer } from './file-answer.ts';
import { readJson } from './json-body.ts';
import { type Received, receiveBytes, receiveMultipart } from './multipart.ts';
import { doOnce, readOnce } from './once.ts';
import { sendJson } from './pack-answer.ts';
import { parseBody, parseHeaders, parseIfMatch, parseParams, parseQuery } from './parse.ts';
import { forbidden, late, NotedRefusal, Refusal, refuseUnconfirmed } from './refusal.ts';
import { sendFile } from './send-file.ts';
import type { Call, Route } from './serve.ts';

/** Gives every declared endpoint its one handler. A declaration without a handler, or the reverse, stops the start. */
export function mountRoutes(fastify: FastifyInstance, app: App, endpoints: ReadonlyMap<string, Endpoint>, routes: readonly Route[]): void {
  const served = new Map(routes.map((route) => [route.endpoint, route]));
  for (const [name, endpoint] of endpoints) {
    const route = served.get(endpoint);
    if (!route) throw new Error(`No handler serves ${name} (${endpoint.method} ${endpoint.path}).`);
    fastify.route({
      method: endpoint.method.toUpperCase() as 'GET',
      url: endpoint.path,
      // A file goes out as it is: it is compressed already, or would be mistaken for it.
      ...(endpoint.declaration.response === 'file' ? { compress: false as const } : {}),
      config: { takesBytes: endpoint.declaration.bytes !== undefined && !endpoint.declaration.multipart },
      bodyLimit: endpoint.declaration.json_bytes ?? JSON_BYTES,
      onRequest: (request, reply) => admit(app, endpoint, request, reply),
      handler: (request, reply) => handle(app, route, request, reply),
    });
  }
  if (served.size !== endpoints.size) throw new Error('A handler serves an endpoint that is not in the contract.');
}

type Admitted = { actor: Actor; time_zone: string | null };

declare module 'fastify' {
  interface FastifyRequest {
    /** Who may make this call, found out before a byte of its body is read. */
    admitted: Admitted | null;
  }
}

/** Who is asking? 401 for nobody, which is counted by address. */
export async function identify(app: App, request: FastifyRequest): Promise<Admitted & { token: string }> {
  const token = readSessionToken(request, app.cookies);
  const found = token ? await findSession(app, token, app.now()) : null;
  if (!token || !found) {
    app.spendAnonymous(request.ip);
    throw new Refusal('NOT_SIGNED_IN', 'Sign in to continue.');
  }
  const { time_zone, ...actor } = found;
  request.actorId = actor.id;
  return { actor, token, time_zone };
}

/** Everything that needs no body is judged before the body is read: whoever may not call costs no more than the headers. */
async function admit(app: App, { declaration, method }: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { actor, token, time_zone } = await identify(app, request);
  if (isUnsafe(method)) {
    refuseForeignOrigin(request, app.config.publicOrigin);
    refuseForgedToken(request, token);
  } else renewCsrfToken(app, request, reply, token, actor);
  if (!can(actor.groups, declaration.needs)) throw declaration.field && isUnsafe(method) ? late() : forbidden();
  if (declaration.confirm) refuseUnconfirmed(actor);
  const isFile = isUpload(request);
  app.spendCall(actor.id, { isHeavy: declaration.heavy === true, isUpload: isFile, isTile: declaration.tile === true });
  if (isUnsafe(method) && !declaration.reads) app.refuseWhenUnready(isFile);
  request.admitted = { actor, time_zone };
}

/** One wrapper owns an admitted request: parse, one transaction, answer parsed and stripped, sent after commit. */
async function handle(app: App, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { endpoint } = route;
  const { declaration, method } = endpoint;
  const { actor, time_zone } = request.admitted!;
  const params = parseParams(endpoint, request.params as Record<string, string>);
  const query = parseQuery(endpoint, request.query as Record<string, string>);
  const headers = parseHeaders(endpoint, request.headers);
  const if_match = parseIfMatch(request.headers['if-match']);
  const writes = (isUnsafe(method) && !declaration.reads) || declaration.notes === true;
  const received = await receive(app, endpoint, request);
  const { fields, uploads } = received;
  const body = parseBody(endpoint, fields);
  const once = writes ? readOnce(request, endpoint, received, actor.id) : null;
  const answer_headers: Record<string, string> = {};
  const context = { actor, time_zone, now: app.now(), adapters: app.adapters, request_id: request.id, if_match, answer_headers };
  const call = { ...context, params, query, headers, body, uploads } as Omit<Call<Declaration>, 'tx'>;
  const schema = answerSchema(endpoint);
  const strip = (given: unknown) => (schema ? hideAmounts(endpoint, actor.groups, schema.parse(given)) : given);
  const run = async (tx: Context['tx']) => {
    if (declaration.field) reply.header('X-Dataset-Epoch', await findEpoch(tx));
    return doOnce(tx, once, context.now, async () => {
      const given = await route.handle({ ...call, tx });
      return { answer: route.finish ? given : strip(given), headers: answer_headers };
    });
  };
  const answered = await (writes ? app.db.write(run) : app.db.read(run)).catch(async (error: unknown) => {
    if (error instanceof NotedRefusal) await app.db.write(error.note);
    throw fitConflict(endpoint, actor.groups, error);
  });
  const answer = route.finish ? strip(await route.finish(call, answered.answer)) : answered.answer;
  await send(reply.headers(answered.headers), request, endpoint, answer);
}

/** SYNC-C14: a browser that has lost its token, or holds one of an earlier session, gets one that fits with its next look. */
function renewCsrfToken(app: App, request: FastifyRequest, reply: FastifyReply, token: string, { session }: Actor): void {
  if (fitsSession(request.cookies.csrftoken ?? '', token, session.id)) return;
  setCsrfCookie(reply, app.cookies, makeCsrfToken(token), cookieSeconds(session.kind));
}

/** Files are stored before any transaction begins; what is left is what the body's schema judges. */
async function receive(app: App, { declaration }: Endpoint, request: FastifyRequest): Promise<Received> {
  const { bytes, multipart, files, json_bytes = JSON_BYTES } = declaration;
  const limit = Math.min(app.config.maxUploadBytes, bytes ?? Number.POSITIVE_INFINITY);
  if (multipart === true || (multipart === 'or_json' && request.isMultipart())) {
    const { fields, uploads } = await receiveMultipart(request, app.adapters.files, { file: limit, field: json_bytes, files });
    return { fields: declaration.body ? readForm(declaration.body, fields, readJson) : fields, uploads };
  }
  if (!multipart && request.isMultipart()) throw new Refusal('WRONG_TYPE', 'Send JSON.');
  if (multipart || bytes === undefined) return { fields: request.body, uploads: [] };
  return { fields: undefined, uploads: [await receiveBytes(request, app.adapters.files, limit)] };
}

async function send(reply: FastifyReply, request: FastifyRequest, endpoint: Endpoint, answer: unknown): Promise<void> {
  const { declaration } = endpoint;
  if (declaration.response === 'file') return sendFile(reply, request, answer as FileAnswer);
  if (answer === undefined) {
    await reply.code(declaration.status ?? 204).send();
    return;
  }
  const { version } = answer as { version?: unknown };
  if (typeof version === 'number') reply.header('ETag', `"${version}"`);
  await sendJson(reply.code(declaration.status ?? 200), request, answer);
}

/** What any failure becomes on the wire: a sentence, and the request's id for whoever reads the log. Never a stack, never SQL. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  else if (refusal.status === 401 || refusal.status === 403)
    request.log.warn({ reason: refusal.message, user: request.actorId }, 'refused');
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
  if (refusal.status === 503 && wantsPage(request)) return sendWaitingPage(reply.code(503), refusal.message);
  return reply.code(refusal.status).send({ ...refusal.body, request_id: request.id });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const translated = translateDatabaseError(error);
  if (translated) return translated;
  if (isConnectionLoss(error))
    return new Refusal('UNAVAILABLE', 'The database cannot be reached just now. Try again in a moment.', {}, { 'Retry-After': '2' });
  if (error instanceof DocumentsBusy) return new Refusal('UNAVAILABLE', error.message, {}, { 'Retry-After': '5' });
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('TOO_LARGE', 'This is larger than the server accepts.');
  if (statusCode === 415) return new Refusal('WRONG_TYPE', 'Send JSON.');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Refusal('INVALID', 'The request could not be read.');
  return new Refusal('FAILED', 'Something went wrong on the server. Nothing was saved.');
}
