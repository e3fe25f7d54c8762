import { searchEverything } from '@dmse/contract/search/search';
import { expandRoles } from '@dmse/domain/access/roles';
import { SEARCH_NOUN_NAMES, searchNounsFor } from '@dmse/domain/access/search-nouns';
import { NAMED_PEOPLE } from '@dmse/testkit/people';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDemoFirm } from '../../testing/demo-firm.ts';
import { ask } from '../../testing/empty-database.ts';

const demo = useDemoFirm('search');
/** A query that finds something of each noun. */
const queries = new Map<string, string>();
beforeAll(async () => {
  // Scans are read by a queue, which does not run here.
  await ask(
    demo.ownerUrl,
    `insert into scan_page (scan, historical_file, page, width, height, tiles, text_source, text, words)
      select id, historical_file, 1, 10, 10, 1, 'none', 'Beside the old mill', '[]' from historical_scan order by id limit 1`,
  );
  const [words] = await ask<Record<string, string>>(
    demo.ownerUrl,
    `select (select num from job order by id limit 1) as job, (select num from quote order by id limit 1) as quote,
      (select name from client order by id limit 1) as client, (select name from contact order by id limit 1) as contact,
      (select num from invoice where num is not null order by id limit 1) as invoice,
      (select name from control_point order by id limit 1) as control, (select name from field_run where name <> '' order by id limit 1) as run,
      (select c.name from payment p join client c on c.id = p.client order by p.id desc limit 1) as payment,
      (select file_number from historical_file where file_number <> '' order by id limit 1) as historical, 'old mill' as scan, 'mona' as person`,
  );
  for (const [noun, query] of Object.entries(words!)) queries.set(noun, query);
}, 300_000);

const find = async (who: string, query: string) => (await (await demo.as(who)).call(searchEverything, { query })).results;

describe('search', () => {
  it.each(SEARCH_NOUN_NAMES)('finds a %s, for those who may see it and for nobody else', async (noun) => {
    const query = queries.get(noun)!;
    const all = await find('alice', query);
    expect(all.map((hit) => hit.noun)).toContain(noun);
    for (const { username, granted } of NAMED_PEOPLE) {
      const nouns = searchNounsFor(expandRoles(granted));
      expect(await find(username, query), username).toEqual(all.filter((hit) => nouns.includes(hit.noun)));
    }
  });

  it('Chelsea, who is an Employee and nothing else, finds historical files only', () => {
    expect(searchNounsFor(['Employee'])).toEqual(['historical', 'scan']);
  });

  it('puts what is called so exactly first, finds a number without its dash, and words in any order without accents', async () => {
    const num = queries.get('job')!;
    expect((await find('joe', num))[0]).toMatchObject({ noun: 'job', title: expect.stringContaining(`${num} `) });
    expect((await find('joe', num.replace('-', '')))[0]).toMatchObject({ noun: 'job', title: expect.stringContaining(`${num} `) });
    // The digits of an invoice’s number stand in many a phone number.
    const invoice = queries.get('invoice')!;
    await ask(demo.ownerUrl, `update contact set phones = '{506${invoice}11}' where id = (select max(id) from contact)`);
    expect((await find('alice', invoice))[0]).toMatchObject({ noun: 'invoice', title: expect.stringContaining(`Invoice ${invoice} `) });
    const [client] = await ask<{ id: number; name: string }>(
      demo.ownerUrl,
      `select id, name from client where name ~ '[éèô].* ' order by id limit 1`,
    );
    const turned = client!.name.normalize('NFD').replace(/\p{M}/gu, '').split(' ').reverse().join(' ').toUpperCase();
    expect((await find('joe', turned)).map((hit) => hit.path)).toContain(`/client/${client!.id}`);
  });

  it('finds some of what more than a thousand old files hold and no new one, and the newest of what few hold', async () => {
    for (const [company, count] of Object.entries({ Foxglove: 1500, Larkspur: 3, Bramble: 2100 }))
      await ask(
        demo.ownerUrl,
        `insert into historical_file (company, file_number, created_on, updated_on)
          select '${company}', '${company[0]}-' || n, now(), now() from generate_series(1, ${count}) n`,
      );
    const titles = async (query: string) => (await find('alice', query)).map(({ title }) => title.trim());
    expect(await titles('foxglove')).toHaveLength(5);
    expect(await titles('larkspur')).toEqual(['L-3', 'L-2', 'L-1']);
    expect(await titles('bramble')).toEqual(['B-2100', 'B-2099', 'B-2098', 'B-2097', 'B-2096']);
  });

  it('a field run without a job says its state alone', async () => {
    const [run] = await ask<{ name: string; state: string }>(
      demo.ownerUrl,
      `select name, state from field_run where job_num = '' and name <> '' and not is_deleted order by id limit 1`,
    );
    expect((await find('alice', run!.name)).find(({ noun }) => noun === 'run')?.hint).toBe(run!.state);
  });

  it('a payment is found by its reference, its client, and one word of each', async () => {
    const [payment] = await ask<{ id: number; reference: string; name: string }>(
      demo.ownerUrl,
      `update payment p set reference = 'CHQ-8841' from client c where c.id = p.client and p.id = (select max(id) from payment)
        returning p.id, p.reference, c.name`,
    );
    const { reference, name, id } = payment!;
    for (const query of [reference, name, `${name.split(' ')[0]} ${reference}`])
      expect(
        (await find('ivan', query)).map((hit) => hit.path),
        query,
      ).toContain(`/payment/${id}`);
  });

  it('shows whole words around what was found on a page, and where more stands before and after', async () => {
    const said = `${'Surveyors of monuments '.repeat(3)}beside the watermill ${'and its quarrystones '.repeat(12)}`;
    await ask(demo.ownerUrl, `update scan_page set text = '${said}' where text = 'Beside the old mill'`);
    const hint = (await find('alice', 'watermill')).find(({ noun }) => noun === 'scan')!.hint;
    expect(hint).toMatch(/^… (of |monuments )?(monuments )?beside the watermill (and its quarrystones )+(and |and its )?…$/);
  });
});
