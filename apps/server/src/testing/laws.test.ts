import { ALL } from '@dmse/contract/all';
import { amountsIn } from '@dmse/contract/common/amount';
import { answerSchema } from '@dmse/contract/endpoint';
import { seesAmounts } from '@dmse/domain/access/amounts';
import { can, rolesFor } from '@dmse/domain/access/grants';
import { ROLES } from '@dmse/domain/access/roles';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { AMOUNT_NAMES } from '../call/amounts.ts';
import type { DB } from '../db/rows.generated.ts';
import { listReferences } from '../flows/references.ts';
import { type Answer, useCells } from './cells.ts';
import { useTestApp } from './test-app.ts';

const app = useTestApp();
const { as, send, make, sceneOf, undone } = useCells(app);

function read({ body }: Answer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

function versionOf(answer: Answer): number | null {
  const record = read(answer) as { version?: unknown; properties?: { version?: unknown } } | null;
  const version = record?.version ?? record?.properties?.version;
  return typeof version === 'number' ? version : null;
}

async function countHistory(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from history)::int + (select count(*) from field_history)::int as count`.execute(app.tx());
  return rows[0]!.count;
}

/** Calls that change one record with a version. */
const changes = [...ALL].filter(([, { method, names }]) => ['patch', 'put'].includes(method) && names.length > 0);

describe('every call that changes a record', () => {
  const seen: string[] = [];

  for (const [name, endpoint] of changes) {
    it(`${name}: tells history, leaves no trace the second time, and refuses a version that is not the record’s`, async () => {
      const role = rolesFor(endpoint.declaration.needs)[0]!;
      const client = as(role);
      await undone(async () => {
        const sent = await make(name, endpoint, await sceneOf(role));
        const before = await countHistory();
        const first = await send(client, endpoint, sent);
        const version = versionOf(first);
        if (version === null) return;
        seen.push(name);
        const told = await countHistory();
        if (version > 1) expect(told, 'a raised version without an entry in history').toBeGreaterThan(before);

        const again = await send(client, endpoint, sent);
        expect(versionOf(again), `the same body twice: ${again.status} ${again.body}`).toBe(version);
        expect(await countHistory(), 'a save that changes nothing').toBe(told);

        const stale = await send(client, endpoint, sent, { 'if-match': String(version + 7) });
        expect(stale.status, `a version nobody has: ${stale.body}`).toBe(409);
        expect(read(stale)).toMatchObject({ detail: expect.any(String), current: expect.anything(), changed: expect.any(Array) });
      });
    });
  }

  it('are most of those that are declared', () => {
    expect(seen.length).toBeGreaterThan(15);
  });
});

/** Every value under one of these names, wherever it stands in an answer, and every change of history that names one. */
function findNamed(names: readonly string[], value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const here = `${path}.${key}`;
    return names.includes(key) || (key === 'field' && AMOUNT_NAMES.includes(one)) ? [here] : findNamed(names, one, here);
  });
}

const BLIND = ROLES.filter((role) => !can([role], 'amounts.see'));

describe('amounts are not told to whoever may not see them', () => {
  for (const [name, endpoint] of ALL) {
    const role = BLIND.find((one) => can([one], endpoint.declaration.needs));
    if (role === undefined || endpoint.method === 'head' || seesAmounts([role], endpoint.declaration.needs)) continue;
    it(`${name}, as ${role}`, async () => {
      const answer = await undone(async () => send(as(role), endpoint, await make(name, endpoint, await sceneOf(role))));
      const schema = answerSchema(endpoint);
      const names = schema ? amountsIn(schema).map((found) => found.name) : [];
      expect(findNamed(names, read(answer))).toEqual([]);
    });
  }
});

describe('a record that was merged into another', () => {
  for (const noun of ['Client', 'Contact'] as const) {
    const calls = [...ALL].filter(
      ([name, { names }]) => new RegExp(`^(get|update|remove|list)${noun}(History)?$`).test(name) && names.length > 0,
    );
    it(`${noun}: is found where it went, and is not written any more`, async () => {
      const table = noun === 'Client' ? 'client' : 'contact';
      const merge = ALL.get(`merge${noun}s`)!;
      const scene = await sceneOf('Jobs Admin');
      const sent = await make(`merge${noun}s`, merge, scene);
      const [gone] = Object.values(sent.body as Record<string, number[]>)[0]!;
      const client = as('Jobs Admin');
      expect((await send(client, merge, sent)).status).toBe(200);
      for (const [name, endpoint] of calls) {
        const { body } = await make(name, endpoint, scene);
        const answer = await send(client, endpoint, { input: { id: gone }, body });
        if (endpoint.method === 'get') expect([200, 301], `${name}: ${answer.body}`).toContain(answer.status);
        else expect(answer.status, `${name}: ${answer.body}`).toBe(410);
      }
      expect(calls.map(([name]) => name)).toEqual(expect.arrayContaining([`get${noun}`, `update${noun}`, `remove${noun}`]));
      expect(await app.tx().selectFrom(table).select('id').where('id', '=', gone!).execute()).toHaveLength(1);
    });
  }
});

/** Calls that take a record away for good, with its table. Of the others each record owns what refers to it, or is only marked. */
const REMOVES: Record<string, keyof DB> = {
  removeClient: 'client',
  removeContact: 'contact',
  removeLocation: 'location',
  removeTaskGroup: 'task_group',
  removeHistoricalFile: 'historical_file',
};
/** Samples whose records may refer to others. */
const NEIGHBOURS = ['updateJob', 'updateQuote', 'updateTask', 'updateMilestone', 'updateHistoricalFile', 'updateClient', 'updateContact'];

describe('a record that others refer to', () => {
  for (const [name, table] of Object.entries(REMOVES)) {
    it(`${name}: is refused with what refers to it`, async () => {
      const endpoint = ALL.get(name)!;
      const role = rolesFor(endpoint.declaration.needs)[0]!;
      const scene = await sceneOf(role);
      for (const one of NEIGHBOURS) await make(one, ALL.get(one)!, scene);
      const sent = await make(name, endpoint, scene);
      const { id } = sent.input;
      const tried: string[] = [];
      for (const { table: other, column } of await listReferences(app.tx(), table)) {
        // Records merged into it go with it.
        if (other === table) continue;
        await undone(async () => {
          const { rows } = await sql<{ done: boolean }>`
            update ${sql.table(other)} set ${sql.ref(column)} = ${id} where ctid = (select ctid from ${sql.table(other)} limit 1)
            returning true as done`
            .execute(app.tx())
            // A neighbour that may not be turned to this record by its own rules proves nothing.
            .catch(() => ({ rows: [] }));
          if (rows.length === 0) return;
          const answer = await send(as(role), endpoint, sent);
          expect([answer.status, read(answer)], `${other}.${column}`).toMatchObject([409, { code: 'IN_USE', detail: expect.any(String) }]);
          tried.push(`${other}.${column}`);
        });
      }
      if (table !== 'historical_file') expect(tried).not.toEqual([]);
      expect((await send(as(role), endpoint, sent)).status).toBe(204);
    });
  }

  it('is every one that can be removed by its number', () => {
    const own = [
      'removeDeposit',
      'removeExpense',
      'removeItem',
      'removeTask',
      'removeMilestone',
      'removeBudgetEntry',
      'removeTimeEntry',
      'removeImage',
      'removeStaticLayer',
      'removeGeoidGrid',
      'removeBaseMap',
      'removeReportView',
      'removePasskey',
    ];
    const removes = [...ALL].filter(([, { method, names }]) => method === 'delete' && names.join() === 'id').map(([name]) => name);
    const sessions = removes.filter((name) => /Session/.test(name));
    expect(removes.filter((name) => !sessions.includes(name)).toSorted()).toEqual([...Object.keys(REMOVES), ...own].toSorted());
  });
});
