/**
 * INT-F24: the embedded PostgreSQL fails in every way while people write. The server is killed, PostgreSQL is killed, both are; a second server
 * comes on the folder, two start at once, a first start is cut off; a statement never ends. Nothing acknowledged may be lost or doubled,
 * whoever comes second is told in a sentence, and the product must come back by itself.
 * `SABOTAGE=1` removes one acknowledged row before the check: the campaign must then fail.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, ended } from './fixture.ts';
import { kill, openWriter, type Product, signIn, startProduct, type Writer } from './fixture-product.ts';
import { findProcess, listProcessesIn, sleep, waitForEnd } from './processes.ts';
import { socketUrl } from './socket-folder.ts';

const SEED = Number(process.env.SEED ?? 24);
const ROUNDS = Number(process.env.ROUNDS ?? (process.env.CAMPAIGN === 'nightly' ? 200 : 21));
const PATIENCE = 60_000;

let state = SEED >>> 0;
function random(from: number, to: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return from + Math.floor((state / 2 ** 32) * (to - from));
}

const home = mkdtempSync(join(tmpdir(), 'dmse-f24-'));
const dataDir = join(home, 'data');
const ownerUrl = socketUrl(join(dataDir, 'socket'), 'dmse_owner', 'dmse');
const adminUrl = socketUrl(join(dataDir, 'socket'), 'dmse_admin', 'dmse');
const wrong: string[] = [];
let [slowest, stuck, written] = [0, 0, 0];

let product = startProduct(dataDir);
const writer: Writer = await openWriter(await product.origin, join(home, 'ledger.jsonl'));
const demoClients = await countClients(await product.origin, writer.cookie);

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function killPostmaster(): Promise<void> {
  const found = findProcess(postmaster());
  if (!found) return;
  process.kill(found.pid, 'SIGKILL');
  await waitForEnd([found], 5000);
}

async function countClients(origin: string, cookie: string): Promise<number> {
  const answer = await fetch(`${origin}/api/clients/client/?page_size=1`, { headers: { cookie } });
  return ((await answer.json()) as { count: number }).count;
}

/** Four people write until told to stop; what they are told meanwhile does not matter, only what they are told yes to. */
function work(): { stop(): Promise<void> } {
  let isOver = false;
  const people = [1, 2, 3, 4].map(async () => {
    while (!isOver) {
      const origin = await product.origin.catch(() => null);
      if (origin) await writer.write(origin, `Client ${SEED}-${++written}`);
      await sleep(20);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(people);
    },
  };
}

/** From now until a write is answered with yes. */
async function recover(what: string): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < PATIENCE) {
    const origin = await product.origin.catch(() => null);
    if (origin === null || product.child.exitCode !== null || product.child.signalCode !== null) {
      wrong.push(`${what}: the server ended: ${product.output().trim()}`);
      product = startProduct(dataDir);
    } else if ((await writer.write(origin, `Client ${SEED}-${++written}`)) === 201) {
      slowest = Math.max(slowest, performance.now() - began);
      return;
    }
    await sleep(50);
  }
  stuck += 1;
  wrong.push(`${what}: no write was taken within ${PATIENCE / 1000} s`);
}

async function expectRefusal(second: Product, first: Product, what: string): Promise<void> {
  const patience = setTimeout(() => second.child.kill('SIGKILL'), 20_000);
  await ended(second.child);
  clearTimeout(patience);
  const said = second.output().trim();
  const isRight = second.child.exitCode === 1 && said.includes(`process ${first.child.pid} `) && said.split('\n').length === 1;
  if (!isRight) wrong.push(`${what}: the second one ended with ${second.child.exitCode} and said "${said}"`);
}

