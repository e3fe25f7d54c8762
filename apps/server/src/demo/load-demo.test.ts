import { ClientPatch } from '@dmse/contract/clients/client';
import { ContactPatch } from '@dmse/contract/clients/contact';
import { NewUser } from '@dmse/contract/people/user';
import { FirmSettings } from '@dmse/contract/settings/core';
import { NAMED_PEOPLE } from '@dmse/domain/access/named-people';
import { createDuplicateSearch } from '@dmse/domain/clients/duplicates';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientNoun } from '../areas/clients/client/client.service.ts';
import { contactNoun } from '../areas/clients/contact/contact.service.ts';
import { signIn } from '../areas/people/session/sign-in.service.ts';
import { openDatabase, openPool } from '../db/database.ts';
import type { Change } from '../records/history.ts';
import { cloneDemo } from '../testing/demo-database.ts';
import { ask } from '../testing/empty-database.ts';
import { NO_LINK } from '../testing/test-secrets.ts';

const NOW = '2026-03-04T15:00:00.000Z';

type ClientRow = Record<string, unknown> & { id: number; name: string; phone: string; email: string; version: number };
type ContactRow = Record<string, unknown> & { id: number; name: string; phones: string[]; emails: string[]; version: number };
type Entry = { record_id: string; version: number | null; action: string; changes: Change[]; at: string; by: number | null };

let ownerUrl: string;
let clients: ClientRow[];
let contacts: ContactRow[];

async function historyOf(noun: string): Promise<Map<number, Entry[]>> {
  const rows = await ask<Entry>(ownerUrl, 'select * from history where noun = $1 order by id', [noun]);
  return Map.groupBy(rows, (row) => Number(row.record_id));
}

beforeAll(async () => {
  const demo = await cloneDemo('demo');
  ownerUrl = demo.ownerUrl;
  await demo.removeFiles();
  clients = await ask<ClientRow>(ownerUrl, 'select * from client order by id');
  contacts = await ask<ContactRow>(ownerUrl, 'select * from contact order by id');
});

describe('the small demo firm', () => {
  test('has some 25 people, among them the named ones, who sign in with the word demo', async () => {
    const users = await ask<{ username: string }>(ownerUrl, 'select * from app_user order by id');
    expect(users).toHaveLength(25);
    expect(users.slice(0, 8).map((user) => user.username)).toEqual(NAMED_PEOPLE.map((person) => person.username));
    for (const { username, email, full_name, initials, phone, granted } of users as never[])
      NewUser.parse({ username, email, full_name, initials, phone, granted });
    const [{ count: supervised }] = (await ask<{ count: number }>(ownerUrl, 'select count(*) from supervision')) as [{ count: number }];
    expect(supervised).toBeGreaterThan(15);
    const db = openDatabase(openPool(ownerUrl, 2, null));
    const browser = { kind: 'office', address: '::1', device: 'x', now: NOW, oldToken: null } as const;
    const world = { db, mode: 'demo', adapters: NO_LINK } as const;
    const answer = await signIn(world, { username: 'mona', password: 'demo', next: '/app/' }, browser);
    await db.close();
    expect(answer).toMatchObject({ user_id: 2 });
  });

  test('holds clients and contacts that the product itself would accept', () => {
    expect([clients.length, contacts.length]).toEqual([120, 260]);
    for (const [rows, noun, schema] of [
      [clients, clientNoun, ClientPatch],
      [contacts, contactNoun, ContactPatch],
    ] as const) {
      for (const row of rows) schema.parse(Object.fromEntries(Object.keys(noun.fields).map((field) => [field, row[field]])));
    }
  });

  test('reaches nobody real: numbers set aside for stories, addresses of nobody', () => {
    const phones = [...clients.map((row) => row.phone), ...contacts.flatMap((row) => row.phones)].filter(Boolean);
    expect(phones.filter((phone) => !/^(\+1 )?\(?\d{3}\)?[-. ]?555[-. ]?01\d\d( ext\. \d+)?$/.test(phone))).toEqual([]);
    const emails = [...clients.map((row) => row.email), ...contacts.flatMap((row) => row.emails)].filter(Boolean);
    expect(emails.filter((email) => !/[@.]example\.(ca|com)$/.test(email))).toEqual([]);
  });

  test('has what somebody will look for', async () => {
    const accented = clients.filter((row) => /\p{M}/u.test(row.name.normalize('NFD'))).length / clients.length;
    expect(accented).toBeGreaterThan(0.15);
    expect(accented).toBeLessThan(0.35);
    expect(clients.some((row) => row.name.length === 70)).toBe(true);
    expect(clients.filter((row) => row.is_tax_exempt && row.tax_exempt_reason !== '').length).toBeGreaterThan(3);
    expect(clients.some((row) => row.email === '' && row.phone === '' && row.billing_city === '' && row.note === '')).toBe(true);
    const notations = [/^\d{3}-555-\d{4}$/, /^\(\d{3}\) 555-\d{4}$/, /^\d{3}\.555\.\d{4}$/, /^\+1 \d{3} 555 \d{4}$/, /^\d{10}$/];
    for (const notation of notations) expect(clients.some((row) => notation.test(row.phone))).toBe(true);
    for (const field of ['classification', 'risk_level'])
      expect(new Set(clients.map((row) => row[field]))).toEqual(new Set(['A', 'B', 'C', null]));
    const crowded = await ask(ownerUrl, 'select client from client_contact group by client having count(*) >= 40');
    expect(crowded).toHaveLength(1);
    const [firm] = await ask<{ value: unknown; version: number }>(ownerUrl, `select value, version from setting where section = 'firm'`);
    expect(FirmSettings.parse(firm!.value).hst_number).not.toBe('');
    expect(await ask(ownerUrl, `select value from meta where key = 'mode'`)).toEqual([{ value: 'demo' }]);
  });

  test('has duplicates to merge, as the import would tell them, and one that was merged', () => {
    const living = clients.filter((row) => row.merged_into === null);
    const search = createDuplicateSearch(
      living.map(({ id, name, phone, email }) => ({ line: id, name, phones: [phone], emails: [email] })),
    );
    const found = [...search.walk()].filter((one) => one !== null);
    const pairs = found.map(({ name, matches }) => `${name} = ${matches[0]?.name}`);
    expect(pairs).toEqual(
      expect.arrayContaining(['Tidewinder Paving Inc = Tidewinder Paving Ltd.', 'Margueritte Ouellette = Marguerite Ouellette']),
    );
    expect(pairs.length).toBeGreaterThanOrEqual(4);
    expect(clients.filter((row) => row.merged_into !== null)).toHaveLength(1);
  });
});

