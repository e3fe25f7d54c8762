/** Steps that take back what was written, the newest last, and how many pieces of work are within each other. */
export type Journal = { steps: (() => void)[]; depth: number };

/** Records by id, in the order they came, found by group as well. What is written can be taken back through the journal. */
export class Table<T extends { id: string }, G extends string = never> {
  readonly #records = new Map<string, T>();
  readonly #groups: { name: G; of: (record: T) => string; ids: Map<string, Set<string>> }[];
  readonly #journal: Journal;

  constructor(journal: Journal, groups: Record<G, (record: T) => string>) {
    this.#journal = journal;
    const names = Object.keys(groups) as G[];
    this.#groups = names.map((name) => ({ name, of: groups[name], ids: new Map() }));
  }

  get(id: string): T | undefined {
    return this.#records.get(id);
  }

  values(): Iterable<T> {
    return this.#records.values();
  }

  /** The records of a group, the oldest first. */
  in(name: G, value: string): T[] {
    const ids = this.#groups.find((group) => group.name === name)?.ids.get(value) ?? [];
    return [...ids].map((id) => this.#records.get(id)!);
  }

  set(record: T): void {
    this.#write(record.id, record);
  }

  delete(id: string): void {
    this.#write(id, undefined);
  }

  #write(id: string, after: T | undefined): void {
    const before = this.#records.get(id);
    this.#put(id, before, after);
    this.#journal.steps.push(() => this.#put(id, after, before));
  }

  #put(id: string, before: T | undefined, after: T | undefined): void {
    for (const { of, ids } of this.#groups) {
      if (before && after && of(before) === of(after)) continue;
      if (before) ids.get(of(before))?.delete(id);
      if (after) ids.set(of(after), (ids.get(of(after)) ?? new Set()).add(id));
    }
    if (after) this.#records.set(id, after);
    else this.#records.delete(id);
  }
}
