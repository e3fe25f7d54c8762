/**
 * INT-F7: for every call that changes something, the answer is lost once after the server has committed, and the sender sends the same again.
 * The database must hold the effect exactly once: a picture of every table is taken before, in between and after.
 * `SABOTAGE=1` sends the repetition as if it were another call (new operation, new key): the campaign must then fail.
 */

import { clientAt, compare, EXAMPLES, listWrites, openDesk, optionsOf, takePicture } from '../shared/examples/examples.ts';
import { startFaultProxy } from '../shared/fault-proxy.ts';
import { startFirm } from '../shared/firm.ts';

const SEED = Number(process.env.SEED ?? 7);
const ROUNDS = process.env.CAMPAIGN === 'nightly' ? 10 : 1;

const firm = await startFirm('f07');
const proxy = await startFaultProxy(firm.origin);
const found = { lost: [] as string[], duplicated: [] as string[], wrong: [] as string[] };
const { tried, untried } = listWrites();
let acked = 0;
let slowest = 0;

async function loseAnswer(name: string, round: number): Promise<void> {
  const endpoint = tried.find(([other]) => other === name)![1];
  const desk = await openDesk(firm, `f7-${name}-${round}`);
  const example = await EXAMPLES[name as keyof typeof EXAMPLES]!(desk);
  const far = clientAt(proxy.origin, desk.person);
  const options = optionsOf(example);
  const send = (how = options) => far.send(endpoint, example.input, example.body, how).catch(() => null);
  const before = await takePicture(firm);
  proxy.decide = () => ({ kind: 'drop_response' });
  if ((await send()) !== null) found.wrong.push(`${name}: the answer was not lost`);
  const done = await takePicture(firm);
  if (compare(before, done).size === 0) found.lost.push(`${name}: nothing came of it`);
  proxy.decide = () => ({ kind: 'pass' });
  const began = performance.now();
  const answer = await send(
    process.env.SABOTAGE ? { ...options, headers: { ...options.headers, 'x-op-id': '', 'idempotency-key': `${name}-other` } } : options,
  );
  slowest = Math.max(slowest, performance.now() - began);
  const status = answer?.status ?? 0;
  const allowed = [endpoint.declaration.status ?? (endpoint.declaration.response === 'nothing' ? 204 : 200), ...(example.again ?? [])];
  if (!allowed.includes(status))
    found.wrong.push(`${name}: sent again, it was answered with ${status} ${answer?.body.toString('utf8', 0, 200)}`);
  const again = compare(done, await takePicture(firm));
  if (again.size > 0) found.duplicated.push(`${name}: sent again, it changed ${[...again.keys()].join(', ')}`);
  acked += 1;
}

for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name] of tried) await loseAnswer(name, round).catch((error: Error) => found.wrong.push(`${name}: ${error.message}`));
}
await proxy.close();
await firm.stop();
if (untried.length > 0) found.wrong.push(`${untried.length} calls have no example in bench/shared yet: ${untried.join(', ')}`);
for (const [kind, lines] of Object.entries(found)) for (const line of lines) console.log(`${kind}: ${line}`);
console.log(
  `F7 answer lost: ${proxy.faults()} faults on ${tried.length} calls, ${acked} acknowledged actions, ${found.lost.length} lost, ${found.duplicated.length} duplicated, ${found.wrong.length} wrong; slowest recovery ${(slowest / 1000).toFixed(1)} s; seed ${SEED}`,
);
process.exit(found.lost.length + found.duplicated.length + found.wrong.length > 0 ? 1 : 0);
