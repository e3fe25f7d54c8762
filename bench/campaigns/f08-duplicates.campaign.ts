/**
 * INT-F8: every call that changes something arrives two to five times at once. What comes of it must be what comes of one: as many rows in
 * every table as a single sending of its like leaves, and nothing more when it is sent once again afterwards.
 * `SABOTAGE=1` gives each copy a name of its own: the campaign must then fail.
 */
import { createRandom } from '@dmse/sync/memory/random';
import { compare, EXAMPLES, listWrites, openDesk, optionsOf, takePicture } from '../shared/examples/examples.ts';
import { startFirm } from '../shared/firm.ts';

const SEED = Number(process.env.SEED ?? 8);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 10 : 1;

const random = createRandom(SEED);
const firm = await startFirm('f08');
const found = { lost: [] as string[], duplicated: [] as string[], wrong: [] as string[] };
const { tried, untried } = listWrites();
let copies = 0;
let acked = 0;
let slowest = 0;

const told = (changed: Map<string, number>) => JSON.stringify(Object.fromEntries([...changed].sort(([a], [b]) => (a < b ? -1 : 1))));

/** Sends an example so many times at once; answers what the database says came of it. */
async function sendAtOnce(
  name: string,
  times: number,
  round: string,
): Promise<{ effect: Map<string, number>; again: Map<string, number> }> {
  const endpoint = tried.find(([other]) => other === name)![1];
  const desk = await openDesk(firm, `f8-${name}-${round}`);
  const example = await EXAMPLES[name as keyof typeof EXAMPLES]!(desk);
  const options = optionsOf(example);
  const send = (copy: number) => {
    const own = { ...options, headers: { ...options.headers, 'x-op-id': '', 'idempotency-key': `${name}-copy-${copy}` } };
    return desk.me.send(endpoint, example.input, example.body, process.env.SABOTAGE && times > 1 ? own : options);
  };
  const before = await takePicture(firm);
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: times }, (_, copy) => send(copy)));
  slowest = Math.max(slowest, performance.now() - began);
  const good = endpoint.declaration.status ?? (endpoint.declaration.response === 'nothing' ? 204 : 200);
  const strange = answers.filter(({ status }) => status !== good && !example.again?.includes(status));
  for (const { status, body } of strange) found.wrong.push(`${name}: a copy was answered with ${status} ${body.toString('utf8', 0, 200)}`);
  if (!answers.some(({ status }) => status === good)) found.lost.push(`${name}: no copy was taken`);
  const done = await takePicture(firm);
  await send(0);
  return { effect: compare(before, done), again: compare(done, await takePicture(firm)) };
}

async function tryCall(name: string, round: number): Promise<void> {
  const times = 2 + random.below(4);
  const one = await sendAtOnce(name, 1, `${round}-one`);
  const many = await sendAtOnce(name, times, `${round}-many`);
  copies += times - 1;
  acked += 2;
  if (one.effect.size === 0) found.lost.push(`${name}: nothing came of it`);
  if (told(one.effect) !== told(many.effect))
    found.duplicated.push(`${name}: one leaves ${told(one.effect)}, ${times} at once ${told(many.effect)}`);
  for (const { again } of [one, many])
    if (again.size > 0) found.duplicated.push(`${name}: sent again, it changed ${[...again.keys()].join(', ')}`);
}

for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name] of tried) await tryCall(name, round).catch((error: Error) => found.wrong.push(`${name}: ${error.message}`));
}
await firm.stop();
if (untried.length > 0) found.wrong.push(`${untried.length} calls have no example in bench/shared yet: ${untried.join(', ')}`);
for (const [kind, lines] of Object.entries(found)) for (const line of lines) console.log(`${kind}: ${line}`);
console.log(
  `F8 duplicates: ${copies} faults on ${tried.length} calls, ${acked} acknowledged actions, ${found.lost.length} lost, ${found.duplicated.length} duplicated, ${found.wrong.length} wrong; slowest recovery ${(slowest / 1000).toFixed(1)} s; seed ${SEED}`,
);
process.exit(found.lost.length + found.duplicated.length + found.wrong.length > 0 ? 1 : 0);
