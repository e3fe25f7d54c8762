import { ALL } from '@dmse/contract/all';
import { answerSchema, type Endpoint } from '@dmse/contract/endpoint';
import { getItem } from '@dmse/contract/expenses/disbursement';
import { getExpense, listExpenseHistory, listExpenses } from '@dmse/contract/expenses/expense';
import { type Action, can } from '@dmse/domain/access/grants';
import { expandRoles, isRole } from '@dmse/domain/access/roles';
import type { TestClient } from '@dmse/testkit/client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { listReferences } from '../flows/references.ts';
import { useDemoFirm } from '../testing/demo-firm.ts';
import { ask } from '../testing/empty-database.ts';

/** `npm test` opens the small firm; the campaign `demo-medium` opens the medium one. */
const SIZE = process.env.DEMO_SIZE === 'medium' ? 'medium' : 'small';
const PAGE_SIZE = 200;
/** Of a longer list the pages are spread over its whole length. */
const MAX_PAGES = 12;
const MAX_RECORDS = 6;

type Input = Record<string, unknown>;
type Row = { id?: number | string };
type Answer = { count: number; results: Row[] };

const demo = useDemoFirm('every_list', SIZE);
let people: { id: number; client: TestClient; groups: ReturnType<typeof expandRoles> }[];
let calls = 0;

beforeAll(async () => {
  const users = await ask<{ id: number; username: string; granted: string[] }>(
    demo.ownerUrl,
    'select id, username, granted from app_user where is_active order by id',
  );
  people = [];
  for (const { id, username, granted } of users)
    people.push({ id, client: await demo.as(username), groups: expandRoles(granted.filter(isRole)) });
}, 300_000);

/** Where everybody sees their own, whoever sees all of it asks: the pages of a list are of one piece. */
const SEES_ALL: Partial<Record<Action, Action>> = { 'time.read': 'time.admin', 'expenses.read': 'expenses.admin' };

/** Asks as those who may, one after the other: each has a budget of calls. Fails where the contract refuses the answer. */
async function call(endpoint: Endpoint, input: Input): Promise<unknown> {
  const { needs } = endpoint.declaration;
  const allowed = people.filter(({ groups }) => can(groups, SEES_ALL[needs] ?? needs));
  calls += 1;
  const answer = await allowed[calls % allowed.length]!.client.send(endpoint, input);
  const asked = `${endpoint.path} ${JSON.stringify(input)}`;
  expect(answer.status, `${asked}: ${answer.body.toString().slice(0, 500)}`).toBe(200);
  const read = answerSchema(endpoint)!.safeParse(JSON.parse(answer.body.toString()));
  expect(read.error?.message, asked).toBeUndefined();
  return read.data;
}

/** So many of a list, evenly spread, its first and last among them. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, at) => list[Math.round((at * (list.length - 1)) / (most - 1))]!);
}

/** Opens the pages of a list and answers the rows of all that were opened. */
async function openPages(endpoint: Endpoint, input: Input): Promise<Row[]> {
  const isPaged = 'page_size' in (endpoint.declaration.query?.shape ?? {});
  if (!isPaged) return ((await call(endpoint, input)) as Answer).results;
  const { count, results } = (await call(endpoint, { ...input, page_size: PAGE_SIZE })) as Answer;
  const others = Array.from({ length: Math.ceil(count / PAGE_SIZE) - 1 }, (_, at) => at + 2);
  const rows = [...results];
  for (const page of spread(others, MAX_PAGES))
    rows.push(...((await call(endpoint, { ...input, page_size: PAGE_SIZE, page })) as Answer).results);
  if (others.length <= MAX_PAGES) expect(rows).toHaveLength(count);
  return rows;
}

const isList = (endpoint: Endpoint) => {
  const shape = (answerSchema(endpoint) as z.ZodObject | null)?.shape;
  return endpoint.method === 'get' && shape !== undefined && 'results' in shape;
};
const lists = [...ALL].filter(([, endpoint]) => isList(endpoint) && endpoint.names.length === 0);

/** What stands below a record: the record itself, its history, its checks. Only a memo that came by mail has an original. */
const belowOf = ({ path }: Endpoint) =>
  [...ALL.values()].filter(
    (one) =>
      one.method === 'get' &&
      one.path.startsWith(`${path}:id/`) &&
      one.names.length === 1 &&
      answerSchema(one) &&
      one !== ALL.get('getMemoOriginal'),
  );

const idsOf = async (from: string) =>
  (await ask<{ id: number | string }>(demo.ownerUrl, `select id from ${from} order by id`)).map(({ id }) => id);

