/**
 * INT-I4 to I8, I11, I15: fifty people submit invoices, enter payments, deposit them and take them back at the same time, always two of them on
 * the same records, and the server is killed with -9 among them. Each sends the same again until it is answered. Afterwards PostgreSQL is asked:
 * numbers are 1 to k without a gap and in the order they were posted, every posting comes to nothing, each act that was acknowledged is there
 * once, and everything kept is what it is recomputed to. `SABOTAGE=1` takes a row of the journal away at the end: the campaign must then fail.
 */
import type { Endpoint } from '@dmse/contract/endpoint';
import { moveInvoice } from '@dmse/contract/invoices/invoice';
import * as deposit from '@dmse/contract/payments/deposit';
import * as payment from '@dmse/contract/payments/payment';
import { getLedgerHealth } from '@dmse/contract/wip/wip';
import { findNumberFaults } from '@dmse/domain/invoices/numbering';
import { createRandom } from '@dmse/sync/memory/random';
import { type Desk, openDesk } from '../shared/examples/examples.ts';
import { makeClient, makeDraft } from '../shared/examples/invoice-examples.ts';
import { startFirm } from '../shared/firm.ts';
import { type Answered, insist as insistOn, pause } from '../shared/insist.ts';

const SEED = Number(process.env.SEED ?? 13);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 30 : 4;
const KILLS = 2;
const PEOPLE = 50;
/** So many people bill one client: they wait for each other's rows. */
const PEOPLE_PER_CLIENT = 5;

const random = createRandom(SEED);
const firm = await startFirm('books-at-once');
const found = { lost: [] as string[], duplicated: [] as string[], wrong: [] as string[] };
let kills = 0;
let acked = 0;
let refused = 0;
let again = 0;
/** Requests the server had when it was killed; now, and in all. */
let open = 0;
let cut = 0;
let slowest = 0;

/** Sends it until it is answered, and counts what came of it. */
async function insist(desk: Desk, endpoint: Endpoint, input: object, body: unknown): Promise<Answered> {
  const watch = {
    before() {
      open += 1;
    },
    after(isAnswered: boolean) {
      open -= 1;
      if (!isAnswered) again += 1;
    },
  };
  const answer = await insistOn(desk, endpoint, input, body, watch);
  if (answer.status < 300) acked += 1;
  else if (answer.status === 409) refused += 1;
  else found.wrong.push(`${endpoint.method} ${endpoint.path} answered ${answer.status} ${answer.text.slice(0, 200)}`);
  return answer;
}

async function mustDo(desk: Desk, endpoint: Endpoint, input: object, body: unknown): Promise<void> {
  const { status, body: answer } = await insist(desk, endpoint, input, body);
  if (status >= 300) found.wrong.push(`${endpoint.method} ${endpoint.path} was refused: ${answer.detail}`);
}

/** Two do the same, neither knowing of the other: one of them succeeds. */
async function oneOfTwo(pair: readonly Desk[], endpoint: Endpoint, input: object, bodies: readonly object[]): Promise<number> {
  const answers = await Promise.all(pair.map((desk, at) => insist(desk, endpoint, input, bodies[at % bodies.length])));
  const done = answers.filter(({ status }) => status < 300);
  if (done.length !== 1)
    throw new Error(`${done.length} of two succeeded in ${endpoint.method} ${endpoint.path}: ${JSON.stringify(answers)}`);
  return done[0]!.body.id!;
}

type Work = { client: number; drafts: number[]; luck: number };
const told = { submitted: [] as number[], payments: [] as number[], deposits: [] as number[] };

/** Two invoices are submitted, both paid in part by one cheque, which is deposited; sometimes it comes back, or the deposit is undone. */
async function work(pair: readonly [Desk, Desk], { client, drafts, luck }: Work): Promise<void> {
  for (const id of drafts) told.submitted.push(await oneOfTwo(pair, moveInvoice, { id }, [{ to: 'SUBMITTED' }]));
  const received = { client, received_on: '2026-03-04', method: 'Check', amount: 80_00 };
  const allocations = drafts.map((invoice) => ({ invoice, amount: 40_00 }));
  const cheques = [allocations, allocations.toReversed()].map((list) => ({ ...received, allocations: list }));
  const paid = await oneOfTwo(pair, payment.createPayment, {}, cheques);
  told.payments.push(paid);
  const slip = { date: '2026-03-04', account_code: '1000', payments: [paid] };
  const id = await oneOfTwo(pair, deposit.createDeposit, {}, [slip]);
  told.deposits.push(id);
  await mustDo(pair[0], deposit.moveDeposit, { id }, { to: 'DEPOSITED' });
  if (luck < 0.3) await mustDo(pair[1], payment.reversePayment, { id: paid }, { how: 'return', reason: 'No funds', fee: 7_00 });
  else if (luck < 0.5) await mustDo(pair[1], deposit.moveDeposit, { id }, { to: 'OPEN' });
  else if (luck < 0.7) await mustDo(pair[0], moveInvoice, { id: drafts[0]! }, { to: 'WRITTEN_OFF', reason: 'Agreed' });
}

