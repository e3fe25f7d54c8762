import type { Ballast, Draft, Item, Layer, LightItem, Meta } from '../item.ts';
import { type ItemFilter, type ItemTable, type RunsTx, type SafeTable, type SafetyTx, type Store, StoreError } from '../ports.ts';
import { eraseFrom } from '../safe-delete.ts';
import type { Kind } from '../wire.ts';

type Row = { readonly id: string };
type Name = 'run' | 'point' | 'pipe' | 'image' | 'rescue' | 'trash' | 'drafts' | 'layers' | 'ballast' | 'meta';
const RUNS = ['run', 'point', 'pipe', 'image'] as const;
const SAFETY = ['rescue', 'trash', 'drafts', 'layers', 'ballast', 'meta'] as const;

/** What survives when the app dies: the two databases. Rows are never changed in place, so they are handed out without copying. */
export type MemoryDisk = {
  readonly tables: Readonly<Record<Name, Map<string, Row>>>;
  /** bytes of files; a commit that would exceed it fails whole */
  capacity: number;
  used: number;
  /** read-write transactions of one database follow one another, in every tab */
  readonly tails: { runs: Promise<unknown>; safety: Promise<unknown> };
};

export function createDisk(): MemoryDisk {
  const tables = Object.fromEntries([...RUNS, ...SAFETY].map((name) => [name, new Map<string, Row>()])) as Record<Name, Map<string, Row>>;
  return { tables, capacity: Number.POSITIVE_INFINITY, used: 0, tails: { runs: Promise.resolve(), safety: Promise.resolve() } };
}

export function openMemoryStore(disk: MemoryDisk): Store {
  return {
    runs: (work) => transact(disk, 'runs', (writes) => work(runsTx(disk, writes))),
    safety: (work) => transact(disk, 'safety', (writes) => work(new MemorySafetyTx(disk, writes))),
  };
}

/** Writes of a transaction until it commits; null stands for an erased row. */
type Writes = Map<Name, Map<string, Row | null>>;

function transact<T>(disk: MemoryDisk, database: 'runs' | 'safety', work: (writes: Writes) => Promise<T>): Promise<T> {
  const run = async () => {
    const writes: Writes = new Map();
    const result = await work(writes);
    commit(disk, writes);
    return result;
  };
  const done = disk.tails[database].then(run, run);
  disk.tails[database] = done.catch(() => undefined);
  return done;
}

function commit(disk: MemoryDisk, writes: Writes): void {
  if (writes.size === 0) return;
  let used = disk.used;
  for (const [name, rows] of writes) {
    for (const [id, row] of rows) used += sizeOf(row) - sizeOf(disk.tables[name].get(id) ?? null);
  }
  if (used > disk.capacity && used > disk.used) throw new StoreError('QUOTA', 'The storage is full.');
  disk.used = used;
  for (const [name, rows] of writes) {
    for (const [id, row] of rows) {
      if (row === null) eraseFrom(disk.tables[name], id);
      else disk.tables[name].set(id, row);
    }
  }
}

function sizeOf(row: Row | null): number {
  const bytes = row as { file?: Uint8Array | null; bytes?: Uint8Array } | null;
  return bytes?.file?.length ?? bytes?.bytes?.length ?? 0;
}

function runsTx(disk: MemoryDisk, writes: Writes): RunsTx {
  const tables: Partial<Record<Kind, ItemTable>> = {};
  return {
    table: (kind) => {
      tables[kind] ??= itemTable(disk, writes, kind);
      return tables[kind];
    },
  };
}

/** Most transactions touch one of them. A class, because hundreds of thousands are made in a campaign. */
class MemorySafetyTx implements SafetyTx {
  readonly #disk: MemoryDisk;
  readonly #writes: Writes;
  constructor(disk: MemoryDisk, writes: Writes) {
    this.#disk = disk;
    this.#writes = writes;
  }
  get rescue() {
    return itemTable(this.#disk, this.#writes, 'rescue');
  }
  get trash() {
    return itemTable(this.#disk, this.#writes, 'trash');
  }
  get drafts() {
    return safeTable<Draft>(this.#disk, this.#writes, 'drafts');
  }
  get layers() {
    return safeTable<Layer>(this.#disk, this.#writes, 'layers');
  }
  get ballast() {
    return safeTable<Ballast>(this.#disk, this.#writes, 'ballast');
  }
  get meta() {
    return safeTable<Meta>(this.#disk, this.#writes, 'meta');
  }
}

function getRow(disk: MemoryDisk, writes: Writes, name: Name, id: string): Row | undefined {
  const written = writes.get(name)?.get(id);
  return written === undefined ? disk.tables[name].get(id) : (written ?? undefined);
}

function putRow(writes: Writes, name: Name, id: string, row: Row | null): void {
  const rows = writes.get(name);
  if (rows === undefined) writes.set(name, new Map([[id, row]]));
  else rows.set(id, row);
}

function itemTable(disk: MemoryDisk, writes: Writes, name: Name): ItemTable {
  return {
    get: async (id) => getRow(disk, writes, name, id) as Item | undefined,
    put: async (item) => putRow(writes, name, item.id, ownCopy(item, getRow(disk, writes, name, item.id) as Item | undefined)),
    erase: async (id) => putRow(writes, name, id, null),
    list: async (filter) => {
      const found: LightItem[] = [];
      const written = writes.get(name);
      for (const row of disk.tables[name].values()) {
        if (written?.has(row.id) !== true && fits(row as Item, filter)) found.push(row as Item);
      }
      if (written !== undefined) for (const row of written.values()) if (row !== null && fits(row as Item, filter)) found.push(row as Item);
      return found;
    },
  };
}

/** A caller may reuse its buffer; the store's bytes are its own. */
function ownCopy(item: Item, there: Item | undefined): Item {
  const copy = item.file === null || item.file === there?.file ? item : { ...item, file: item.file.slice() };
  return Object.freeze(copy);
}

function fits(item: Item, filter: ItemFilter): boolean {
  if (filter.field_run !== undefined) return item.field_run === filter.field_run;
  if (filter.dirty !== undefined) return item.dirty === 1;
  if (filter.fieldrun_shot !== undefined) return item.fields.fieldrun_shot === filter.fieldrun_shot;
  if (filter.structure !== undefined)
    return item.fields.start_structure === filter.structure || item.fields.end_structure === filter.structure;
  return true;
}

function safeTable<T extends Row>(disk: MemoryDisk, writes: Writes, name: Name): SafeTable<T> {
  return {
    get: async (id) => getRow(disk, writes, name, id) as T | undefined,
    put: async (row) => putRow(writes, name, row.id, Object.freeze({ ...row })),
    erase: async (id) => putRow(writes, name, id, null),
    ids: async () => {
      const ids = new Set<string>(disk.tables[name].keys());
      for (const [id, row] of writes.get(name) ?? []) if (row !== null) ids.add(id);
      return [...ids].filter((id) => getRow(disk, writes, name, id) !== undefined);
    },
  };
}
