/**
 * Historical files: words looked for in the text of 200,000 pages, through HTTP; then ten plans of the size A1 through the queue, while a
 * light call is made again and again, beside the same calls without them.
 * Run: node bench/historicals.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { compare, percentile, postAs, signIn, startProduct, timedGet } from './shared/product.ts';
import { openSql } from './shared/same-sql.ts';
import { loadPages } from './shared/scan-pages.ts';

const SEARCHES: readonly { name: string; query: string }[] = [
  { name: 'a number on one plan', query: 'plan 77123' },
  { name: 'two names', query: 'landry cormier' },
  { name: 'the beginning of a word', query: 'champl' },
  { name: 'a word on every tenth page', query: 'easement' },
];
const ROUNDS = 31;
const LIMIT_MS = 50;
const PLANS = 10;
const A1 = { width: 9933, height: 7016 };
const LIGHT_CALL = '/api/jobs/historicalfile/?page_size=1';
const LIMIT_RATIO = 2;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measureSearches(origin: string, cookie: string): Promise<void> {
  for (const { name, query } of SEARCHES) {
    const took: number[] = [];
    let count = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const url = `${origin}/api/jobs/historicalfile/?page_size=25&query=${encodeURIComponent(query)}`;
      const { ms, body } = await timedGet<{ count: number }>(url, cookie);
      count = body.count;
      if (round > 5) took.push(ms);
      await wait(20);
    }
    took.sort((a, b) => a - b);
    console.log(`\n${name}, "${query}" (${count} found): p95 ${percentile(took, 0.95).toFixed(1)} ms`);
    if (count === 0) console.log(`short: ${name} finds nothing, so it shows nothing`);
    compare(`${name}, p50 through HTTP`, percentile(took, 0.5), LIMIT_MS, 'ms');
  }
}

/** A plan as a large scanner gives it: black and white, group 4. */
async function drawPlan(number: number): Promise<Buffer> {
  const { width, height } = A1;
  const random = (most: number, salt: number) => ((number * 7919 + salt * 104_729) % 9973) * (most / 9973);
  const lines = Array.from({ length: 60 }, (_, at) => {
    const ends = [random(width, at), random(height, at + 100), random(width, at + 200), random(height, at + 300)];
    return `<line x1="${ends[0]}" y1="${ends[1]}" x2="${ends[2]}" y2="${ends[3]}" stroke="black" stroke-width="3"/>`;
  });
  const texts = Array.from({ length: 60 }, (_, at) => {
    const place = `x="${random(width * 0.8, at + 400)}" y="${random(height, at + 500)}"`;
    return `<text ${place} font-size="70" font-family="sans-serif">Lot ${number * 100 + at}  N 45°12' E  120.55 m</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="white"/>${lines.join('')}${texts.join('')}</svg>`;
  const drawn = sharp(Buffer.from(svg), { limitInputPixels: false }).removeAlpha().toColourspace('b-w');
  return drawn.tiff({ compression: 'ccittfax4', bitdepth: 1 }).toBuffer();
}

async function upload(origin: string, cookie: string, name: string, bytes: Buffer): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)]), name);
  const csrf = decodeURIComponent(/csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '');
  const answer = await fetch(`${origin}/api/core/upload/`, { method: 'POST', headers: { cookie, 'x-csrftoken': csrf }, body: form });
  if (!answer.ok) throw new Error(`Uploading answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: number }).id;
}

/** Light calls, forty a second, until it is time to stop. Answers how long they took, in order. */
async function callLightly(origin: string, cookie: string, isOver: () => boolean | Promise<boolean>): Promise<number[]> {
  const took: number[] = [];
  while (took.length < 200 || !(await isOver())) {
    for (let at = 0; at < 40; at += 1) {
      const began = performance.now();
      await (await fetch(`${origin}${LIGHT_CALL}`, { headers: { cookie } })).arrayBuffer();
      took.push(performance.now() - began);
      await wait(25);
    }
  }
  return took.sort((a, b) => a - b);
}

/** Megabytes in use by a process and those it started. */
function memoryOf(pid: number): number {
  const status = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8');
    } catch {
      return '';
    }
  };
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const own = all.filter((id) => id === String(pid) || new RegExp(`^PPid:\\s+${pid}$`, 'm').test(status(id)));
  const nodes = own.filter((id) => /^Name:\s+(?:node|MainThread)/m.test(status(id)));
  return nodes.reduce((sum, id) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(status(id))?.[1] ?? 0) / 1024, 0);
}

/** Until the scans of the demo itself are read: what is measured next is to begin with an empty queue. */
async function waitForQueue(dataDir: string): Promise<void> {
  const sql = await openSql(dataDir);
  while ((await sql.ask(`select from historical_scan where state in ('waiting', 'reading') limit 1`)).length > 0) await wait(2000);
  await sql.close();
}

async function measureQueue(origin: string, cookie: string, pid: number): Promise<void> {
  const bytes: Buffer[] = [];
  for (let number = 1; number <= PLANS; number += 1) bytes.push(await drawPlan(number));
  const quiet = await callLightly(origin, cookie, () => true);
  const files: number[] = [];
  for (const [at, plan] of bytes.entries()) files.push(await upload(origin, cookie, `plan-${at}.tif`, plan));
  const began = performance.now();
  await postAs(origin, cookie, '/api/jobs/historicalfile/drafts/', { files });
  let memory = 0;
  const busy = await callLightly(origin, cookie, async () => {
    memory = Math.max(memory, memoryOf(pid));
    const answer = await fetch(`${origin}/api/jobs/historicalfile/?is_draft=true&page_size=100`, { headers: { cookie } });
    const { results } = (await answer.json()) as { results: { scans_unread: number }[] };
    return results.every(({ scans_unread }) => scans_unread === 0);
  });
  console.log(`\n${PLANS} plans of ${A1.width} × ${A1.height} pixels read in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  console.log(`the server and its readers of scans: ${memory.toFixed(0)} MB at most`);
  const [without, with_] = [percentile(quiet, 0.95), percentile(busy, 0.95)];
  console.log(`a light call: p95 ${without.toFixed(1)} ms without scans, ${with_.toFixed(1)} ms with them`);
  compare('p95 of a light call with scans on the queue, against without', with_ / without, LIMIT_RATIO, 'times');
}

// PAGES_DATA names a folder that keeps the pages between runs: making them takes minutes.
const { PAGES_DATA } = process.env;
const product = await startProduct({ LEAVE_QUEUES: '', ...(PAGES_DATA ? { DATA_DIR: PAGES_DATA } : {}) });
try {
  const cookie = await signIn(product.origin, 'alice');
  await loadPages(product.dataDir);
  await measureSearches(product.origin, cookie);
  await waitForQueue(product.dataDir);
  await measureQueue(product.origin, cookie, product.pid);
} finally {
  await product.stop();
}
