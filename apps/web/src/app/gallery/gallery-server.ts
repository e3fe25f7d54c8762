import type { HistoryEntry } from '@dmse/contract/common/history';
import { norm, searchWords } from '@dmse/domain/text/norm';
import { FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { KINDS, listThingHistory, listThings, type Thing, type ThingRow, updateThing } from './gallery-api.ts';

const NAMES = [
  'Société Évangéline',
  'Baie Verte Holdings',
  'Zoë Léger',
  'Shediac Marina',
  'A company with a name of seventy letters, more or less, and then some',
  'Cap-Pelé Côté & Fils',
  'North Shore Aggregates',
  'Petit-Rocher',
];
const CITIES = ['Moncton', 'Shediac', 'Bathurst', 'Fredericton', ''];
const STATES = ['IN PROGRESS', 'CLOSED', 'CANCELLED'];

const ROWS: ThingRow[] = Array.from({ length: 64 }, (_, at) => ({
  id: at + 1,
  name: `${NAMES[at % NAMES.length]}${at >= NAMES.length ? ` ${Math.floor(at / NAMES.length) + 1}` : ''}`,
  kind: KINDS[at % 4] ?? null,
  city: CITIES[at % CITIES.length]!,
  amount: ((at * 73_421) % 900_000) - 150_000 * (at % 3 === 2 ? 1 : 0),
  state: STATES[at % 5] ?? 'IN PROGRESS',
  created_on: new Date(Date.UTC(2026, 2, 4 - at, 14, 30)).toISOString(),
}));

export const FIRST_THING: Thing = {
  id: 1,
  name: 'Société Évangéline',
  kind: 'Red',
  city: 'Moncton',
  email: 'bureau@evangeline.example',
  count: 30,
  due_date: '2026-03-18',
  is_active: true,
  phones: ['506 555 0100', '(506) 555-0101'],
  note: 'The gate code is at the front desk.',
  owner: 2,
  links: [
    { thing: 3, role: 'Site', is_main: true },
    { thing: 4, role: '', is_main: false },
  ],
  version: 3,
  created_on: '2025-01-02T12:00:00.000Z',
  created_by: { id: 1, full_name: 'Alice Arsenault' },
  updated_on: '2026-03-03T12:00:00.000Z',
  updated_by: { id: 2, full_name: 'Mona Savoie' },
};
let stored = FIRST_THING;

/** Somebody in the next room saves the same record. */
export function editElsewhere(): void {
  stored = {
    ...stored,
    name: 'Société Évangéline inc.',
    city: 'Dieppe',
    version: stored.version + 1,
    updated_by: { id: 3, full_name: 'Joe Roy' },
  };
}

const HISTORY: HistoryEntry[] = Array.from({ length: 26 }, (_, at) => ({
  id: 100 - at,
  at: new Date(Date.UTC(2026, 2, 4 - at * 9, 13, 5)).toISOString(),
  by: at % 7 === 6 ? null : { id: 1 + (at % 3), full_name: ['Alice Arsenault', 'Mona Savoie', 'Joe Roy'][at % 3]! },
  action: at === 25 ? 'created' : 'updated',
  sentence: at === 25 ? 'Alice Arsenault created this thing.' : at % 2 ? 'Changed the name and the note.' : 'Changed the payment terms.',
  changes:
    at === 25
      ? []
      : at % 2
        ? [
            { field: 'name', label: 'Name', from: 'Societe Evangeline', to: 'Société Évangéline' },
            {
              field: 'note',
              label: 'Note',
              from: null,
              to: 'The gate code is at the front desk. Ring twice; the dog is friendly, the goose is not.',
            },
          ]
        : [{ field: 'terms', label: 'Payment terms', from: '30 days', to: '45 days' }],
}));

function pageOf<Row>(rows: readonly Row[], page = 1, size = 25) {
  return { count: rows.length, results: rows.slice((page - 1) * size, page * size) };
}

/** The server behind the gallery: in the browser, deterministic, gone with the page. */
export function createGalleryServer(): FakeServer {
  return new FakeServer()
    .on(listThings, ({ query }) => {
      if (query.mood === 'slow') return new Promise(() => {});
      if (query.mood === 'broken') throw new Refusal(500, { detail: 'The database is being restored. Try again in a minute.' });
      const words = searchWords(query.query ?? '');
      const found = (query.mood === 'empty' ? [] : ROWS).filter(
        (row) =>
          words.every((word) => norm(`${row.name} ${row.city}`).includes(word)) &&
          (!query.kind || query.kind.includes(row.kind as 'Red')) &&
          (!query.state || row.state === query.state) &&
          (!query.mine || row.id % 2 === 0),
      );
      const [, minus, column] = /^(-?)(.*)$/.exec(query.ordering ?? '') ?? [];
      if (column) found.sort((a, b) => (a[column as 'name'] < b[column as 'name'] ? -1 : 1) * (minus ? -1 : 1));
      return pageOf(found, query.page, query.page_size);
    })
    .on(updateThing, ({ body, ifMatch }) => {
      if (ifMatch !== stored.version)
        throw new Refusal(409, { detail: 'Somebody else has changed it.', code: 'CONFLICT', current: stored, changed: ['name', 'city'] });
      stored = { ...stored, ...body, version: stored.version + 1 };
      return stored;
    })
    .on(listThingHistory, ({ query }) => pageOf(HISTORY, query.page, query.page_size));
}
