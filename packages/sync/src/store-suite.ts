import { isEqual } from '@dmse/domain/values/is-equal';
import type { Item, LightItem } from './item.ts';
import type { Store } from './ports.ts';
import { captureItem } from './rules/new-item.ts';
import { eraseBallast, eraseCopied, eraseDraft, isSameBytes, isSameRecord } from './safe-delete.ts';
import type { Fields, Json, Kind } from './wire.ts';

/**
 * What every Store promises, told once: for the store in memory, for IndexedDB in Node, and for IndexedDB in a browser. `register`
 * is the runner's `it`; the cases throw when a promise is broken and use nothing but the language.
 */
export type OpenStore = {
  readonly store: Store;
  /** what is on the disk, through a connection of its own, as after a restart */
  reopen(): Promise<Store>;
};

type Register = (name: string, run: () => Promise<void>) => void;

const NOW = '2026-05-04T12:00:00.000Z';
const LATER = '2026-05-05T08:30:00.000Z';

function item(kind: Kind, id: string, fields: Fields = {}, changes: Partial<Item> = {}): Item {
  const field_run = kind === 'run' ? id : 'run-1';
  return { ...captureItem({ kind, id, field_run, fields, owner: 7, now: NOW }), ...changes };
}

function demand(isTrue: boolean, text: string): asserts isTrue {
  if (!isTrue) throw new Error(text);
}

