/**
 * INT-F23, the outgoing half: the server is killed in the middle of sending, before and after the mail server has said yes; mail servers put
 * off, refuse and hang up. Every mail must arrive at least once, and every copy of one under the same Message-ID.
 * `SABOTAGE=1` forgets one mail that arrived: the campaign must then fail.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerWith, listenForMail } from '../../apps/server/src/testing/mail-listener.ts';
import { type Product, signIn, startProduct } from '../shared/product.ts';

const SEED = Number(process.env.SEED ?? 23);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 12 : 2;
const MAILS = 12;
const DEADLINE_S = 240;

let state = SEED >>> 0;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Message-ID to the whole text of each copy. */
const arrived = new Map<string, string[]>();
let faults = 0;
let kills = 0;
let product: Product;
let plan: 'none' | 'kill before the yes' | 'kill after the yes' = 'none';

async function killServer(): Promise<void> {
  plan = 'none';
  kills += 1;
  faults += 1;
  await product.kill();
}

const listener = await listenForMail({
  onRcptTo(_to, _session, done) {
    if (plan === 'none' && random() < 0.25) {
      faults += 1;
      return done(answerWith(451, '4.3.0 Come back'));
    }
    return done();
  },
  onData(stream, _session, done) {
    let source = '';
    stream.on('data', (chunk) => {
      source += chunk;
    });
    stream.on('end', async () => {
      if (plan === 'kill before the yes') return killServer();
      const id = /^Message-ID: (\S+)\r$/m.exec(source)?.[1] ?? 'none';
      arrived.set(id, [...(arrived.get(id) ?? []), source]);
      // The yes is given and the server dies of the moment in which it hears it.
      if (plan === 'kill after the yes') return killServer();
      return done(null, 'Taken');
    });
  },
});

const dataDir = mkdtempSync(join(tmpdir(), 'dmse-f23-'));
const env = { DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${listener.port}` };

type Mail = { id: number; state: string; message_id?: string };

async function call<T>(cookie: string, path: string, method = 'GET'): Promise<T> {
  const csrf = decodeURIComponent(/csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '');
  const answer = await fetch(`${product.origin}${path}`, { method, headers: { cookie, 'x-csrftoken': csrf } });
  return (await answer.json()) as T;
}

async function runRound(round: number): Promise<number[]> {
  const cookie = await signIn(product.origin, 'alice');
  const ids: number[] = [];
  for (let mail = 0; mail < MAILS; mail += 1) ids.push((await call<Mail>(cookie, '/api/staff/mail/test/', 'POST')).id);
  plan = round % 2 === 0 ? 'kill after the yes' : 'kill before the yes';
  for (const killed = kills + 1; kills < killed; ) await sleep(100);
  product = await startProduct(env);
  return ids;
}

async function waitUntilSent(ids: number[]): Promise<Mail[]> {
  const cookie = await signIn(product.origin, 'alice');
  const began = Date.now();
  for (;;) {
    const mails: Mail[] = [];
    for (const id of ids) mails.push(await call<Mail>(cookie, `/api/staff/mail/${id}/`));
    if (mails.every((mail) => mail.state === 'sent') || Date.now() - began > DEADLINE_S * 1000) return mails;
    await sleep(1000);
  }
}

product = await startProduct(env);
let failed = true;
try {
  const ids: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) ids.push(...(await runRound(round)));
  const began = performance.now();
  const mails = await waitUntilSent(ids);
  const recovery = (performance.now() - began) / 1000;
  if (process.env.SABOTAGE) arrived.delete(mails[0]!.message_id!);
  const lost = mails.filter((mail) => !arrived.has(mail.message_id!)).length;
  const stuck = mails.filter((mail) => mail.state !== 'sent').length;
  const strangers = [...arrived.keys()].filter((id) => !mails.some((mail) => mail.message_id === id)).length;
  const copies = [...arrived.values()].filter((sources) => sources.length > 1);
  const different = copies.filter((sources) => new Set(sources).size > 1).length;
  console.log(`${copies.length} mails arrived more than once, each copy the same; at most ${kills} could, one for each kill`);
  console.log(
    `F23 mail: ${faults} faults (${kills} kills), ${mails.length} acknowledged actions, ${lost} lost, ${strangers + different} duplicated under another Message-ID, ${stuck} stuck; slowest recovery ${recovery.toFixed(1)} s; seed ${SEED}`,
  );
  failed = lost + stuck + strangers + different > 0 || copies.length > kills;
} finally {
  await product.stop();
  await listener.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
