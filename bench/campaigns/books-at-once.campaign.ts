/**
 * Fifty people submit invoices, enter payments, deposit them and take them back at the same time, several of them on the same records, and the
 * server is killed with -9 among them. Each sends the same again until it is answered. Afterwards numbers are 1 to k without a gap, the journal
 * comes to nothing, no invoice and no payment is overdrawn, and everything kept is what it is recomputed to. `SABOTAGE=1` takes a row of the
 * journal away at the end: the campaign must then fail.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@dmse/contract/endpoint';
import { moveInvoice } from '@dmse/contract/invoices/invoice';
import * as deposit from '@dmse/contract/payments/deposit';
import * as payment from '@dmse/contract/payments/payment';
import { getLedgerHealth } from '@dmse/contract/wip/wip';
import { findNumberFaults } from '@dmse/domain/invoices/numbering';
import { createRandom } from '@dmse/sync/memory/random';
import { clientAt, type Desk, openDesk } from '../shared/examples.ts';
import { startFirm } from '../shared/firm.ts';
import { makeClient, makeDraft } from '../shared/invoice-examples.ts';

const SEED = Number(process.env.SEED ?? 13);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 30 : 4;
const PEOPLE = 50;

const random = createRandom(SEED);
const firm = await startFirm('books-at-once');
const wrong: string[] = [];
let acked = 0;
let refused = 0;
let again = 0;
let slowest = 0;

/** The same, under the same key, until the server has said something. */
async function insist(
  desk: Desk,
  endpoint: Endpoint,
  input: object,
  body: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { 'idempotency-key': randomUUID() };
  for (let tries = 0; tries < 400; tries += 1) {
    const answer = await clientAt(firm.origin, desk.person)
      .send(endpoint, input, body, { headers })
      .catch(() => null);
    if (answer && answer.status !== 503) {
      const text = answer.body.toString('utf8');
      if (answer.status < 300) acked += 1;
      else if (answer.status < 500) refused += 1;
      else wrong.push(`${endpoint.method} ${endpoint.path} answered ${answer.status} ${text.slice(0, 200)}`);
      return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
    }
    again += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No answer to ${endpoint.path}`);
}

const desks: Desk[] = [];
for (let at = 0; at < PEOPLE; at += 1) desks.push(await openDesk(firm, `books-${at}`));

/** One bookkeeper's minute: a draft is submitted, paid in part by two who do not know of each other, deposited, and sometimes sent back. */
async function work(desk: Desk, other: Desk, drafts: readonly number[], client: number, luck: number): Promise<void> {
  for (const id of drafts) await insist(desk, moveInvoice, { id }, { to: 'SUBMITTED' });
  const received = { client, received_on: '2026-03-04', method: 'Check', amount: 40_00 };
  const allocations = [{ invoice: drafts[0]!, amount: 40_00 }];
  const paid = await Promise.all([desk, other].map((one) => insist(one, payment.createPayment, {}, { ...received, allocations })));
  const ids = paid.flatMap(({ status, body }) => (status === 201 ? [body.id as number] : []));
  if (ids.length !== 1) wrong.push(`${ids.length} of two payments of $40.00 were put on one invoice of $57.50`);
  const slip = { date: '2026-03-04', account_code: '1000', payments: ids };
  const slips = await Promise.all([desk, other].map((one) => insist(one, deposit.createDeposit, {}, slip)));
  const made = slips.filter(({ status }) => status === 201);
  if (made.length !== 1) wrong.push(`${made.length} deposits hold one payment`);
  const id = made[0]?.body.id as number;
  await insist(desk, deposit.moveDeposit, { id }, { to: 'DEPOSITED' });
  if (luck < 0.3) await insist(other, payment.reversePayment, { id: ids[0]! }, { how: 'return', reason: 'No funds', fee: 7_00 });
  else if (luck < 0.5) await insist(other, deposit.moveDeposit, { id }, { to: 'OPEN' });
  else if (luck < 0.7) await insist(desk, moveInvoice, { id: drafts[0]! }, { to: 'WRITTEN_OFF', reason: 'Agreed' });
}

for (let round = 0; round < ROUNDS; round += 1) {
  const jobs: { client: number; drafts: number[]; luck: number }[] = [];
  for (const desk of desks) {
    const client = await makeClient(desk);
    jobs.push({ client, drafts: [await makeDraft(desk, client), await makeDraft(desk, client)], luck: random.below(1000) / 1000 });
  }
  const working = Promise.allSettled(
    desks.map((desk, at) => work(desk, desks[(at + 1) % PEOPLE]!, jobs[at]!.drafts, jobs[at]!.client, jobs[at]!.luck)),
  );
  for (let kill = 0; kill < 2; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300 + random.below(1500)));
    await firm.kill();
    slowest = Math.max(slowest, await firm.restart());
  }
  for (const ended of await working) if (ended.status === 'rejected') wrong.push(String(ended.reason));
}

if (process.env.SABOTAGE)
  await firm.sql(`alter table journal disable trigger user; delete from journal where id = (select min(id) from journal)`);
const numbers = await firm.sql<{ num: string }>('select num from invoice where num is not null order by num');
wrong.push(...findNumberFaults(numbers.map(({ num }) => Number(num))));
const [journal] = await firm.sql<{ sum: string }>('select coalesce(sum(amount), 0) as sum from journal');
if (Number(journal!.sum) !== 0) wrong.push(`The journal comes to ${journal!.sum} cents`);
const auditor = await openDesk(firm, 'books-auditor');
const { differences } = await auditor.me.call(getLedgerHealth, {});
for (const difference of differences) wrong.push(JSON.stringify(difference));
await firm.stop();
for (const line of wrong) console.log(`wrong: ${line}`);
console.log(
  `Books at once: ${PEOPLE} people, ${2 * ROUNDS} kills, ${acked} acknowledged actions, ${refused} refused, ${again} sent again, numbers 1 to ${numbers.length}, ${wrong.length} wrong; slowest recovery ${(slowest / 1000).toFixed(1)} s; seed ${SEED}`,
);
process.exit(wrong.length > 0 ? 1 : 0);
