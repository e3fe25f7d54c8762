import { openSql } from './same-sql.ts';

const PAGES = 200_000;
const PAGES_PER_SCAN = 5;
const WORDS_PER_PAGE = 80;
const NAMES = ['landry', 'cormier', 'leblanc', 'murray', 'champlain', 'boudreau', 'robichaud', 'gallant', 'macdonald', 'arseneau'];

/** Pages with words as a language has them: few are on many pages, many on few. Every page has a number of its own. */
export async function loadPages(dataDir: string): Promise<void> {
  const sql = await openSql(dataDir, 'dmse_owner');
  const scans = PAGES / PAGES_PER_SCAN;
  if ((await sql.ask('select from scan_page limit 1 offset 100000')).length > 0) return sql.close();
  await sql.ask('select setseed(0.5)');
  await sql.ask(
    `insert into file (sha256, bytes, name, mime_type, created_on) values (repeat('a', 64), 1, 'page.tiles', 'text/plain', now())`,
  );
  await sql.ask(`with made as (
      insert into historical_file (company, file_number, created_on, updated_on)
      select 'Bench', 'B-' || n, now(), now() from generate_series(1, ${scans}) n returning id)
    insert into historical_scan (historical_file, file, position, state, pages, pages_done, created_on)
    select id, (select max(id) from file), 1, 'ready', ${PAGES_PER_SCAN}, ${PAGES_PER_SCAN}, now() from made`);
  // The places of the words are as many bytes as on a real page, all the same.
  const words = JSON.stringify(Array.from({ length: WORDS_PER_PAGE }, (_, at) => ['boundary', 1200 + at, 3400, 210, 48]));
  await sql.ask(`insert into scan_page (scan, historical_file, page, width, height, tiles, text_source, words, text)
    select s.id, s.historical_file, p, 9933, 7016, s.file, 'picture', '${words}', 'Plan ' || (s.n * ${PAGES_PER_SCAN} + p) || ' ' || t.text
    from (select id, historical_file, file, row_number() over (order by id) as n from historical_scan where pages = ${PAGES_PER_SCAN}) s
    cross join generate_series(1, ${PAGES_PER_SCAN}) p
    cross join lateral (select string_agg(case
        when r < 0.0013 then 'easement'
        when r < 0.0033 then (array['${NAMES.join("','")}'])[1 + floor((r - 0.0013) / 0.002 * ${NAMES.length})::int]
        else 'w' || floor(r * r * r * 20000)::int end, ' ') as text
      from (select random() as r from generate_series(1, ${WORDS_PER_PAGE} + 0 * (s.n + p)::int)) w) t`);
  await sql.ask('vacuum analyze scan_page, historical_scan, historical_file');
  const [{ pages }] = (await sql.ask<{ pages: string }>('select count(*) as pages from scan_page')) as [{ pages: string }];
  console.log(`${Number(pages).toLocaleString('en-CA')} pages of ${WORDS_PER_PAGE} words`);
  await sql.close();
}