/** A list that shows nothing until it is told of what. */
const INPUTS: Record<string, () => Promise<Input[]>> = {
  listTasks: ofProjects,
  listTaskGroups: ofProjects,
  listBudget: ofProjects,
  listScalings: ofProjects,
  listMemos: ofProjects,
  listDisbursements: async () => spread(await idsOf('job'), 60).map((job) => ({ job })),
  listNearby: async () => [{ min_lon: -66, min_lat: 45, max_lon: -64, max_lat: 47 }],
  geocodeAddress: async () => [{ query: 'main' }],
  listMapNeighbours: async () => [{ lon: -64.8, lat: 46.09, metres: 5000 }],
  searchMap: async () => [{ query: 'main' }, { query: '7500' }, { query: 'FS000' }, { query: '46.09, -64.8' }],
  searchEverything: async () => [{ query: 'survey' }, { query: '26-0005' }, { query: 'mo' }],
  geocodeParcel: async () => [{ query: '75' }],
  listShots: ofRuns,
  listPipes: ofRuns,
  listImages: ofRuns,
  listWipItems: async () => (await ofProjects()).filter((owner) => 'job' in owner),
};

async function ofRuns(): Promise<Input[]> {
  return spread(await idsOf('field_run'), 100).map((field_run) => ({ field_run }));
}

async function ofProjects(): Promise<Input[]> {
  const [jobs, quotes] = [spread(await idsOf('job'), 60), spread(await idsOf('quote'), 30)];
  return [...jobs.map((job) => ({ job })), ...quotes.map((quote) => ({ quote }))];
}

describe(`${SIZE} demo`, () => {
  test.each(lists)('%s opens, with what stands below its records', async (name, endpoint) => {
    const rows: Row[] = [];
    for (const input of (await INPUTS[name]?.()) ?? [{}]) rows.push(...(await openPages(endpoint, input)));
    for (const { id } of spread(
      rows.filter((row) => row.id !== undefined),
      MAX_RECORDS,
    ))
      for (const below of belowOf(endpoint)) await (isList(below) ? openPages(below, { id }) : call(below, { id }));
  });

  test('what people worked adds up: the ledger is sound, a day has 24 h, and a week is what is expected', async () => {
    const health = (await call(ALL.get('getLedgerHealth')!, {})) as { checked: number; differences: unknown[] };
    expect([health.checked > 1000, health.differences]).toEqual([true, []]);
    const [facts] = await ask<{ longest: number; usual: number; years: number }>(
      demo.ownerUrl,
      `select max(day.minutes)::int as longest, (select percentile_cont(0.5) within group (order by minutes)
          from (select sum(minutes) as minutes from time_entry group by batch) weeks)::int as usual,
        ((max(day.date) - min(day.date)) / 365.0)::float8 as years
      from (select date, sum(minutes) as minutes from time_entry group by "user", date) day`,
    );
    expect(facts!.longest).toBeLessThanOrEqual(24 * 60);
    // Whoever is out for a job stays until it is done, so a busy firm's weeks are a little longer than those it pays.
    expect(facts!.usual / 60).toBeGreaterThanOrEqual(37);
    expect(facts!.usual / 60).toBeLessThanOrEqual(43);
    expect(Math.round(facts!.years)).toBe(2);
  });

  test('everybody opens their own expenses and what they used on jobs', async () => {
    const owners = new Set(await idsOf('(select distinct "user" as id from expense) owner'));
    expect(owners.size).toBeGreaterThan(15);
    for (const { client, id, groups } of spread(
      people.filter((person) => owners.has(person.id)),
      MAX_RECORDS,
    )) {
      expect(can(groups, 'expenses.own')).toBe(true);
      const { results, count } = await client.call(listExpenses, { mine: true, page_size: 3 });
      expect(count).toBeGreaterThan(0);
      for (const expense of results) {
        expect(await client.call(getExpense, { id: expense.id })).toMatchObject({ user: { id }, gross: expense.gross });
        expect((await client.call(listExpenseHistory, { id: expense.id })).count).toBe(expense.version);
      }
      for (const item of (await idsOf(`disbursement_item where "user" = ${id}`)).slice(0, 3))
        expect(await client.call(getItem, { id: Number(item) })).toMatchObject({ user: { id } });
    }
  });

  test('every run that was taken has shots, and so something to open', async () => {
    const empty = await idsOf(`field_run r where state <> 'Waiting' and not exists (select from shot where field_run = r.id)`);
    expect(empty).toEqual([]);
  });

  test('nothing refers to a client or contact that was merged into another', async () => {
    for (const party of ['client', 'contact'] as const) {
      const merged = await idsOf(`${party} where merged_into is not null`);
      const references = await demo.app.db.read((tx) => listReferences(tx, party));
      expect(references.length).toBeGreaterThan(2);
      for (const { table, column } of references)
        expect(await ask(demo.ownerUrl, `select 1 from ${table} where ${column} = any($1)`, [merged]), `${table}.${column}`).toEqual([]);
    }
  });
});
