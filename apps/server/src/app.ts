import { randomUUID } from 'node:crypto';
import { ALL } from '@dmse/contract/all';
import { JSON_BYTES } from '@dmse/contract/endpoint';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastifyFactory, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Adapters } from './adapters/adapters.ts';
import { differencesRoutes } from './areas/accounting/differences/differences.routes.ts';
import { accountingLinkRoutes } from './areas/accounting/link/link.routes.ts';
import { accountingProposalRoutes } from './areas/accounting/proposal/proposal.routes.ts';
import { accountingUploadRoutes } from './areas/accounting/upload/upload.routes.ts';
import { clientRoutes } from './areas/clients/client/client.routes.ts';
import { contactRoutes } from './areas/clients/contact/contact.routes.ts';
import { importRoutes } from './areas/clients/import/import.routes.ts';
import { accountingRoutes } from './areas/expenses/accounting/accounting.routes.ts';
import { expenseCategoryRoutes } from './areas/expenses/category/category.routes.ts';
import { expenseRoutes } from './areas/expenses/expense/expense.routes.ts';
import { disbursementRoutes } from './areas/expenses/item/item.routes.ts';
import { pettyCashRoutes } from './areas/expenses/petty-cash/petty-cash.routes.ts';
import { reimbursementRoutes } from './areas/expenses/reimbursement/reimbursement.routes.ts';
import { fileRoutes } from './areas/files/file/file.routes.ts';
import { historicalFileRoutes } from './areas/historicals/historical-file/historical-file.routes.ts';
import { scanRoutes } from './areas/historicals/scan/scan.routes.ts';
import { invoiceDocumentRoutes } from './areas/invoices/document/document.routes.ts';
import { invoiceRoutes } from './areas/invoices/invoice/invoice.routes.ts';
import { statementRoutes } from './areas/invoices/statement/statement.routes.ts';
import { taxRuleRoutes } from './areas/invoices/tax-rule/tax-rule.routes.ts';
import { jobRoutes } from './areas/jobs/job/job.routes.ts';
import { quoteRoutes } from './areas/jobs/quote/quote.routes.ts';
import { inboundMailRoutes } from './areas/memos/inbound-mail/inbound-mail.routes.ts';
import { memoRoutes } from './areas/memos/memo/memo.routes.ts';
import { paymentRoutes } from './areas/payments/payments.routes.ts';
import { factorRoutes } from './areas/people/factor/factor.routes.ts';
import { providerRoutes } from './areas/people/provider/provider.routes.ts';
import { userRoutes } from './areas/people/user/user.routes.ts';
import { baseMapRoutes } from './areas/places/base-map/base-map.routes.ts';
import { listTileHosts } from './areas/places/base-map/base-map.service.ts';
import { geocodeRoutes } from './areas/places/geocode/geocode.routes.ts';
import { locationRoutes } from './areas/places/location/location.routes.ts';
import { mapRoutes } from './areas/places/map/map.routes.ts';
import { reportRoutes } from './areas/reports/report/report.routes.ts';
import { searchRoutes } from './areas/search/search/search.routes.ts';
import { settingRoutes } from './areas/settings/setting/setting.routes.ts';
import { syncRoutes } from './areas/sites/capture/sync.routes.ts';
import { controlImportRoutes } from './areas/sites/control-point/control-import.routes.ts';
import { controlPointRoutes } from './areas/sites/control-point/control-point.routes.ts';
import { deviceRoutes } from './areas/sites/device/device.routes.ts';
import { fieldRunRoutes } from './areas/sites/field-run/field-run.routes.ts';
import { imageRoutes } from './areas/sites/image/image.routes.ts';
import { staticLayerRoutes } from './areas/sites/layer/static-layer.routes.ts';
import { pipeRoutes } from './areas/sites/pipe/pipe.routes.ts';
import { processingRoutes } from './areas/sites/processing/processing.routes.ts';
import { shotRoutes } from './areas/sites/shot/shot.routes.ts';
import { sitesSettingsRoutes } from './areas/sites/sites-settings/sites-settings.routes.ts';
import { uploadRoutes } from './areas/sites/upload/upload.routes.ts';
import { auditRoutes } from './areas/staff/audit/audit.routes.ts';
import { backupRoutes } from './areas/staff/backup/backup.routes.ts';
import { healthRoutes } from './areas/staff/health/health.routes.ts';
import { mailRoutes } from './areas/staff/mail/mail.routes.ts';
import { queueRoutes } from './areas/staff/queue/queue.routes.ts';
import { timeEntryRoutes } from './areas/time/entry/entry.routes.ts';
import { payrollRoutes } from './areas/time/payroll/payroll.routes.ts';
import { timerRoutes } from './areas/time/timer/timer.routes.ts';
import { weekRoutes } from './areas/time/week/week.routes.ts';
import { billableRoutes } from './areas/wip/billable/billable.routes.ts';
import { wipRoutes } from './areas/wip/item/wip.routes.ts';
import { budgetRoutes } from './areas/work/budget/budget.routes.ts';
import { milestoneRoutes } from './areas/work/milestone/milestone.routes.ts';
import { workListRoutes } from './areas/work/staff-list/staff-list.routes.ts';
import { taskRoutes } from './areas/work/task/task.routes.ts';
import { taskGroupRoutes } from './areas/work/task/task-group.routes.ts';
import { parseJsonBody } from './call/json-body.ts';
import { answerError, mountRoutes } from './call/mount.ts';
import { addBytesParser } from './call/multipart.ts';
import { answerClientError } from './call/raw-answer.ts';
import { notFound, Refusal } from './call/refusal.ts';
import type { Config, Mode } from './config.ts';
import type { Database } from './db/database.ts';
import { createBudget } from './guard/budget.ts';
import { type CookieNames, cookieNames } from './guard/cookies.ts';
import { addSecurityHeaders, rememberHosts, securityHeaders } from './guard/headers.ts';
import { addSessionEnd, serverOptions } from './guard/http2.ts';
import { addSlowBodyWatch, BODY_LIMITS, type BodyLimits } from './guard/slow-bodies.ts';
import { addAccountingNotices } from './pages/accounting-notices.ts';
import { addAuthPages } from './pages/auth-pages.ts';
import { addDocsPages } from './pages/docs-pages.ts';
import { addHealth, type Readiness } from './pages/health.ts';
import { addMapChanges } from './pages/map-changes.ts';
import { addMetrics } from './pages/metrics.ts';
import { addProviderPages } from './pages/provider-pages.ts';
import { addStaticFiles, isAppPage, sendAppPage } from './pages/static-files.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asked, for the log. */
    actorId: number | null;
  }
}