function demandSame(actual: unknown, expected: unknown, text: string): void {
  demand(isEqual(actual as Json, expected as Json), `${text}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

function idsOf(items: readonly LightItem[]): string[] {
  return items.map(({ id }) => id).sort();
}

function list(store: Store, kind: Kind, filter: Parameters<ReturnType<Parameters<Parameters<Store['runs']>[0]>[0]['table']>['list']>[0]) {
  return store.runs((tx) => tx.table(kind).list(filter));
}

/** One of each kind with everything filled in that can be. */
function fullItems(): Item[] {
  const sent = { rev: 3, op: 'p-1:3:d', at: NOW, body_hash: '00ff', patch: { note: 'n', is_deleted: true }, is_deleted: 1 } as const;
  const ack = { version: 2, seq: 9, epoch: 'e-1', sha256: null, is_deleted: false };
  const busy: Partial<Item> = {
    facts: { late: true, easting: 2500000.1234 },
    typed: { latitude: '45.95000' },
    is_deleted: 1,
    updated_on: LATER,
    error_reason: 'The note is not acceptable.',
    error_status_code: 400,
    _rev: 4,
    _sent: sent,
    _base: 2,
    _shadow: { note: null, is_deleted: false },
    _epoch: 'e-1',
    _field_base: { note: 1 },
    _emptied: ['description'],
    _ack: ack,
    _tries: 3,
    _next: 1_777_777_777_000,
    _refusals: 2,
    _quarantined: 3,
    _conflict: [{ field: 'note', kept: 'a', other: 'b', version: 2 }],
    _undelete: 1,
    _cascade: 'p-0',
  };
  const geometry = { type: 'Point', coordinates: [-66.643, 45.963, 12.25] };
  const run = {
    cursor: { point: 'e-1.9', pipe: null, image: 'e-1.4' },
    last_sync: NOW,
    verified: null,
    start_number: 6000,
    held: { seq: 9, point: 3, pipe: 1, image: 2, layer: 0 },
    loaded_whole: 1,
    leaving: 1,
  } as const;
  return [
    item('run', 'run-1', { name: 'Run 12', state: 'Active', present_hazards: ['traffic'], note: null }, { ...busy, run }),
    item('point', 'p-1', { geometry, name: '6000', connections: [{ bearing: 90, diameter: 0.3 }], note: '' }, busy),
    item('pipe', 'q-1', { geometry: null, start_structure: 'p-1', end_structure: 'p-2', inside_diameter: 0.375 }, busy),
    item(
      'image',
      'i-1',
      { fieldrun_shot: 'p-1', name: 'lid.jpg' },
      { ...busy, _sha256: 'ab', _mime: 'image/jpeg', _bytes: 3, file: Uint8Array.of(1, 2, 255) },
    ),
  ];
}

export function storeSuite(register: Register, open: () => Promise<OpenStore>): void {
  const test = (name: string, run: (opened: OpenStore) => Promise<void>) => register(name, async () => run(await open()));

  test('what was committed is there after a restart, every field of every kind', async ({ store, reopen }) => {
    const items = fullItems();
    await store.runs(async (tx) => {
      for (const one of items) await tx.table(one.kind).put(one);
    });
    const again = await reopen();
    for (const one of items) {
      const found = await again.runs((tx) => tx.table(one.kind).get(one.id));
      demand(found !== undefined && isSameRecord(found, one), `${one.kind} came back as ${JSON.stringify(found)}`);
    }
  });

  test('work that throws leaves nothing behind, in any of its stores, and its own exception comes out', async ({ store, reopen }) => {
    const mine = new RangeError('mine');
    const caught = await store
      .runs(async (tx) => {
        await tx.table('point').put(item('point', 'p-1'));
        await tx.table('image').put(item('image', 'i-1', { fieldrun_shot: 'p-1' }));
        throw mine;
      })
      .catch((error: unknown) => error);
    demand(caught === mine, `another exception came out: ${String(caught)}`);
    const again = await reopen();
    demandSame(idsOf(await list(again, 'point', {})), [], 'points');
    demandSame(idsOf(await list(again, 'image', {})), [], 'images');
  });

  test('a transaction reads its own writes', async ({ store }) => {
    await store.runs((tx) => tx.table('point').put(item('point', 'p-1')));
    await store.runs(async (tx) => {
      await tx.table('point').put(item('point', 'p-2'));
      await tx.table('point').put(item('point', 'p-1', { note: 'new' }));
      demandSame((await tx.table('point').get('p-1'))?.fields.note, 'new', 'the note');
      demandSame(idsOf(await tx.table('point').list({ field_run: 'run-1' })), ['p-1', 'p-2'], 'the list');
    });
  });

  test('read-modify-write transactions follow one another: twenty at once count to twenty', async ({ store }) => {
    await store.runs((tx) => tx.table('point').put(item('point', 'p-1', {}, { _rev: 0 })));
    const add = () =>
      store.runs(async (tx) => {
        const point = await tx.table('point').get('p-1');
        demand(point !== undefined, 'the point is gone');
        await tx.table('run').get('run-1');
        await tx.table('point').put({ ...point, _rev: point._rev + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, add));
    const point = await store.runs((tx) => tx.table('point').get('p-1'));
    demandSame(point?._rev, 20, 'revisions');
  });

  test('lists by run, by dirtiness, by shot and by structure, and follows changes', async ({ store }) => {
    const other = { field_run: 'run-2' };
    await store.runs(async (tx) => {
      for (const one of [item('point', 'p-1'), item('point', 'p-2', {}, { dirty: 0, new: 0 }), item('point', 'p-3', {}, other)])
        await tx.table('point').put(one);
      for (const [id, start, end] of [
        ['q-1', 'p-1', 'p-2'],
        ['q-2', 'p-3', 'p-1'],
        ['q-3', 'p-2', 'p-3'],
        ['q-4', 'p-1', 'p-1'],
      ] as const) {
        await tx.table('pipe').put(item('pipe', id, { start_structure: start, end_structure: end }));
      }
      await tx.table('image').put(item('image', 'i-1', { fieldrun_shot: 'p-1' }));
      await tx.table('image').put(item('image', 'i-2', { control_point: 12 }, { ...other, dirty: 0, new: 0 }));
      await tx.table('run').put(item('run', 'run-1', { name: 'one' }));
      await tx.table('run').put(item('run', 'run-2', { name: 'two' }, { dirty: 0, new: 0 }));
    });
    demandSame(idsOf(await list(store, 'point', { field_run: 'run-1' })), ['p-1', 'p-2'], 'points of the run');
    demandSame(idsOf(await list(store, 'point', { dirty: 1 })), ['p-1', 'p-3'], 'dirty points');
    demandSame(idsOf(await list(store, 'point', {})), ['p-1', 'p-2', 'p-3'], 'all points');
    demandSame(idsOf(await list(store, 'pipe', { structure: 'p-1' })), ['q-1', 'q-2', 'q-4'], 'pipes at p-1');
    demandSame(idsOf(await list(store, 'image', { fieldrun_shot: 'p-1' })), ['i-1'], 'images of p-1');
    demandSame(idsOf(await list(store, 'image', { field_run: 'run-2' })), ['i-2'], 'images of the other run, without a shot');
    demandSame(idsOf(await list(store, 'image', { dirty: 1 })), ['i-1'], 'dirty images');
    demandSame(idsOf(await list(store, 'run', { dirty: 1 })), ['run-1'], 'dirty runs');
    demandSame(idsOf(await list(store, 'run', { field_run: 'run-2' })), ['run-2'], 'a run by its own id');
    await store.runs((tx) => tx.table('point').put(item('point', 'p-1', {}, { dirty: 0, new: 0 })));
    demandSame(idsOf(await list(store, 'point', { dirty: 1 })), ['p-3'], 'dirty points after a push');
  });

  test('bytes come back exactly, belong to the store, and stay out of lists', async ({ store, reopen }) => {
    const whole = Uint8Array.from({ length: 300 }, (_, i) => i % 256);
    const bytes = whole.subarray(7, 250);
    const expected = bytes.slice();
    await store.runs((tx) => tx.table('image').put(item('image', 'i-1', { fieldrun_shot: 'p-1' }, { file: bytes })));
    whole.fill(0);
    const again = await reopen();
    const found = await again.runs((tx) => tx.table('image').get('i-1'));
    demand(isSameBytes(found?.file ?? null, expected), 'the bytes differ');
  });

  test('rescue and trash keep whole records, the small stores their rows', async ({ store, reopen }) => {
    const items = fullItems();
    await store.safety(async (tx) => {
      for (const one of items) await tx.rescue.put(one);
      await tx.trash.put(items[1] as Item);
      await tx.drafts.put({ id: 'd', field_run: 'run-1', saved_on: NOW, data: { note: 'half a sent' } });
      await tx.layers.put({ id: 'l', field_run: 'run-1', name: 'Lots', bytes: Uint8Array.of(9) });
      await tx.ballast.put({ id: 'b', bytes: new Uint8Array(4) });
      await tx.meta.put({ id: 'clock', value: { last_seen: 5, offset: -3 } });
    });
    const again = await reopen();
    await again.safety(async (tx) => {
      for (const one of items) {
        const found = await tx.rescue.get(one.id);
        demand(found !== undefined && isSameRecord(found, one), `rescue changed ${one.id}`);
      }
      demandSame(idsOf(await tx.rescue.list({ field_run: 'run-1' })), ['i-1', 'p-1', 'q-1', 'run-1'], 'rescue of the run');
      demandSame(idsOf(await tx.rescue.list({ dirty: 1 })), ['i-1', 'p-1', 'q-1', 'run-1'], 'dirty in rescue');
      demandSame(idsOf(await tx.trash.list({})), ['p-1'], 'trash');
      demandSame((await tx.drafts.get('d'))?.data, { note: 'half a sent' }, 'the draft');
      demandSame((await tx.meta.get('clock'))?.value, { last_seen: 5, offset: -3 }, 'meta');
      demandSame(await tx.layers.ids(), ['l'], 'layers');
    });
  });

  test('erases what the module for that erases, and nothing else', async ({ store, reopen }) => {
    const [, point] = fullItems();
    demand(point !== undefined, 'no point');
    await store.runs((tx) => tx.table('point').put(point));
    await store.safety(async (tx) => {
      await tx.drafts.put({ id: 'd', field_run: 'run-1', saved_on: NOW, data: {} });
      await tx.ballast.put({ id: 'b', bytes: new Uint8Array(4) });
    });
    demandSame(await eraseCopied(store, 'runs', { ...point, _rev: 99 }), false, 'a changed record');
    demandSame(await eraseCopied(store, 'runs', point), true, 'the record as copied');
    await eraseDraft(store, 'd');
    demandSame(await eraseBallast(store), 1, 'ballast');
    const again = await reopen();
    demand((await again.runs((tx) => tx.table('point').get('p-1'))) === undefined, 'the point is still there');
    await again.safety(async (tx) => demandSame([...(await tx.drafts.ids()), ...(await tx.ballast.ids())], [], 'left over'));
  });
}
