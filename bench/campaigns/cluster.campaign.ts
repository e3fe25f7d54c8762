/**
 * More than one machine: three server processes behind haproxy, three PostgreSQL led by Debian's Patroni with synchronous_mode and etcd, and files in
 * Debian's Swift. Crews sync, people in the office write, mails go out; the machine of the leading PostgreSQL is switched off again and again, and
 * comes back as a follower; then the servers are killed and replaced one by one, and updated one by one to a version with one more migration. Nothing that was answered yes
 * may be lost or there twice, no mail may go out under two names, and people are served again within 15 s.
 * It installs Debian packages, so it runs with the nightly ones only. All of it is on this machine: lost packets between machines are not tried.
 * `SABOTAGE=1` takes one stored point away and renames a client before the check: it must fail.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendTestMail } from '@dmse/contract/staff/mail';
import { createRandom } from '@dmse/sync/memory/random';
import { openBucket, parseBucketAddress } from '../../apps/server/src/adapters/files/bucket.ts';
import { createS3FileStore } from '../../apps/server/src/adapters/files/s3-file-store.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { listenForMail } from '../../apps/server/src/testing/mail-listener.ts';
import { atEnd } from '../shared/at-end.ts';
import { openCampaign } from '../shared/campaign.ts';
import { startCluster } from '../shared/cluster.ts';
import { clientAt, openDesk } from '../shared/examples/examples.ts';
import { nextWrite, SHORT_WIRE, sendOut } from '../shared/field-day.ts';
import { insist, pause } from '../shared/insist.ts';
import { openOfficeDay } from '../shared/office-day.ts';
import { type Product, startProduct } from '../shared/product.ts';
import { startSwift } from '../shared/swift.ts';

if (process.env.CAMPAIGN === 'ci' || process.getuid?.() !== 0) {
  console.log('Cluster: runs as root with --nightly, or by itself: CAMPAIGN=nightly node bench/campaigns/cluster.campaign.ts');
  process.exit(0);
}

const SEED = Number(process.env.SEED ?? 46);
const KILLS = Number(process.env.KILLS ?? 10);
/** So many of the servers are replaced, each twice. */
const REPLACED = Number(process.env.REPLACED ?? 3);
const RECOVERY_MS = 15_000;

