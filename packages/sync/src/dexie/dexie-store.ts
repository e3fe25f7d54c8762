import { Dexie, type Table, type Transaction } from 'dexie';
import type { Item, LightItem } from '../item.ts';
import { type ItemFilter, type ItemTable, type RunsTx, type SafeTable, type SafetyTx, type Store, StoreError } from '../ports.ts';
import { eraseFrom } from '../safe-delete.ts';
import type { Kind } from '../wire.ts';
import { bufferOf, itemOf, lightOf, type Row, rowOf } from './row.ts';

const FLAGS = 'dirty, new, stored_on, error_reason, error_status_code';
const NESTED = 'field_run dirty new is_deleted created_on stored_on error_reason error_status_code';
const nested = (names: string) =>
  names
    .split(' ')
    .map((name) => `properties.${name}`)
    .join(', ');

/** The specification's stores and indexes, no more: version 6. */
export const RUNS_SCHEMA = {
  fieldRun: `id, name, created_on, state, ${FLAGS}`,
  point: `id, ${nested(NESTED)}`,
  pointImage: `id, fieldrun_shot, is_deleted, updated_on, ${FLAGS}`,
  pipe: `id, ${nested(`${NESTED} start_structure end_structure`)}`,
};
export const RUNS_VERSION = 6;

export const SAFETY_SCHEMA = {
  rescue: 'id, field_run, dirty',
  trash: 'id, field_run',
  drafts: 'id',
  layers: 'id',
  ballast: 'id',
  meta: 'id',
};

const STORE_OF: Readonly<Record<Kind, keyof typeof RUNS_SCHEMA>> = { run: 'fieldRun', point: 'point', image: 'pointImage', pipe: 'pipe' };

export type DexieStoreOptions = {
  /** given in tests; a browser has its own */
  readonly indexedDB?: { open: (...args: never[]) => unknown };
  readonly IDBKeyRange?: NonNullable<ConstructorParameters<typeof Dexie>[1]>['IDBKeyRange'];
  /** another tab holds an older version open: ask the user to close it */
  readonly onBlocked?: () => void;
};

export type DexieStore = Store & { close(): void };

/**
 * The store in IndexedDB. Every transaction is durable (`strict`) before it is called committed, and covers all stores of its
 * database. A connection that the browser has dropped in the background is opened again; work that had begun is never repeated.
 */
export function openDexieStore(options: DexieStoreOptions = {}): DexieStore {
  const { onBlocked, ...given } = options;
  const settings = { ...given, chromeTransactionDurability: 'strict', cache: 'disabled' } as ConstructorParameters<typeof Dexie>[1];
  const runs = new Dexie('FieldRuns', settings);
  runs.version(RUNS_VERSION).stores(RUNS_SCHEMA);
  const safety = new Dexie('FieldRunsSafety', settings);
  safety.version(1).stores(SAFETY_SCHEMA);
  for (const database of [runs, safety]) {
    // a newer version of the app wants to migrate: let go, never stand in its way (A14)
    database.on('versionchange', () => {
      database.close();
      return false;
    });
    if (onBlocked !== undefined) database.on('blocked', onBlocked);
  }
  return {
    runs: (work) => transact(runs, Object.keys(RUNS_SCHEMA), (tx) => work(runsTx(tx))),
    safety: (work) => transact(safety, Object.keys(SAFETY_SCHEMA), (tx) => work(safetyTx(tx))),
    close: () => {
      runs.close();
      safety.close();
    },
  };
}

async function transact<T>(database: Dexie, stores: string[], work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    let hasBegun = false;
    try {
      if (!database.isOpen()) await database.open();
      return await database.transaction('rw', stores, (tx) => {
        hasBegun = true;
        return work(tx);
      });
    } catch (error) {
      const fault = faultOf(error);
      if (fault === null) throw error;
      if (fault !== 'CLOSED' || hasBegun || attempt > 0) throw new StoreError(fault, messageOf(error), { cause: error });
      database.close();
    }
  }
}

const CLOSED = new Set(['InvalidStateError', 'InvalidState', 'UnknownError', 'DatabaseClosedError', 'TransactionInactiveError']);