const faults: Record<string, () => Promise<void>> = {
  'second server': async () => {
    const second = startProduct(dataDir);
    await expectRefusal(second, product, 'second server');
    if (!second.output().includes('at http://')) wrong.push(`second server: no address in "${second.output().trim()}"`);
  },
  'server killed': async () => {
    await kill(product);
    product = startProduct(dataDir);
  },
  'PostgreSQL killed': killPostmaster,
  'both killed': async () => {
    await kill(product);
    await killPostmaster();
    product = startProduct(dataDir);
  },
  'both killed while a statement computes': async () => {
    const busy = ask(ownerUrl, 'select count(*) from generate_series(1, 20000000000)').catch(() => {});
    await sleep(200);
    await kill(product);
    await killPostmaster();
    product = startProduct(dataDir);
    await product.origin.catch(() => {});
    await busy;
  },
  'two start at once': async () => {
    await kill(product);
    const [one, other] = [startProduct(dataDir), startProduct(dataDir)];
    const first = await Promise.any([one, other].map((each) => each.origin.then(() => each))).catch(() => one);
    product = first;
    await expectRefusal(first === one ? other : one, first, 'two at once');
  },
  'first start killed': async () => {
    const fresh = join(home, `fresh-${written}`);
    const begun = startProduct(fresh);
    await sleep(random(100, 5000));
    await kill(begun);
    const again = startProduct(fresh);
    const origin = await again.origin.catch((error: Error) => error);
    if (origin instanceof Error) wrong.push(`first start killed: ${origin.message}`);
    else {
      const count = await countClients(origin, await signIn(origin, 'mona'));
      if (count !== demoClients) wrong.push(`first start killed: ${count} clients instead of ${demoClients}`);
    }
    again.child.kill('SIGTERM');
    await ended(again.child);
    const left = listProcessesIn(join(fresh, 'pg'));
    if (left.length > 0) wrong.push(`first start killed: ${left.length} processes stayed behind`);
    rmSync(fresh, { recursive: true, force: true });
  },
};

/** A statement that would go on for a minute is cut off, the one who asked is told, and nobody else is held up meanwhile. */
async function sufferLongStatement(): Promise<void> {
  await ask(
    ownerUrl,
    `create function sleep_long() returns trigger language plpgsql as $$ begin if new.name = 'Slow' then perform pg_sleep(60); end if; return new; end $$;
     create trigger slow before insert on client for each row execute function sleep_long()`,
  );
  const origin = await product.origin;
  const began = performance.now();
  const slow = writer.write(origin, 'Slow');
  await sleep(500);
  if ((await writer.write(origin, `Client ${SEED}-${++written}`)) !== 201) wrong.push('long statement: somebody else was held up');
  const status = await slow;
  const seconds = (performance.now() - began) / 1000;
  if (status === 201 || status === 0 || seconds > 25) wrong.push(`long statement: answered ${status} after ${seconds.toFixed(1)} s`);
  await ask(ownerUrl, 'drop trigger slow on client; drop function sleep_long()');
}

async function check(): Promise<{ lost: number; duplicated: number; corrupted: number }> {
  const rows = (await ask(ownerUrl, `select id, name from client where name like 'Client ${SEED}-%'`)) as { id: number; name: string }[];
  const found = new Map(rows.map((row) => [row.id, row.name]));
  const lost = [...writer.acked].filter(([id, name]) => found.get(id) !== name).length;
  await ask(adminUrl, 'create extension if not exists amcheck');
  const trees = `select count(bt_index_check(c.oid, true)) from pg_class c join pg_am a on a.oid = c.relam where c.relkind = 'i' and a.amname = 'btree'`;
  const heaps = `select count(*)::int as n from pg_class c, lateral verify_heapam(c.oid) v where c.relkind in ('r', 't') and c.relpersistence = 'p'`;
  const damage = await ask(adminUrl, trees).then(
    () => 0,
    (error: Error) => wrong.push(error.message),
  );
  const [heap] = await ask(adminUrl, heaps);
  return { lost, duplicated: rows.length - new Set(found.values()).size, corrupted: damage + Number(heap!.n) };
}

const kinds = Object.keys(faults);
for (let round = 0; round < ROUNDS; round++) {
  const kind = kinds[round % kinds.length]!;
  const load = work();
  await sleep(random(50, 600));
  await faults[kind]!();
  await recover(kind);
  await load.stop();
}
await sufferLongStatement();
await recover('long statement');
if (process.env.SABOTAGE) await ask(ownerUrl, `delete from client where id = ${[...writer.acked.keys()][0]}`);
const { lost, duplicated, corrupted } = await check();
product.child.kill('SIGTERM');
await ended(product.child);
if (product.child.exitCode !== 0) wrong.push(`the last stop ended with ${product.child.exitCode ?? product.child.signalCode}`);
if (listProcessesIn(join(dataDir, 'pg')).length > 0) wrong.push('PostgreSQL stayed behind after the last stop');
writer.close();
rmSync(home, { recursive: true, force: true });
for (const line of wrong) console.log(`wrong: ${line}`);
console.log(
  `F24 embedded PostgreSQL: ${ROUNDS + 1} faults, ${writer.acked.size} acknowledged actions, ${lost} lost, ${duplicated} duplicated, ${corrupted} corrupted, 0 lied, ${stuck} stuck, ${wrong.length} wrong; slowest recovery ${(slowest / 1000).toFixed(1)} s; seed ${SEED}`,
);
process.exit(lost + duplicated + corrupted + stuck + wrong.length > 0 ? 1 : 0);