const random = createRandom(SEED);
const home = mkdtempSync(join(tmpdir(), 'dmse-cluster-'));
const mail = await listenForMail({});
const swift = await startSwift(mkdtempSync(join(home, 'swift-')));
await swift.createBucket('firm');
const cluster = await startCluster(home);
atEnd(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
const files = await createS3FileStore(
  openBucket(readConfig(swift.env, []).s3, parseBucketAddress('s3://firm/dmse')!),
  mkdtempSync(join(home, 'look-')),
);
console.log('The cluster stands.');

/** Each at its own port behind haproxy and with a folder of its own, as on a machine of its own; only the keys of the first are copied to the others. */
const servers: Product[] = [];
let settings: Record<string, string> = {};
let main = 'apps/server/src/main.ts';
function startServer(at: number): Promise<Product> {
  const folder = at === 0 ? settings.DATA_DIR! : `${settings.DATA_DIR}-${at + 1}`;
  if (at > 0) for (const key of ['signing.key', 'secrets.key']) cpSync(join(settings.DATA_DIR!, key), join(folder, key));
  return startProduct({ ...settings, DATA_DIR: folder, PORT: `${cluster.serverPorts[at]}` }, [process.execPath, main]);
}

/** The next version of the product: this one, with one more migration. */
function makeNextVersion(): string {
  const [root, next] = [join(import.meta.dirname, '../..'), join(home, 'next')];
  mkdirSync(join(next, 'apps'), { recursive: true });
  cpSync(join(root, 'apps/server'), join(next, 'apps/server'), { recursive: true, filter: (path) => !path.includes('node_modules') });
  for (const shared of ['node_modules', 'packages', 'db', 'package.json', 'apps/web', 'apps/server/node_modules'])
    if (existsSync(join(root, shared))) symlinkSync(join(root, shared), join(next, shared));
  writeFileSync(
    join(next, 'apps/server/src/db/migrations/9999_rolling-update.sql'),
    `alter table client add column rolling_update text not null default 'new';\n`,
  );
  return join(next, 'apps/server/src/main.ts');
}
const campaign = await openCampaign(
  'cluster',
  SEED,
  { ...SHORT_WIRE, json_timeout_ms: 8000, stall_ms: 8000 },
  { ...swift.env, FILE_STORE: 's3://firm/dmse', SMTP_URL: `smtp://127.0.0.1:${mail.port}`, TRUST_PROXY: 'loopback' },
  {
    ownerUrl: cluster.ownerUrl,
    adminUrl: cluster.adminUrl,
    openFile: (sha256) => files.open(sha256),
    async run(given) {
      settings = given;
      for (const at of cluster.serverPorts.keys()) servers.push(await startServer(at));
      const all = (end: (server: Product) => Promise<void>) => async () => void (await Promise.all(servers.map(end)));
      return { ...servers[0]!, origin: cluster.origin, stop: all((server) => server.stop()), kill: all((server) => server.kill()) };
    },
  },
);
const { firm, proxy, recoveries, wrong } = campaign;
const days = await sendOut(campaign, 3);
const office = await openOfficeDay(campaign, 3);
const postmaster = await openDesk(firm, 'postmaster');
const mails = new Set<number>();

async function writeMail(): Promise<void> {
  const me = clientAt(proxy.origin, postmaster.person);
  const { status, text, body } = await insist({ ...postmaster, me }, sendTestMail, {}, undefined);
  if (body.id && status < 300) mails.add(body.id);
  else wrong.push(`a mail answered ${status} ${text.slice(0, 200)}`);
}

/** From now until several people in the office have been answered yes again. */
async function untilServed(what: string): Promise<number> {
  const began = performance.now();
  for (const wanted = office.acked.size + 4; office.acked.size < wanted; await pause(50)) {
    if (performance.now() - began < 120_000) continue;
    wrong.push(`${what}: nobody is served any more`);
    break;
  }
  return performance.now() - began;
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
async function disturb(what: string, act: () => Promise<void>, isGradual = false): Promise<void> {
  await nextWrite(proxy);
  await pause(random.below(100));
  const mailing = Promise.all(Array.from({ length: 4 }, writeMail));
  const acting = act();
  // One that is asked to stop finishes what it has in hand, while the others serve: that is no time without service.
  if (!isGradual) await acting;
  recoveries.push(await untilServed(what));
  console.log(`${what}: served again after ${seconds(recoveries.at(-1)!)} s`);
  await Promise.all([acting, mailing]);
}

let faults = 0;
for (let kill = 1; kill <= KILLS; kill += 1, faults += 1) {
  const leader = await cluster.untilSound();
  await disturb(`${leader} led and was switched off`, async () => void (await cluster.killPrimary()));
  cluster.startNode(leader);
}
for (const way of ['kill', 'stop'] as const) {
  if (way === 'stop') main = makeNextVersion();
  for (let at = 0; at < REPLACED; at += 1) {
    await disturb(`server ${at + 1}: ${way === 'kill' ? 'killed' : 'updated'}`, () => servers[at]![way](), way === 'stop');
    servers[at] = await startServer(at);
    faults += 1;
  }
}
if (REPLACED > 0 && (await firm.sql(`select from migration where name like '9999_%'`)).length === 0)
  wrong.push('the migration of the update did not run');
await Promise.all([days.end(), office.end()]);
await office.check();

/** Every mail that was promised goes out, each under one Message-ID; a copy under the same one is what mail programs show once. */
async function checkMail(): Promise<void> {
  type Sent = { id: number; state: string; message_id: string };
  const list = () => firm.sql<Sent>('select id, state, message_id from mail where id = any($1)', [[...mails]]);
  for (let tries = 0; tries < 120 && (await list()).some(({ state }) => state !== 'sent'); tries += 1) await pause(500);
  const rows = await list();
  const copies = new Map<string, number>();
  for (const { source } of mail.received) {
    const id = /^Message-ID: (\S+)\r$/m.exec(source)?.[1] ?? 'none';
    copies.set(id, (copies.get(id) ?? 0) + 1);
  }
  for (const id of mails) if (!rows.some((row) => row.id === id)) wrong.push(`mail ${id} is lost`);
  for (const { id, state, message_id } of rows)
    if (state !== 'sent' || !copies.has(message_id)) wrong.push(`mail ${id} is ${state} and did not arrive`);
  for (const id of copies.keys()) if (!rows.some(({ message_id }) => message_id === id)) wrong.push(`nobody wrote the mail ${id}`);
  const again = [...copies.values()].filter((times) => times > 1).length;
  console.log(`${rows.length} mails, ${again} of them twice under the same Message-ID`);
}
await checkMail();
for (const ms of [...recoveries, ...office.waits].filter((one) => one > RECOVERY_MS)) wrong.push(`people waited ${seconds(ms)} s`);
const answers = [...proxy.counted.answers].sort(([a], [b]) => a - b);
console.log(
  `${office.acked.size} clients written, the longest wait of one ${seconds(Math.max(0, ...office.waits))} s; answers: ${answers.map(([status, times]) => `${times} × ${status}`).join(', ')}`,
);
for (const [status, times] of answers) if (status === 500) wrong.push(`${times} requests were answered 500`);
const isGood = await campaign.close('Cluster', SEED, faults);
await cluster.stop();
await swift.stop();
process.exit(isGood ? 0 : 1);
