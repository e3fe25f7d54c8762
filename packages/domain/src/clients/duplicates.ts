import { createCloseNames } from './close-names.ts';
import { coreName, plainName } from './party-name.ts';
import { phoneKey } from './phone.ts';

/** What two entries are compared by, be they clients or contacts. */
export type Party = { name: string; phones: readonly string[]; emails: readonly string[] };
export type FileParty = Party & { line: number };
export type StoredParty = Party & { id: number };

/** One that is probably the same: a stored record (id) or an earlier line of the same file (line). */
export type Match = { id: number | null; line: number | null; name: string; because: string };
export type Duplicate = { line: number; name: string; matches: Match[] };

/** The reasons, the weightiest first. */
const REASONS = ['same e-mail', 'same phone', 'same name', 'same name but for its legal form', 'similar name'] as const;
const MOST = 5;

type Twin = { id: number | null; line: number | null; name: string };
/** Everything in the file that answers to one phone, one e-mail or one name, and the stored records found for it. */
type Group = { lines: Twin[]; stored: Twin[] };

function keysOf(party: Party): { key: string; reason: number }[] {
  const emails = party.emails.map((email) => email.trim().toLowerCase()).filter(Boolean);
  const phones = party.phones.map(phoneKey).filter((key) => key !== null);
  const core = coreName(party.name);
  return [
    ...[...new Set(emails)].map((email) => ({ key: `e ${email}`, reason: 0 })),
    ...[...new Set(phones)].map((phone) => ({ key: `p ${phone}`, reason: 1 })),
    ...(core ? [{ key: `n ${core}`, reason: 3 }] : []),
  ];
}

/** Stored records come before lines of the file, the older before the younger. */
function placeOf({ id, line }: Twin): number {
  return id ?? 2 ** 40 + (line ?? 0);
}

/** Puts the reasons for each twin together and keeps the likeliest. */
function collect(party: FileParty, found: readonly { twin: Twin; reason: number }[]): Match[] {
  const plain = plainName(party.name);
  const reasons = new Map<string, { twin: Twin; reasons: Set<number> }>();
  for (const { twin, reason } of found) {
    const key = `${twin.id} ${twin.line}`;
    const entry = reasons.get(key) ?? { twin, reasons: new Set<number>() };
    entry.reasons.add(reason === 3 && plainName(twin.name) === plain ? 2 : reason);
    reasons.set(key, entry);
  }
  const weigh = (held: Set<number>) => [...held].reduce((sum, reason) => sum + 10 ** (REASONS.length - reason), 0);
  return [...reasons.values()]
    .sort((a, b) => weigh(b.reasons) - weigh(a.reasons) || placeOf(a.twin) - placeOf(b.twin))
    .slice(0, MOST)
    .map(({ twin, reasons: held }) => ({
      ...twin,
      because: [...held]
        .sort()
        .map((reason) => REASONS[reason]!)
        .join(' and '),
    }));
}

type DuplicateSearch = {
  look(stored: StoredParty): void;
  /** What was found for each row, in their order; null for a row that is alone. One at a time, so that a caller can let others work between. */
  walk(): Generator<Duplicate | null>;
};

/**
 * Looks for probable duplicates of a file's rows, among themselves and in what is stored. The file is held; the stored records pass by
 * one at a time (`look`), in any number. Each costs a few look-ups, because what is found is kept per phone, e-mail and name, not per row.
 */
export function createDuplicateSearch(rows: readonly FileParty[]): DuplicateSearch {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    for (const { key } of keysOf(row)) {
      const group = groups.get(key) ?? { lines: [], stored: [] };
      if (group.lines.length < MOST) group.lines.push({ id: null, line: row.line, name: row.name });
      groups.set(key, group);
    }
  }
  const names = createCloseNames(rows.map((row) => coreName(row.name)));
  const similar = new Map<string, Twin[]>();

  function look({ id, name, phones, emails }: StoredParty): void {
    const twin = { id, line: null, name };
    for (const { key } of keysOf({ name, phones, emails })) {
      const group = groups.get(key);
      if (group && group.stored.length < MOST) group.stored.push(twin);
    }
    for (const close of names.listClose(coreName(name))) {
      const found = similar.get(close) ?? [];
      if (found.length < MOST) found.push(twin);
      similar.set(close, found);
    }
  }

  function* walk(): Generator<Duplicate | null> {
    for (const row of rows) {
      const core = coreName(row.name);
      const found = keysOf(row).flatMap(({ key, reason }) => {
        const { lines, stored } = groups.get(key)!;
        return [...stored, ...lines.filter((twin) => twin.line! < row.line)].map((twin) => ({ twin, reason }));
      });
      const alike = names.listClose(core).flatMap((close) => groups.get(`n ${close}`)!.lines.filter((twin) => twin.line! < row.line));
      const matches = collect(row, [...found, ...[...(similar.get(core) ?? []), ...alike].map((twin) => ({ twin, reason: 4 }))]);
      yield matches.length > 0 ? { line: row.line, name: row.name, matches } : null;
    }
  }

  return { look, walk };
}