/** Null: not the store's fault but the work's own exception. */
function faultOf(error: unknown): StoreError['fault'] | null {
  const names: unknown[] = [];
  for (let at = error as { name?: unknown; inner?: unknown } | null | undefined; at != null && names.length < 4; at = at.inner as typeof at)
    names.push(at.name);
  if (names.includes('QuotaExceededError')) return 'QUOTA';
  if (names.some((name) => CLOSED.has(String(name)))) return 'CLOSED';
  return error instanceof Dexie.DexieError || names.includes('VersionError') || names.includes('AbortError') ? 'BROKEN' : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function runsTx(tx: Transaction): RunsTx {
  return { table: (kind) => runsTable(tx.table(STORE_OF[kind]), kind) };
}

function runsTable(table: Table<Row, string>, kind: Kind): ItemTable {
  return {
    get: async (id) => {
      const row = await table.get(id);
      return row && itemOf(kind, row);
    },
    put: async (item) => void (await table.put(rowOf(item))),
    erase: async (id) => void (await eraseFrom(table, id)),
    list: (filter) => listRows(table, kind, filter),
  };
}

/** Photos are read one by one, so that a list holds the bytes of one at a time. */
async function listRows(table: Table<Row, string>, kind: Kind, filter: ItemFilter): Promise<readonly LightItem[]> {
  const flag = kind === 'point' || kind === 'pipe' ? 'properties.' : '';
  if (kind === 'image') {
    const found: LightItem[] = [];
    const rows =
      filter.dirty !== undefined
        ? table.where('dirty').equals(1)
        : filter.fieldrun_shot !== undefined
          ? table.where('fieldrun_shot').equals(filter.fieldrun_shot)
          : table.toCollection();
    await rows.each((row) => {
      if (filter.field_run === undefined || row.field_run === filter.field_run) found.push(lightOf(kind, row));
    });
    return found;
  }
  if (filter.structure !== undefined) {
    const starts = await table.where('properties.start_structure').equals(filter.structure).toArray();
    const ends = await table.where('properties.end_structure').equals(filter.structure).toArray();
    return [...new Map([...starts, ...ends].map((row) => [row.id, row])).values()].map((row) => lightOf(kind, row));
  }
  if (kind === 'run' && filter.field_run !== undefined) {
    const row = await table.get(filter.field_run);
    return row === undefined ? [] : [lightOf(kind, row)];
  }
  const rows =
    filter.dirty !== undefined
      ? table.where(`${flag}dirty`).equals(1)
      : filter.field_run !== undefined
        ? table.where(`${flag}field_run`).equals(filter.field_run)
        : table.toCollection();
  return (await rows.toArray()).map((row) => lightOf(kind, row));
}

function safetyTx(tx: Transaction): SafetyTx {
  return {
    rescue: asideTable(tx.table('rescue')),
    trash: asideTable(tx.table('trash')),
    drafts: safeTable(tx.table('drafts')),
    layers: safeTable(tx.table('layers')),
    ballast: safeTable(tx.table('ballast')),
    meta: safeTable(tx.table('meta')),
  };
}

/** Records aside keep the shape the engine knows; only the bytes get a buffer of their own. */
function asideTable(table: Table<Row, string>): ItemTable {
  const open = (row: Row): Item => ({ ...row, file: row.file == null ? null : new Uint8Array(row.file as ArrayBuffer) }) as Item;
  return {
    get: async (id) => {
      const row = await table.get(id);
      return row && open(row);
    },
    put: async (item) => void (await table.put({ ...item, file: item.file === null ? null : bufferOf(item.file) } as Row)),
    erase: async (id) => void (await eraseFrom(table, id)),
    list: async (filter) => {
      const found: LightItem[] = [];
      const isDirty = filter.dirty !== undefined && table.name === 'rescue';
      const rows =
        filter.field_run !== undefined
          ? table.where('field_run').equals(filter.field_run)
          : isDirty
            ? table.where('dirty').equals(1)
            : table.toCollection();
      await rows.each(({ file: _, ...row }) => void found.push(row as LightItem));
      return found;
    },
  };
}

function safeTable<T extends { readonly id: string }>(table: Table<T, string>): SafeTable<T> {
  return {
    get: async (id) => table.get(id),
    put: async (row) => void (await table.put(row)),
    erase: async (id) => void (await eraseFrom(table, id)),
    ids: async () => table.toCollection().primaryKeys(),
  };
}
