import type { Item } from '../item.ts';
import type { ItemTable, RunsTx, SafetyTx, Store } from '../ports.ts';
import { eraseFrom } from '../safe-delete.ts';
import type { Kind } from '../wire.ts';
import { passGate, type Tab, type World } from './world.ts';

export type Place = Kind | 'rescue' | 'trash';
export type Commit = readonly { readonly place: Place; readonly id: string; readonly before: Item | null; readonly after: Item | null }[];

/** What a device has committed, record by record: the story's own copy, independent of the store under test. */
export type Mirror = Readonly<Record<Place, Map<string, Item>>>;

export function createMirror(): Mirror {
  return { run: new Map(), point: new Map(), pipe: new Map(), image: new Map(), rescue: new Map(), trash: new Map() };
}

/** Where the story looks in: transactions running now, and what each of them changed. */
export type Watch = { readonly mirror: Mirror; busy: number; onCommit(commit: Commit): void };

/** A store whose every transaction may be delayed before it begins and interrupted after it has committed. */
export function spyOn(store: Store, world: World, tab: Tab, watch: Watch): Store {
  const around = async <T>(run: (puts: Puts) => Promise<T>): Promise<T> => {
    const before = passGate(world, tab);
    if (before !== undefined) await before;
    const puts: Puts = new Map();
    watch.busy++;
    let result: T;
    try {
      result = await run(puts);
    } finally {
      watch.busy--;
    }
    if (puts.size > 0) note(watch, puts);
    const after = passGate(world, tab);
    if (after !== undefined) await after;
    return result;
  };
  return {
    runs: (work) => around((puts) => store.runs((tx) => work(spyRuns(tx, fresh(puts))))),
    safety: (work) => around((puts) => store.safety((tx) => work(new SpySafetyTx(tx, fresh(puts))))),
  };
}

type Puts = Map<string, { readonly place: Place; readonly id: string; readonly after: Item | null }>;

/** A store may run the work again after reopening; only the last attempt counts. */
function fresh(puts: Puts): Puts {
  if (puts.size > 0) for (const key of [...puts.keys()]) eraseFrom(puts, key);
  return puts;
}

function note(watch: Watch, puts: Puts): void {
  const commit = [...puts.values()].map(({ place, id, after }) => ({ place, id, after, before: watch.mirror[place].get(id) ?? null }));
  for (const { place, id, after } of commit) {
    if (after === null) eraseFrom(watch.mirror[place], id);
    else watch.mirror[place].set(id, after);
  }
  watch.onCommit(commit);
}

function spyTable(table: ItemTable, place: Place, puts: Puts): ItemTable {
  return {
    get: (id) => table.get(id),
    list: (filter) => table.list(filter),
    put: (item) => {
      puts.set(`${place} ${item.id}`, { place, id: item.id, after: item });
      return table.put(item);
    },
    erase: (id) => {
      puts.set(`${place} ${id}`, { place, id, after: null });
      return table.erase(id);
    },
  };
}

function spyRuns(tx: RunsTx, puts: Puts): RunsTx {
  const tables: Partial<Record<Kind, ItemTable>> = {};
  return {
    table: (kind) => {
      tables[kind] ??= spyTable(tx.table(kind), kind, puts);
      return tables[kind];
    },
  };
}

class SpySafetyTx implements SafetyTx {
  readonly #tx: SafetyTx;
  readonly #puts: Puts;
  constructor(tx: SafetyTx, puts: Puts) {
    this.#tx = tx;
    this.#puts = puts;
  }
  get rescue() {
    return spyTable(this.#tx.rescue, 'rescue', this.#puts);
  }
  get trash() {
    return spyTable(this.#tx.trash, 'trash', this.#puts);
  }
  get drafts() {
    return this.#tx.drafts;
  }
  get layers() {
    return this.#tx.layers;
  }
  get ballast() {
    return this.#tx.ballast;
  }
  get meta() {
    return this.#tx.meta;
  }
}
