import { createHmac, timingSafeEqual } from 'node:crypto';
import { changedDocuments } from '@dmse/domain/accounting-link/webhook';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { takeNotice } from '../areas/accounting/proposal/notice.service.ts';

const MOST_BYTES = 1024 * 1024;

/** The accounting system says that something has changed. Only with the right signature; then it is fetched by the queue, not here. */
export function addAccountingNotices(fastify: FastifyInstance, app: App): void {
  const key = app.config.accounting?.webhookKey;
  if (!key) return;
  fastify.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) => done(null, body));
    // Counted, and sent away without a signature, before a byte of the body is read.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      app.spendAnonymous(request.ip);
      if (!request.headers['x-xero-signature']) return reply.code(401).send();
    };
    inner.post('/api/xero/webhook/', { onRequest }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const given = Buffer.from(String(request.headers['x-xero-signature'] ?? ''));
      const right = Buffer.from(createHmac('sha256', key).update(body).digest('base64'));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return reply.code(401).send();
      await takeNotice(app, (tenant) => changedDocuments(parse(body), tenant));
      return reply.code(200).send();
    });
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
