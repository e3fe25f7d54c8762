import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { listProcessesIn, signal, waitForEnd } from '../../apps/server/src/postgres/processes.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { atEnd } from './at-end.ts';
import { installDebian } from './debian.ts';
import { pause } from './insist.ts';

/** Three PostgreSQL led by Patroni with synchronous_mode, etcd, and haproxy before them and before the servers: all of it Debian's. */
export type Cluster = {
  ownerUrl: string;
  adminUrl: string;
  /** Where haproxy takes requests for the servers, which listen at `serverPorts`. */
  origin: string;
  serverPorts: readonly number[];
  /** Waits until somebody leads and another follows without delay: the state in which losing one loses nothing. */
  untilSound(): Promise<string>;
  /** As if its machine were switched off. Answers its name. */
  killPrimary(): Promise<string>;
  /** The machine is switched on again. */
  startNode(name: string): void;
  stop(): Promise<void>;
};

const PACKAGES = ['patroni', 'etcd-server', 'haproxy', 'postgresql-15'];
const NODES = ['n1', 'n2', 'n3'];
const SERVERS = 3;
/** A leader that says nothing for so long has lost the lead: this is most of the time until somebody serves again. */
const TTL_S = 8;

type Node = { name: string; port: number; rest: number; folder: string; child: ChildProcess | null };
type Member = { name: string; role: string; state: string };

/** Everything of it lies in `home`. Root is needed, as for installing packages; PostgreSQL runs as Debian's `postgres`. */
export async function startCluster(home: string): Promise<Cluster> {
  for (const program of ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/lib/postgresql/15/bin/postgres'])
    installDebian(program, PACKAGES);
  chmodSync(home, 0o755);
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })));
  const log = openSync(join(home, 'cluster.log'), 'a');
  const children: ChildProcess[] = [];
  const run = (program: string, words: string[], more: { uid?: number; gid?: number; cwd?: string } = {}) => {
    // As long as this campaign lives, and no longer.
    const env = { ...process.env, HOME: home, ...(arch() === 'arm64' && { ETCD_UNSUPPORTED_ARCH: 'arm64' }) };
    const child = spawn('/usr/bin/setpriv', ['--pdeathsig', 'KILL', program, ...words], { stdio: ['ignore', log, log], env, ...more });
    children.push(child);
    return child;
  };

  const [client, peer, database, door] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const serverPorts: number[] = [];
  while (serverPorts.length < SERVERS) serverPorts.push(await freePort());
  const at = (port: number) => `http://127.0.0.1:${port}`;
  run('/usr/bin/etcd', [
    ...['--data-dir', join(home, 'etcd'), '--name', 'e1', '--initial-cluster', `e1=${at(peer)}`],
    ...['--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
    ...['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
  ]);

  const nodes: Node[] = [];
  for (const name of NODES) {
    const node = { name, port: await freePort(), rest: await freePort(), folder: join(home, name), child: null };
    mkdirSync(node.folder);
    execFileSync('chown', ['postgres:postgres', node.folder]);
    writeFileSync(join(home, `${name}.json`), JSON.stringify(patroniOf(node, client)));
    nodes.push(node);
  }
  const startNode = (name: string) => {
    const node = nodes.find((one) => one.name === name)!;
    // Its settings are YAML, of which JSON is a part.
    node.child = run('/usr/bin/patroni', [join(home, `${name}.json`)], { uid, gid, cwd: node.folder });
  };
  for (const { name } of nodes) startNode(name);
  writeFileSync(join(home, 'haproxy.cfg'), haproxyOf(nodes, { database, door, serverPorts }));
  run('/usr/sbin/haproxy', ['-db', '-f', join(home, 'haproxy.cfg')]);

  const listMembers = async (): Promise<Member[]> => {
    for (const { rest } of nodes) {
      const answer = await fetch(`${at(rest)}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const untilSound = async () => {
    for (let tries = 0; tries < 600; tries += 1) {
      const members = await listMembers();
      const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
      const everyone = members.filter(({ state }) => state === 'running' || state === 'streaming');
      if (leader && everyone.length === nodes.length && members.some(({ role }) => role === 'sync_standby')) return leader.name;
      await pause(200);
    }
    throw new Error(`The cluster does not become sound: ${JSON.stringify(await listMembers())}; see ${join(home, 'cluster.log')}.`);
  };
  const cutOff = ({ child, folder }: Node) => {
    child?.kill('SIGKILL');
    const processes = listProcessesIn(join(folder, 'pg'));
    for (const one of processes) signal(one, 'SIGKILL');
    return processes;
  };

  const cutAllOff = () => {
    const processes = nodes.flatMap(cutOff);
    for (const child of children) child.kill('SIGKILL');
    return processes;
  };

  const cluster: Cluster = {
    ownerUrl: `postgres://dmse_owner:owner@127.0.0.1:${database}/dmse`,
    adminUrl: `postgres://postgres:admin@127.0.0.1:${database}/dmse`,
    origin: at(door),
    serverPorts,
    untilSound,
    async killPrimary() {
      const name = await untilSound();
      await waitForEnd(cutOff(nodes.find((node) => node.name === name)!), 10_000);
      return name;
    },
    startNode,
    async stop() {
      await waitForEnd(cutAllOff(), 10_000);
    },
  };
  atEnd(cutAllOff);
  try {
    await untilSound();
    await makeDatabase(cluster.adminUrl.replace(/dmse$/, 'postgres'));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** As README says: a login that may create roles, and an empty database of its own. */
async function makeDatabase(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`create role dmse_owner login createrole password 'owner'`);
      await client.query('create database dmse owner dmse_owner');
      return;
    } catch (error) {
      // haproxy has not looked yet.
      if (tries > 50) throw error;
      await pause(200);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

function patroniOf({ name, port, rest, folder }: Node, etcd: number): object {
  const restapi = { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` };
  const parameters = { max_connections: 150, synchronous_commit: 'on', timezone: 'UTC', wal_log_hints: 'on' };
  const dcs = {
    ...{ ttl: TTL_S, loop_wait: 2, retry_timeout: 3, synchronous_mode: true },
    postgresql: { use_pg_rewind: true, use_slots: true, parameters },
  };
  return {
    scope: 'dmse',
    name,
    restapi,
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, data_dir: join(folder, 'pg') },
      ...{ bin_dir: '/usr/lib/postgresql/15/bin', pgpass: join(folder, 'pgpass') },
      authentication: {
        superuser: { username: 'postgres', password: 'admin' },
        replication: { username: 'replicator', password: 'replicator' },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}

type Doors = { database: number; door: number; serverPorts: readonly number[] };

/** The database's door leads to whoever leads; when that changes, connections to the former are cut, so that nobody waits at a dead one. */
function haproxyOf(nodes: readonly Node[], { database, door, serverPorts }: Doors): string {
  return `
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s
listen database
  mode tcp
  bind 127.0.0.1:${database}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join('\n')}
listen product
  mode http
  bind 127.0.0.1:${door}
  balance roundrobin
  option forwardfor
  option redispatch
  retries 3
  option httpchk GET /readyz
  default-server inter 500ms fall 2 rise 1
${serverPorts.map((port, n) => `  server s${n + 1} 127.0.0.1:${port} check`).join('\n')}
`;
}
