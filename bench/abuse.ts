// What somebody who means harm costs everybody else: how long /healthz waits while each attack of the review runs, beside how long it waits
// when nobody attacks. The answers themselves are asserted by apps/server/src/guard/abuse.test.ts; here are the times.
import { compare, percentile, signIn, startProduct } from './shared/product.ts';

/** The worst wait for a small call during an attack, in milliseconds. */
const MOST_WAIT_MS = 1000;
const MEGABYTE = 1024 * 1024;

type Answer = { status: number; bytes: number; ms: number };

async function post(url: string, method: string, body: string, cookie = ''): Promise<Answer> {
  const began = performance.now();
  const csrf = /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '';
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie, 'x-csrftoken': decodeURIComponent(csrf) } : {}) };
  // A server that refuses before it has read the whole body may close the connection: that is an answer too.
  const answer = await fetch(url, { method, headers, body }).catch(() => null);
  const bytes = answer ? (await answer.arrayBuffer().catch(() => new ArrayBuffer(0))).byteLength : 0;
  return { status: answer?.status ?? 0, bytes, ms: performance.now() - began };
}

/** Asks for a sign of life again and again while the attack runs. Answers the waits, sorted. */
async function waitsDuring(origin: string, attack: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  const attacking = { isOver: false };
  const running = attack().finally(() => {
    attacking.isOver = true;
  });
  while (!attacking.isOver) {
    const began = performance.now();
    await fetch(`${origin}/healthz`).then((answer) => answer.text());
    waits.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, 10));
  }
  await running;
  return waits.sort((a, b) => a - b);
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const product = await startProduct();
try {
  const { origin } = product;
  const [chelsea, mona] = [await signIn(origin, 'chelsea'), await signIn(origin, 'mona')];
  const quiet = await waitsDuring(origin, () => pause(2000));
  const usual = percentile(quiet, 0.5);
  console.log(`nobody attacks: /healthz ${usual.toFixed(1)} ms in the median, ${quiet.at(-1)!.toFixed(1)} ms at worst`);

  const tell = async (name: string, attack: () => Promise<Answer[]>) => {
    let answers: Answer[] = [];
    const waits = await waitsDuring(origin, async () => {
      answers = await attack();
    });
    const worst = waits.at(-1) ?? 0;
    const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, of]) => `${of!.length} x ${status}`);
    const largest = Math.max(...answers.map(({ bytes }) => bytes));
    console.log(
      `${name}: ${statuses.join(', ')}; largest answer ${largest} bytes; last after ${Math.max(...answers.map(({ ms }) => ms)).toFixed(0)} ms`,
    );
    console.log(`  /healthz waited ${worst.toFixed(0)} ms at worst, ${(worst / usual).toFixed(1)} times the usual`);
    compare(`${name}: worst wait of /healthz`, worst, MOST_WAIT_MS, 'ms');
    await pause(500);
  };

  const twoMegabytes = `[${'1,'.repeat(MEGABYTE - 2)}1]`;
  await tell('one array of 2 MB from nobody', () => Promise.all([post(`${origin}/api/clients/client/`, 'POST', twoMegabytes)]));
  await tell('ten at once', () => Promise.all(times(10, () => post(`${origin}/api/clients/client/`, 'POST', twoMegabytes))));
  const unknown = JSON.stringify(Object.fromEntries(times(150_000, (at) => [`k${at}`, 1])));
  await tell('150,000 unknown keys from an employee', () => Promise.all([post(`${origin}/api/users/self/`, 'PATCH', unknown, chelsea)]));
  const report = `${origin}/api/sites/device/00000000-0000-4000-8000-000000000001/report/`;
  const elements = `{"runs":[${'1,'.repeat(900_000)}1]}`;
  await tell('900,000 elements from an employee', () => Promise.all([post(report, 'POST', elements, chelsea)]));
  await tell('2 MB to an address that is not there', () => Promise.all([post(`${origin}/api/nothing/`, 'POST', twoMegabytes)]));

  const made = await fetch(`${origin}/api/jobs/quote/?page_size=1`, { headers: { cookie: mona } });
  const [quote] = ((await made.json()) as { results: { id: number }[] }).results;
  const pdf = JSON.stringify({ quote: quote!.id, terms: 'The client pays within thirty days of the invoice.\n'.repeat(390) });
  await tell('ten quote PDFs at once', () => Promise.all(times(10, () => post(`${origin}/api/jobs/quote/pdf/`, 'POST', pdf, mona))));
} finally {
  await product.stop();
}
