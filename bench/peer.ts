// The same lists and records from the same tables: the product beside Django REST Framework under gunicorn, one process each, over
// loopback. Compared are requests a second and processor time of the server process per request; the database works for both alike.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { can } from '@dmse/domain/access/grants';
import { expandRoles, isRole } from '@dmse/domain/access/roles';
import pg from 'pg';
import { makeCsrfToken } from '../apps/server/src/guard/csrf.ts';
import { percentile, startProduct } from './shared/product.ts';
import { findSocket } from './shared/same-sql.ts';

const WANTED = 4;
const CONCURRENCY = 8;
const REQUESTS = 1200;
/** Both have answered for a while, as servers have. */
const WARM_UP = 1000;
const PEER_PORT = 8199;
const PACKAGES = 'python3-django python3-djangorestframework python3-psycopg2 gunicorn';
const FOLDER = fileURLToPath(new URL('./shared/peer', import.meta.url));

const CASES = [
  ['clients, first page', '/api/clients/client/?page_size=25'],
  ['contacts, first page', '/api/clients/contact/?page_size=25'],
  ['jobs in progress, first page', '/api/jobs/?page_size=25&state=IN+PROGRESS'],
  ['a client with its contacts', '/api/clients/client/2/'],
  ['a client', '/api/clients/client/20/'],
] as const;

/** Several people, as each may ask for sixty a second; sessions as signing in leaves them. */
async function openSessions(socket: string): Promise<string[]> {
  const client = new pg.Client({ host: socket, user: 'dmse_app', database: 'dmse' });
  await client.connect();
  const { rows } = await client.query<{ id: number; granted: string[] }>('select id, granted from app_user where is_active order by id');
  const readers = rows.filter(({ granted }) =>
    ['jobs.read', 'clients.read'].every((what) => can(expandRoles(granted.filter(isRole)), what as never)),
  );
  const cookies: string[] = [];
  for (const { id } of readers) {
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest();
    await client.query(
      `insert into session (token_hash, user_id, kind, created_on, last_seen_on, address, device) values ($1, $2, 'office', now(), now(), '127.0.0.1', 'bench')`,
      [hash, id],
    );
    // A browser holds its CSRF token too; without one the product would make it a new one with every answer.
    cookies.push(`sessionid=${token}; csrftoken=${makeCsrfToken(token)}`);
  }
  await client.end();
  return cookies;
}

/** Processor time of a process and of those it started as its workers, in milliseconds. */
function processorMs(pid: number, withChildren: boolean): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) * 10;
  if (!withChildren) return own;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + processorMs(Number(child), true), own);
}

type Server = { origin: string; cpu: () => number };
type Measured = { perSecond: number; cpuMs: number };

async function ask(agent: Agent, url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie, 'accept-encoding': 'gzip' } }, (answer) => {
      answer.resume();
      answer.on('end', () => (answer.statusCode === 200 ? resolve(200) : reject(new Error(`${url} answered ${answer.statusCode}`))));
    }).on('error', reject);
  });
}

let turn = 0;
async function run(server: Server, path: string, cookies: readonly string[], requests: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let left = requests;
  const [began, cpu] = [performance.now(), server.cpu()];
  const work = async () => {
    while (left > 0) {
      left -= 1;
      turn += 1;
      await ask(agent, `${server.origin}${path}`, cookies[turn % cookies.length]!);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return { perSecond: requests / seconds, cpuMs: (server.cpu() - cpu) / requests };
}

async function startPeer(socket: string): Promise<ChildProcess> {
  const args = [
    'app:application',
    '--bind',
    `127.0.0.1:${PEER_PORT}`,
    '--workers',
    '1',
    '--worker-class',
    'gthread',
    '--threads',
    String(CONCURRENCY),
  ];
  const peer = spawn('/usr/bin/gunicorn', [...args, '--keep-alive', '30', '--log-level', 'error'], {
    cwd: FOLDER,
    env: { ...process.env, PEER_SOCKET: socket, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (let tries = 0; tries < 100; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (await fetch(`http://127.0.0.1:${PEER_PORT}/api/jobs/`).catch(() => null)) return peer;
  }
  peer.kill('SIGTERM');
  throw new Error('gunicorn did not begin to answer.');
}

const isInstalled =
  spawnSync('/usr/bin/python3', ['-c', 'import django, rest_framework, psycopg2, gunicorn'], { stdio: 'ignore' }).status === 0;
if (!isInstalled) console.log(`short: the peer is not installed on this machine; apt-get install ${PACKAGES}`);
else {
  const product = await startProduct();
  const socket = findSocket(product.dataDir);
  let peer: ChildProcess | null = null;
  try {
    peer = await startPeer(socket);
    const peerPid = peer.pid!;
    const cookies = await openSessions(socket);
    const ours: Server = { origin: product.origin, cpu: () => processorMs(product.pid, false) };
    const theirs: Server = { origin: `http://127.0.0.1:${PEER_PORT}`, cpu: () => processorMs(peerPid, true) };
    const [throughput, processor]: [number[], number[]] = [[], []];
    for (const [name, path] of CASES) {
      for (const server of [ours, theirs]) await run(server, path, cookies, WARM_UP);
      // Turn about, so that a slow moment of the machine falls on both.
      const [a, x, b, y] = [
        await run(ours, path, cookies, REQUESTS / 2),
        await run(theirs, path, cookies, REQUESTS / 4),
        await run(ours, path, cookies, REQUESTS / 2),
        await run(theirs, path, cookies, REQUESTS / 4),
      ];
      const [we, they] = [mean(a, b), mean(x, y)];
      throughput.push(we.perSecond / they.perSecond);
      processor.push(they.cpuMs / we.cpuMs);
      console.log(
        `${name}: ours ${we.perSecond.toFixed(0)} requests/s, ${we.cpuMs.toFixed(2)} ms of processor each; Django ${they.perSecond.toFixed(0)} requests/s, ${they.cpuMs.toFixed(2)} ms; ${(we.perSecond / they.perSecond).toFixed(1)} times the throughput, ${(they.cpuMs / we.cpuMs).toFixed(1)} times less processor time`,
      );
    }
    // On a machine that does other work at the same time the second is the one that repeats itself.
    compareMedian('throughput', throughput);
    compareMedian('requests per second of processor time', processor);
  } finally {
    if (peer) {
      const exited = new Promise((resolve) => peer?.once('exit', resolve));
      peer.kill('SIGTERM');
      await exited;
    }
    await product.stop();
  }
}

function mean(one: Measured, other: Measured): Measured {
  return { perSecond: 2 / (1 / one.perSecond + 1 / other.perSecond), cpuMs: (one.cpuMs + other.cpuMs) / 2 };
}

function compareMedian(what: string, ratios: number[]): void {
  const median = percentile(
    ratios.sort((p, q) => p - q),
    0.5,
  ).toFixed(2);
  console.log(`${what}, median: ${median} times Django's (at least ${WANTED})`);
  console.log(Number(median) >= WANTED ? 'ok' : `short: ${what} ${median} times Django's, ${WANTED} wanted`);
}
