import type { Ballast, Draft, Item, Layer, LightItem, Meta } from './item.ts';
import type { Kind, WireAnswer, WireRequest } from './wire.ts';

/** At most one of these at a time; each is answered from one index. An empty filter means everything. */
export type ItemFilter = {
  readonly field_run?: string;
  readonly dirty?: 1;
  /** images of a shot */
  readonly fieldrun_shot?: string;
  /** pipes that start or end at a shot */
  readonly structure?: string;
};

export interface ItemTable {
  get(id: string): Promise<Item | undefined>;
  put(item: Item): Promise<void>;
  list(filter: ItemFilter): Promise<readonly LightItem[]>;
  /** Called by safe-delete.ts alone; a test reads the source. */
  erase(id: string): Promise<void>;
}

export interface SafeTable<T extends { readonly id: string }> {
  get(id: string): Promise<T | undefined>;
  put(row: T): Promise<void>;
  ids(): Promise<readonly string[]>;
  /** Called by safe-delete.ts alone. */
  erase(id: string): Promise<void>;
}

export interface RunsTx {
  table(kind: Kind): ItemTable;
}

export interface SafetyTx {
  readonly rescue: ItemTable;
  readonly trash: ItemTable;
  readonly drafts: SafeTable<Draft>;
  readonly layers: SafeTable<Layer>;
  readonly ballast: SafeTable<Ballast>;
  readonly meta: SafeTable<Meta>;
}

/**
 * Two databases, because `FieldRuns` has exactly the specification's stores. Inside one call everything is one
 * read-write transaction; between the two databases there is none, which is why records are moved by copy, read-back, erase.
 *
 * Promise: a call resolves only after the commit is durable, and rejects with nothing written. `work` may await nothing
 * but the transaction's own calls.
 */
export interface Store {
  runs<T>(work: (tx: RunsTx) => Promise<T>): Promise<T>;
  safety<T>(work: (tx: SafetyTx) => Promise<T>): Promise<T>;
}

export type StoreFault = 'QUOTA' | 'CLOSED' | 'BROKEN';

export class StoreError extends Error {
  readonly fault: StoreFault;
  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.fault = fault;
  }
}

export interface Remote {
  /** What the browser believes; a yes may still be a captive portal. */
  online(): boolean;
  /** Null: no answer (cut, timeout, aborted). Never throws for the network's sake. */
  send(request: WireRequest): Promise<WireAnswer | null>;
}

export type Lease = { isHeld(): boolean };

export interface Lock {
  /**
   * Runs `work` while holding `name`; answers null without running it when another holder is in the way.
   * `steal` takes it from a holder that has stopped breathing: that holder's lease says so from then on.
   */
  hold<T>(name: string, how: { mode: 'exclusive' | 'shared'; steal: boolean }, work: (lease: Lease) => Promise<T>): Promise<T | null>;
  isHeld(name: string): Promise<boolean>;
}

export interface Clock {
  now(): number;
  /** Milliseconds since some moment, unmoved by whoever sets the clock. It may stand still while the device sleeps. */
  monotonic(): number;
}

/** The rest of what a pure package cannot do by itself. */
export interface Tools {
  /** in [0, 1) */
  random(): number;
  newId(): string;
  /** SHA-256, lower case hex */
  digest(bytes: Uint8Array): Promise<string>;
  /** A value kept outside IndexedDB: a database copied to another phone does not bring it along (C28). */
  installNonce(): string;
  /** who is signed in */
  user(): number | null;
  /** somebody has saved something on this device */
  noteSaved(): void;
}
