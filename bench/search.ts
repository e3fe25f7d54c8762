// Search at 100,000 clients and contacts, 50,000 jobs and 30,000 quotes: through HTTP, beside the same SQL run directly on the same database.
// Then every order that a long list offers, on its first, middle and last page, through HTTP alone.
import { measureOrders } from './shared/list-orders.ts';
import { measurePalette } from './shared/palette.ts';
import { compare, compareWithSql, percentile, signIn, startProduct, timedGet, untilQuiet } from './shared/product.ts';
import { captureSql, openSql } from './shared/same-sql.ts';

const ROUNDS = 41;
const WARM_UP = 10;
/** Stands for the number of a contact that is there. */
const SOMEONES_PHONE = 'phone';
type Case = { name: string; path: string; filter: Record<string, string | number | string[]>; limit: number };

const CASES: Case[] = [
  { name: 'two words', path: '/api/clients/client/', filter: { query: 'heronwood construction' }, limit: 20 },
  { name: 'two-letter word with count', path: '/api/clients/client/', filter: { query: 'ma' }, limit: 50 },
  { name: 'no words', path: '/api/clients/client/', filter: {}, limit: 50 },
  { name: 'contact, two words', path: '/api/clients/contact/', filter: { query: 'marie leblanc' }, limit: 20 },
  { name: 'contact, two-letter word with count', path: '/api/clients/contact/', filter: { query: 'ro' }, limit: 50 },
  { name: 'contact by phone', path: '/api/clients/contact/', filter: { query: SOMEONES_PHONE }, limit: 20 },
  { name: 'jobs, as the dashboard opens', path: '/api/jobs/', filter: { state: ['IN PROGRESS'] }, limit: 20 },
  { name: 'jobs, words', path: '/api/jobs/', filter: { query: 'boundary woodstock' }, limit: 20 },
  { name: 'jobs, My Projects', path: '/api/jobs/', filter: { project_manager: 2, state: ['IN PROGRESS'] }, limit: 20 },
  { name: 'quotes, as the dashboard opens', path: '/api/jobs/quote/', filter: { state: ['AWAITING QUOTE', 'QUOTE SUBMITTED'] }, limit: 20 },
  { name: 'quotes, words', path: '/api/jobs/quote/', filter: { query: 'boundary woodstock' }, limit: 20 },
];

/** Spelled as the web app spells it: a list repeats its name. */
function spell(filter: Case['filter']): string {
  const words = Object.entries(filter).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
  return new URLSearchParams([['page_size', '25'], ...words]).toString();
}

async function findPhone(origin: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/api/clients/contact/?page_size=100`, { headers: { cookie } });
  const { results } = (await answer.json()) as { results: { phones: string[] }[] };
  return (results.find(({ phones }) => phones.length > 0)?.phones[0] ?? '').replace(/\D/g, '').slice(-10);
}

// LARGE_DATA names a folder that keeps the large firm between runs: making it takes minutes.
const { LARGE_DATA } = process.env;
const product = await startProduct({ DEMO_SIZE: 'large', ...(LARGE_DATA ? { DATA_DIR: LARGE_DATA } : {}) });
try {
  console.log(`loaded and ready after ${(product.readyAfterMs / 1000).toFixed(0)} s`);
  const cookie = await signIn(product.origin, 'mona');
  const sql = await openSql(product.dataDir);
  await sql.untilSealed();
  await untilQuiet(product.origin);
  const phone = await findPhone(product.origin, cookie);
  for (const { name, path, filter: asked, limit } of CASES) {
    const filter = asked.query === SOMEONES_PHONE ? { query: phone } : asked;
    const url = `${product.origin}${path}?${spell(filter)}`;
    const statements = await captureSql(path, filter);
    const http: number[] = [];
    const direct: number[] = [];
    let count = 0;
    for (let i = 0; i < ROUNDS + WARM_UP; i += 1) {
      const { ms: through, body } = await timedGet<{ count: number }>(url, cookie);
      count = body.count;
      const beside = await sql.time(statements);
      if (i >= WARM_UP) {
        http.push(through);
        direct.push(beside);
      }
      // Sixty a second is what a person may ask for.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    http.sort((a, b) => a - b);
    direct.sort((a, b) => a - b);
    const [h, d] = [percentile(http, 0.5), percentile(direct, 0.5)];
    console.log(`\n${name} (${count} found): HTTP p95 ${percentile(http, 0.95).toFixed(1)} ms`);
    compare(`${name}, SQL p50`, d, limit, 'ms');
    if (count === 0) console.log(`short: ${name} finds nothing, so it shows nothing`);
    compareWithSql(`${name}, p50`, h, d);
  }
  await sql.close();
  await measurePalette(product.origin, phone);
  await measureOrders(product.origin);
} finally {
  await product.stop();
}