describe('its history', () => {
  test('is in the order of time, over three years, by different people', async () => {
    const all = await ask<{ at: string; by: number }>(
      ownerUrl,
      `select at, by from history where noun in ('client', 'contact') order by id`,
    );
    expect(all.map((entry) => entry.at)).toEqual(all.map((entry) => entry.at).sort());
    expect(new Set(all.map((entry) => entry.by)).size).toBeGreaterThan(8);
    expect(Date.parse(all.at(-1)!.at) - Date.parse(all[0]!.at)).toBeGreaterThan(2.8 * 365 * 86_400_000);
    expect(all.every((entry) => entry.at < NOW)).toBe(true);
    const early = await ask(
      ownerUrl,
      'select 1 from history h join app_user u on u.id = h.by where h.at::date < u.start_date and h.noun <> $1',
      ['user'],
    );
    expect(early).toEqual([]);
  });

  test('agrees with every record: versions, stamps, and the last word on every field', async () => {
    for (const [noun, rows] of [
      [clientNoun, clients],
      [contactNoun, contacts],
    ] as const) {
      const history = await historyOf(noun.noun);
      for (const row of rows as Record<string, unknown>[]) {
        const saves = history.get(row.id as number)!.filter((entry) => entry.version !== null);
        expect(saves.map((entry) => entry.version)).toEqual(Array.from({ length: row.version as number }, (_, i) => i + 1));
        expect(saves[0]).toMatchObject({ action: 'created', at: row.created_on, by: row.created_by });
        expect(saves.at(-1)).toMatchObject({ at: row.updated_on, by: row.updated_by });
        const last = new Map(saves.flatMap((entry) => entry.changes.map((change) => [change.field, change.to] as const)));
        for (const field of ['name', 'phone', 'email', 'note', 'classification', 'billing_street', 'position'].filter((one) => one in row))
          expect(last.get(field) ?? '', `${row.name} ${field}`).toBe(row[field] ?? '');
      }
    }
  });

  test('goes from what was to what came: each change begins where the one before ended', async () => {
    for (const noun of ['client', 'contact']) {
      for (const entries of (await historyOf(noun)).values()) {
        const value = new Map<string, string | null>();
        for (const { version, changes } of entries) {
          if (version === null) continue;
          for (const { field, from, to } of changes.filter((change) => !['clients', 'merged', 'merged_into'].includes(change.field))) {
            expect(from).toBe(value.get(field) ?? null);
            expect(to).not.toBe(from);
            value.set(field, to);
          }
        }
      }
    }
  });

  test('is told at both ends of a link, and the summary names the clients', async () => {
    const [told] = await ask<{ count: number }>(ownerUrl, `select count(*) from history where noun = 'client' and version is null`);
    const [links] = await ask<{ count: number }>(ownerUrl, 'select count(*) from client_contact');
    expect(told).toEqual(links);
    expect(await ask(ownerUrl, 'select id from contact where clients_summary <> clients_summary_of(id)')).toEqual([]);
  });
});