/** What the server is made of. Built once; handlers see only what the wrapper gives them. */
export type App = {
  db: Database;
  adapters: Adapters;
  config: Config;
  mode: Mode;
  cookies: CookieNames;
  readiness: Readiness;
  now: () => string;
  /** Milliseconds that never go back, for what is counted in memory. */
  elapsed: () => number;
  refuseWhenUnready: (isUpload: boolean) => void;
  /** Refuses whoever calls faster than any person does. */
  spendCall: (user: number, call: { isHeavy: boolean; isUpload: boolean; isTile: boolean }) => void;
  /** The same for an address from which nobody is known by name. */
  spendAnonymous: (address: string) => void;
};

export type AppParts = {
  db: Database;
  adapters: Adapters;
  config: Config;
  mode: Mode;
  readiness: Readiness;
  now?: () => string;
  elapsed?: () => number;
  /** How many calls, heavy ones too, one person may make at once; tests that make many in a row ask for more. */
  burst?: number;
  /** How long a body may take to arrive; tests have less time. */
  bodyLimits?: BodyLimits;
};

export const routes = [
  ...historicalFileRoutes,
  ...searchRoutes,
  ...scanRoutes,
  ...userRoutes,
  ...factorRoutes,
  ...providerRoutes,
  ...clientRoutes,
  ...contactRoutes,
  ...importRoutes,
  ...settingRoutes,
  ...fileRoutes,
  ...mailRoutes,
  ...backupRoutes,
  ...healthRoutes,
  ...queueRoutes,
  ...auditRoutes,
  ...sitesSettingsRoutes,
  ...controlPointRoutes,
  ...controlImportRoutes,
  ...fieldRunRoutes,
  ...processingRoutes,
  ...shotRoutes,
  ...imageRoutes,
  ...pipeRoutes,
  ...staticLayerRoutes,
  ...uploadRoutes,
  ...syncRoutes,
  ...deviceRoutes,
  ...jobRoutes,
  ...quoteRoutes,
  ...locationRoutes,
  ...geocodeRoutes,
  ...mapRoutes,
  ...baseMapRoutes,
  ...taskGroupRoutes,
  ...taskRoutes,
  ...milestoneRoutes,
  ...memoRoutes,
  ...inboundMailRoutes,
  ...budgetRoutes,
  ...workListRoutes,
  ...taxRuleRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...invoiceDocumentRoutes,
  ...statementRoutes,
  ...timeEntryRoutes,
  ...weekRoutes,
  ...payrollRoutes,
  ...timerRoutes,
  ...billableRoutes,
  ...wipRoutes,
  ...accountingRoutes,
  ...accountingLinkRoutes,
  ...accountingUploadRoutes,
  ...accountingProposalRoutes,
  ...differencesRoutes,
  ...expenseCategoryRoutes,
  ...expenseRoutes,
  ...disbursementRoutes,
  ...reimbursementRoutes,
  ...pettyCashRoutes,
  ...reportRoutes,
];

