import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { atEnd } from './at-end.ts';
import { installDebian } from './debian.ts';

/** A real S3 that is not the cloud's: Debian's OpenStack Swift with its S3 interface, one node, encryption at rest switched on. */
export type Swift = {
  endpoint: string;
  /** What a server is told to reach it. */
  env: Record<string, string>;
  createBucket(name: string): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
};

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];
const KINDS = ['account', 'container', 'object'] as const;
/** One program makes the three rings; the tool for it would be started nine times. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
home, words = sys.argv[1], sys.argv[2:]
for kind, port in zip(words[::2], words[1::2]):
    ring = RingBuilder(4, 1, 0)
    ring.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='d1', weight=1, replication_ip='127.0.0.1', replication_port=int(port), meta=''))
    ring.rebalance()
    ring.get_ring().save(f'{home}/{kind}.ring.gz')
`;
const USER = { S3_ACCESS_KEY_ID: 'test:tester', S3_SECRET_ACCESS_KEY: 'testing', S3_REGION: 'us-east-1' };

async function untilListening(port: number): Promise<void> {
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  for (let tries = 0; !(await answers()); tries += 1) {
    if (tries > 600) throw new Error(`Swift did not start: nothing listens at ${port}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Everything of it lies in `home`. Root is needed, as for installing packages. */
export async function startSwift(home: string): Promise<Swift> {
  installDebian('/usr/bin/swift-proxy-server', PACKAGES);
  const disk = join(home, 'node');
  mkdirSync(join(disk, 'd1'), { recursive: true });
  mkdirSync(join(home, 'cache'), { recursive: true });
  const ports = { proxy: await freePort(), account: await freePort(), container: await freePort(), object: await freePort() };
  const cachePort = await freePort();
  const head = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nuser = root\nworkers = 0\nswift_dir = ${home}\ndevices = ${disk}\nmount_check = false\nlog_level = WARNING\n`;
  execFileSync('/usr/bin/python3', ['-c', RINGS, home, ...KINDS.flatMap((kind) => [kind, `${ports[kind]}`])], { stdio: 'ignore' });
  for (const kind of KINDS) {
    const recon = `[filter:recon]\nuse = egg:swift#recon\nrecon_cache_path = ${join(home, 'cache')}\n`;
    const app = `[pipeline:main]\npipeline = recon ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n${recon}`;
    writeFileSync(join(home, `${kind}.conf`), head(ports[kind]) + app);
  }
  const filters = [
    ['catch_errors', 'egg:swift#catch_errors'],
    ['gatekeeper', 'egg:swift#gatekeeper'],
    ['cache', 'egg:swift#memcache', `memcache_servers = 127.0.0.1:${cachePort}`],
    ['listing_formats', 'egg:swift#listing_formats'],
    ['bulk', 'egg:swift#bulk'],
    ['s3api', 'egg:swift#s3api', 's3_acl = false', 'check_bucket_owner = false', 'min_segment_size = 5242880'],
    ['tempauth', 'egg:swift#tempauth', 'user_test_tester = testing .admin'],
    ['copy', 'egg:swift#copy'],
    ['slo', 'egg:swift#slo', 'rate_limit_after_segment = 1000'],
    ['keymaster', 'egg:swift#keymaster', `encryption_root_secret = ${Buffer.alloc(32, 7).toString('base64')}`],
    ['encryption', 'egg:swift#encryption'],
  ];
  const pipeline = filters.map(([name]) => name).join(' ');
  const blocks = filters.map(([name, use, ...more]) => `[filter:${name}]\nuse = ${use}\n${more.join('\n')}\n`).join('');
  const proxy = `[pipeline:main]\npipeline = ${pipeline} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nerror_suppression_limit = 1000000\n${blocks}`;
  writeFileSync(join(home, 'proxy.conf'), head(ports.proxy) + proxy);

  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  let running: ChildProcess[] = [];
  const swift: Swift = {
    endpoint,
    env: { ...USER, S3_ENDPOINT: endpoint },
    async createBucket(name) {
      const user = { 'x-auth-user': USER.S3_ACCESS_KEY_ID, 'x-auth-key': USER.S3_SECRET_ACCESS_KEY };
      const { headers } = await fetch(`${endpoint}/auth/v1.0`, { headers: user });
      const made = await fetch(`${endpoint}/v1/AUTH_test/${name}`, {
        method: 'PUT',
        headers: { 'x-auth-token': headers.get('x-auth-token') ?? '' },
      });
      if (!made.ok) throw new Error(`Swift made no bucket: ${made.status}.`);
    },
    async start() {
      const log = openSync(join(home, 'swift.log'), 'a');
      const run = (program: string, ...words: string[]) => spawn(program, words, { stdio: ['ignore', log, log] });
      const servers = [...KINDS, 'proxy'].map((kind) => run(`/usr/bin/swift-${kind}-server`, join(home, `${kind}.conf`), '-v'));
      running = [...servers, run('/usr/bin/memcached', '-u', 'nobody', '-l', '127.0.0.1', '-p', `${cachePort}`)];
      for (const port of Object.values(ports)) await untilListening(port);
    },
    async stop() {
      await Promise.all(
        running.map(
          (child) =>
            new Promise<void>((resolve) => (child.exitCode === null ? child.once('exit', () => resolve()).kill('SIGTERM') : resolve())),
        ),
      );
      running = [];
    },
  };
  atEnd(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  await swift.start();
  return swift;
}
