import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { sumUp as sumUpDevices } from '../areas/sites/device/device.service.ts';
import { listQueues } from '../areas/staff/queue/queue.service.ts';
import { notFound } from '../call/refusal.ts';
import { isLoopback } from '../start/listen.ts';

/** Seconds; the slowest calls are files and reports. */
const BUCKETS = [0.01, 0.05, 0.1, 0.3, 1, 3, 10];

type Labels = Record<string, string | number>;
type Timed = { labels: Labels; count: number; seconds: number; within: number[] };

const inQuotes = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function line(name: string, labels: Labels, value: number): string {
  const named = Object.entries(labels).map(([label, text]) => `${label}="${inQuotes(String(text))}"`);
  return `${name}${named.length > 0 ? `{${named.join(',')}}` : ''} ${value}`;
}

/** How often each endpoint was called and how long that took, since this process began. Paths are those of the routes, so they hold no record's id. */
function countRequests(fastify: FastifyInstance) {
  const timed = new Map<string, Timed>();
  fastify.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, path: request.routeOptions.url ?? 'unknown', status: reply.statusCode };
    const key = Object.values(labels).join(' ');
    const entry = timed.get(key) ?? { labels, count: 0, seconds: 0, within: BUCKETS.map(() => 0) };
    timed.set(key, entry);
    const seconds = reply.elapsedTime / 1000;
    entry.count += 1;
    entry.seconds += seconds;
    for (const [at, limit] of BUCKETS.entries()) if (seconds <= limit) entry.within[at]! += 1;
  });
  return () =>
    [...timed.values()].flatMap(({ labels, count, seconds, within }) => [
      ...within.map((many, at) => line('dmse_request_seconds_bucket', { ...labels, le: BUCKETS[at]! }, many)),
      line('dmse_request_seconds_bucket', { ...labels, le: '+Inf' }, count),
      line('dmse_request_seconds_sum', labels, seconds),
      line('dmse_request_seconds_count', labels, count),
    ]);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** From this machine, unless a proxy stands in front, through which everybody would seem to be here; else with the token. */
function mayRead({ config }: App, request: FastifyRequest): boolean {
  const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (config.metricsToken && sent) return timingSafeEqual(digest(sent), digest(config.metricsToken));
  const isForwarded = Object.keys(request.headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
  return !isForwarded && config.publicOrigin === null && isLoopback(request.socket.remoteAddress ?? '');
}

/** `/metrics` in the text form of Prometheus. Whoever may not read it is told that there is nothing. */
export function addMetrics(fastify: FastifyInstance, app: App): void {
  const requests = countRequests(fastify);
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  fastify.addHook('onClose', async () => void delay.disable());
  fastify.get('/metrics', async (request, reply) => {
    if (!mayRead(app, request)) throw notFound();
    const [queues, devices] = await app.db.read(
      async (tx) => [await listQueues({ tx }), await sumUpDevices({ tx, now: app.now() })] as const,
    );
    const { free, total } = await app.adapters.files.space();
    const { open, idle, waiting } = app.db.load();
    const gauges: [string, string, [Labels, number][]][] = [
      [
        'dmse_queue_jobs',
        'Jobs in the background queues',
        queues.results.flatMap(({ name: queue, waiting: w, active, failed }) => [
          [{ queue, state: 'waiting' }, w],
          [{ queue, state: 'active' }, active],
          [{ queue, state: 'failed' }, failed],
        ]),
      ],
      ['dmse_field_devices_behind', 'Tablets that hold what the server has not', [[{}, devices.behind]]],
      ['dmse_field_lag_seconds', 'How long ago the longest silent of these was heard', [[{}, devices.lag_seconds]]],
      [
        'dmse_pool_connections',
        'Connections to PostgreSQL',
        [
          [{ state: 'open' }, open],
          [{ state: 'idle' }, idle],
        ],
      ],
      ['dmse_pool_waiting', 'Calls waiting for a connection', [[{}, waiting]]],
      [
        'dmse_event_loop_delay_seconds',
        'Delay of the event loop since the last look',
        [
          [{ quantile: 0.5 }, delay.percentile(50) / 1e9],
          [{ quantile: 0.99 }, delay.percentile(99) / 1e9],
        ],
      ],
      [
        'dmse_disk_bytes',
        'The disk of the file store',
        [
          [{ state: 'free' }, free],
          [{ state: 'total' }, total],
        ],
      ],
      ['dmse_memory_bytes', 'Memory of this process', [[{}, process.memoryUsage.rss()]]],
      ['dmse_up_seconds', 'Since this process began', [[{}, process.uptime()]]],
    ];
    delay.reset();
    const lines = gauges.flatMap(([name, help, values]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...values.map(([labels, value]) => line(name, labels, value)),
    ]);
    const all = [...lines, '# HELP dmse_request_seconds Calls by endpoint', '# TYPE dmse_request_seconds histogram', ...requests()];
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${all.join('\n')}\n`);
  });
}