function loggerFor(options: AppParts['config'], stream: NodeJS.WritableStream | null): FastifyServerOptions['logger'] {
  if (!stream) return false;
  return {
    level: 'info',
    stream,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    base: { service: 'dmse', port: options.port },
    // No header is ever logged: a request is these three words.
    serializers: {
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        path: request.url.split('?')[0],
        address: request.ip,
      }),
      err: (error: Error & { code?: string }) => ({ type: error.name, message: error.message, code: error.code, stack: error.stack ?? '' }),
    },
  };
}

export async function buildApp(parts: AppParts, log: NodeJS.WritableStream | null = null): Promise<FastifyInstance> {
  const { config, readiness } = parts;
  const isHttps = config.tls !== null || (config.publicOrigin?.startsWith('https:') ?? false);
  const elapsed = parts.elapsed ?? (() => performance.now());
  const spendAny = createBudget(60, parts.burst ?? 300, elapsed);
  const spendHeavy = createBudget(1, parts.burst ?? 20, elapsed);
  // A tablet that brings a day's photos over a good line sends a few each second.
  const spendUpload = createBudget(10, 200, elapsed);
  // A map with all its layers asks for a hundred at each step in or out.
  const spendTile = createBudget(150, 2000, elapsed);
  const app: App = {
    ...parts,
    now: parts.now ?? (() => new Date().toISOString()),
    elapsed,
    cookies: cookieNames(isHttps),
    spendCall(user, { isHeavy, isUpload, isTile }) {
      if (isTile) spendTile(String(user));
      else spendAny(String(user));
      if (isHeavy) spendHeavy(String(user));
      if (isUpload) spendUpload(String(user));
    },
    // Far above what the tablets of a whole office do whose sessions have ended.
    spendAnonymous: createBudget(20, 400, elapsed),
    refuseWhenUnready(isUpload) {
      const why = readiness.whyNotWrite(isUpload);
      if (why) throw new Refusal(isUpload ? 'NO_SPACE' : 'UNAVAILABLE', why);
    },
  };
  const fastify = fastifyFactory({
    logger: loggerFor(config, log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: JSON_BYTES,
    requestTimeout: BODY_LIMITS.upload,
    // Requests in flight are finished on stop; what arrives after that is told to come back, in our own words.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // The specification's list of jobs calls can be read two ways; both answer.
    rewriteUrl: (request) => (request.url ?? '/').replace(/^\/api\/jobs\/jobs(?=\/|\?|$)/, '/api/jobs'),
    frameworkErrors: (error, request, reply) => answerBadAddress(error, request, reply.headers(securityHeaders(isHttps))),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, isHttps),
    ...serverOptions(config.tls),
  } as FastifyServerOptions) as FastifyInstance;

  fastify.decorateRequest('actorId', null);
  fastify.decorateRequest('admitted', null);
  fastify.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  addSecurityHeaders(
    fastify,
    isHttps,
    rememberHosts(() => parts.db.read((tx) => listTileHosts({ tx })), elapsed),
  );
  await fastify.register(cookie);
  await fastify.register(multipart);
  addSessionEnd(fastify);
  addSlowBodyWatch(fastify, isHttps, parts.bodyLimits);
  await fastify.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  fastify.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime), user: request.actorId }, 'request');
    done();
  });
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, parseJsonBody);
  addBytesParser(fastify);

  addHealth(fastify, app);
  addMetrics(fastify, app);
  addAccountingNotices(fastify, app);
  addMapChanges(fastify, app);
  mountRoutes(fastify, app, ALL, routes);
  addProviderPages(fastify, app, addAuthPages(fastify, app));
  addDocsPages(fastify, app);
  await addStaticFiles(fastify);
  // What is sent to an address that is not there is not read.
  fastify.addHook('onRequest', async (request) => {
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
  });
  fastify.setNotFoundHandler((request, reply) =>
    isAppPage(request) ? sendAppPage(request, reply) : answerError(notFound(), request, reply),
  );
  return fastify;
}

/** Found wrong before any route, so that no hook of ours sees it. */
function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? notFound()
      : new Refusal('INVALID', 'This address cannot be read: it is not spelled as addresses are.');
  request.log.info({ req: request, status: refusal.status }, 'request');
  answerError(refusal, request, reply);
}