async function prepare(desk: Desk, client: number): Promise<Work> {
  return { client, drafts: [await makeDraft(desk, client), await makeDraft(desk, client)], luck: random.below(1000) / 1000 };
}

async function runRound(desks: readonly Desk[]): Promise<void> {
  const clients: number[] = [];
  for (let at = 0; at < PEOPLE / PEOPLE_PER_CLIENT; at += 1) clients.push(await makeClient(desks[at]!));
  const works = await Promise.all(desks.map((desk, at) => prepare(desk, clients[at % clients.length]!)));
  const working = Promise.allSettled(desks.map((desk, at) => work([desk, desks[(at + 1) % PEOPLE]!], works[at]!)));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(300 + random.below(1500));
    cut += open;
    await firm.kill();
    kills += 1;
    slowest = Math.max(slowest, await firm.restart());
  }
  for (const ended of await working) if (ended.status === 'rejected') found.wrong.push(String(ended.reason));
}

const NAMES = { submitted: 'invoice', payments: 'payment', deposits: 'deposit' } as const;

/** What people were told was done is there; and nothing else is. */
async function compareWithTold(): Promise<void> {
  for (const [kind, table] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
    const rows = await firm.sql<{ id: number }>(`select id from ${table} ${kind === 'submitted' ? 'where num is not null' : ''}`);
    const kept = new Set(rows.map(({ id }) => id));
    for (const id of told[kind]) if (!kept.delete(id)) found.lost.push(`${table} ${id}`);
    for (const id of kept) found.duplicated.push(`nobody was told of ${table} ${id}`);
  }
}

async function checkBooks(): Promise<number> {
  const numbers = await firm.sql<{ num: string }>(
    'select i.num from invoice i join invoice_revision r on r.invoice = i.id where r.revision = 1 and r.reverses is null order by r.id',
  );
  found.wrong.push(...findNumberFaults(numbers.map(({ num }) => Number(num))));
  const unequal = await firm.sql<{ what: string }>(`
    select 'posting ' || posting || ' comes to ' || sum(amount) as what from journal group by posting having sum(amount) <> 0
    union all select 'the journal comes to ' || sum(amount) from journal having sum(amount) <> 0
    union all select 'payment ' || payment || ' is deposited ' || count(*) || ' times' from (
      select p.id as payment from payment p join journal j on j.deposit = p.deposit and j.account = 'bank' group by p.id, j.posting, j.reverses
      having j.reverses is null and not exists (select from journal r where r.reverses = min(j.id))) once group by payment having count(*) > 1
    union all select 'invoice ' || i.id || ' is paid ' || sum(a.amount) || ' of ' || i.issued_total from invoice i join payment_allocation a on a.invoice = i.id
      group by i.id having sum(a.amount) > i.issued_total or sum(a.amount) <> i.allocated
    union all select 'payment ' || p.id || ' of ' || p.amount || ' is on invoices with ' || sum(a.amount) from payment p join payment_allocation a on a.payment = p.id
      group by p.id having sum(a.amount) > p.amount or sum(a.amount) <> p.allocated`);
  found.wrong.push(...unequal.map(({ what }) => what));
  const auditor = await openDesk(firm, 'books-auditor');
  const { differences } = await auditor.me.call(getLedgerHealth, {});
  found.wrong.push(...differences.map((difference) => JSON.stringify(difference)));
  return numbers.length;
}

let submitted = 0;
try {
  const desks: Desk[] = [];
  for (let at = 0; at < PEOPLE; at += 1) desks.push(await openDesk(firm, `books-${at}`));
  for (let round = 0; round < ROUNDS; round += 1) await runRound(desks);
  if (process.env.SABOTAGE)
    await firm.sql('alter table journal disable trigger user; delete from journal where id = (select max(id) from journal)');
  await compareWithTold();
  submitted = await checkBooks();
} finally {
  // A server that is left behind keeps the output open, and whoever reads it waits for ever.
  await firm.stop();
}
for (const [kind, lines] of Object.entries(found)) for (const line of lines) console.log(`${kind}: ${line}`);
console.log(`${cut} requests were cut off, ${again} sent again, ${refused} second ones were refused, numbers 1 to ${submitted}`);
console.log(
  `Books at once: ${PEOPLE} people, ${kills} faults, ${acked} acknowledged actions, ${found.lost.length} lost, ${found.duplicated.length} duplicated, ${found.wrong.length} wrong; slowest recovery ${(slowest / 1000).toFixed(1)} s; seed ${SEED}`,
);
process.exit(found.lost.length + found.duplicated.length + found.wrong.length > 0 ? 1 : 0);
