/**
 * INT-F2: the server is killed with -9 in the middle of what is written about time, expenses, WIP, invoices and payments, several people at once. Each of them
 * sends the same thing again until it is answered. What comes of it must be what comes of one undisturbed sending, and the ledger must be
 * equal to what it is recomputed to. `SABOTAGE=1` sends again under another name: the campaign must then fail.
 */
import { randomUUID } from 'node:crypto';
import { getLedgerHealth } from '@dmse/contract/wip/wip';
import { createRandom } from '@dmse/sync/memory/random';
import {
  clientAt,
  compare,
  type Desk,
  EXAMPLES,
  type Example,
  listWrites,
  openDesk,
  optionsOf,
  takePicture,
} from '../shared/examples/examples.ts';
import { EXPENSE_EXAMPLES } from '../shared/examples/expense-examples.ts';
import { INVOICE_EXAMPLES } from '../shared/examples/invoice-examples.ts';
import { PAYMENT_EXAMPLES } from '../shared/examples/payment-examples.ts';
import { TIME_EXAMPLES } from '../shared/examples/time-examples.ts';
import { startFirm } from '../shared/firm.ts';

const SEED = Number(process.env.SEED ?? 2);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 20 : 2;
const AT_ONCE = 6;

const random = createRandom(SEED);
const firm = await startFirm('f02');
const found = { lost: [] as string[], duplicated: [] as string[], wrong: [] as string[] };
const calls = listWrites().tried.filter(([name]) =>
  [TIME_EXAMPLES, EXPENSE_EXAMPLES, INVOICE_EXAMPLES, PAYMENT_EXAMPLES].some((some) => name in some),
);
type Call = (typeof calls)[number];
let kills = 0;
let unanswered = 0;
let acked = 0;
let slowest = 0;

type Prepared = { name: string; desk: Desk; example: Example; endpoint: Call[1]; options: ReturnType<typeof optionsOf> };

async function prepare([name, endpoint]: Call, round: string): Promise<Prepared> {
  const desk = await openDesk(firm, `f2-${name}-${round}`);
  const example = await EXAMPLES[name as keyof typeof EXAMPLES]!(desk);
  return { name, desk, example, endpoint, options: optionsOf(example) };
}

/** Sends until there is an answer; a server that is not there is no answer. */
async function send({ name, desk, example, endpoint, options }: Prepared, is_first: boolean): Promise<void> {
  const named = process.env.SABOTAGE && !is_first ? { ...options, headers: { 'idempotency-key': randomUUID() } } : options;
  const { status, body } = await clientAt(firm.origin, desk.person).send(endpoint, example.input, example.body, named);
  const good = endpoint.declaration.status ?? (endpoint.declaration.response === 'nothing' ? 204 : 200);
  if (status === 503) throw new Error('not ready');
  acked += 1;
  if (status !== good) found.wrong.push(`${name}: answered ${status} ${body.toString('utf8', 0, 200)}`);
}

async function checkLedger(when: string): Promise<void> {
  const auditor = await openDesk(firm, `f2-auditor-${randomUUID()}`);
  const { differences } = await auditor.me.call(getLedgerHealth, {});
  for (const difference of differences) found.wrong.push(`${when}: ${JSON.stringify(difference)}`);
}

/** How many rows each call leaves by itself. */
const undisturbed = new Map<string, Map<string, number>>();
async function tryAlone(call: Call): Promise<void> {
  const prepared = await prepare(call, 'one');
  const before = await takePicture(firm);
  await send(prepared, true);
  undisturbed.set(call[0], compare(before, await takePicture(firm)));
}
for (const call of calls) await tryAlone(call).catch((error: Error) => found.wrong.push(`${call[0]}: ${error.message}`));

async function killDuring(some: Call[], round: string): Promise<void> {
  const prepared: Prepared[] = [];
  for (const call of some) prepared.push(await prepare(call, round));
  const before = await takePicture(firm);
  const enough = random.below(some.length);
  let answered = 0;
  let isEnough = () => {};
  const killing = new Promise<void>((resolve) => {
    isEnough = resolve;
  });
  const sending = Promise.allSettled(
    prepared.map(async (one) => {
      await send(one, true);
      answered += 1;
      if (answered >= enough) isEnough();
    }),
  );
  if (enough > 0) await killing;
  await new Promise((resolve) => setTimeout(resolve, random.below(30)));
  await firm.kill();
  kills += 1;
  const ended = await sending;
  slowest = Math.max(slowest, await firm.restart());
  // Of the answers that were given, the line has lost some.
  const waiting = prepared.filter((_, at) => ended[at]!.status === 'rejected' || random.chance(0.4));
  unanswered += waiting.length;
  for (const one of waiting) await send(one, false);
  const after = compare(before, await takePicture(firm));
  const wanted = new Map<string, number>();
  for (const [name] of some) for (const [table, rows] of undisturbed.get(name)!) wanted.set(table, (wanted.get(table) ?? 0) + rows);
  for (const table of new Set([...wanted.keys(), ...after.keys()])) {
    const [has, wants] = [after.get(table) ?? 0, wanted.get(table) ?? 0];
    const kind = has > wants ? 'duplicated' : 'lost';
    if (has !== wants) found[kind].push(`${table}: ${has} rows came, not ${wants}, of ${some.map(([name]) => name).join(', ')}`);
  }
  await checkLedger(`after ${some.map(([name]) => name).join(', ')}`);
}

for (let round = 0; round < ROUNDS; round += 1) {
  const shuffled = calls.map((call) => ({ call, at: random.below(1_000_000) })).sort((a, b) => a.at - b.at);
  for (let first = 0; first < shuffled.length; first += AT_ONCE) {
    const some = shuffled.slice(first, first + AT_ONCE).map(({ call }) => call);
    await killDuring(some, `${round}-${first}`).catch((error: Error) => found.wrong.push(error.message));
  }
}
await firm.stop();
for (const [kind, lines] of Object.entries(found)) for (const line of lines) console.log(`${kind}: ${line}`);
console.log(`${unanswered} requests were sent again`);
console.log(
  `F2 kill mid-write: ${kills} faults on ${calls.length} calls, ${acked} acknowledged actions, ${found.lost.length} lost, ${found.duplicated.length} duplicated, ${found.wrong.length} wrong; slowest recovery ${(slowest / 1000).toFixed(1)} s; seed ${SEED}`,
);
process.exit(found.lost.length + found.duplicated.length + found.wrong.length > 0 ? 1 : 0);
