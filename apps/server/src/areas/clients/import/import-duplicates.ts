import { createDuplicateSearch, type Duplicate, type FileParty } from '@dmse/domain/clients/duplicates';
import type { ImportNoun } from '@dmse/domain/clients/import-fields';
import type { ImportRow } from '@dmse/domain/clients/import-row';
import type { Tx } from '../../../db/database.ts';
import * as imports from './import.queries.ts';
import { takeTurns } from './take-turns.ts';

/** Stored records pass by in pages of this size; other requests get their turn between two of them. */
const PAGE = 2000;

function toParty({ line, values }: ImportRow): FileParty {
  const { name, phone, phones, email, emails } = values;
  const list = (one: unknown, many: unknown) =>
    [one, many].flat().filter((text): text is string => typeof text === 'string' && text !== '');
  return { line, name, phones: list(phone, phones), emails: list(email, emails) };
}

/** Probable duplicates of the file's rows among themselves and in the database: one walk over each, whatever their number. */
export async function findDuplicates(tx: Tx, noun: ImportNoun, rows: readonly ImportRow[]): Promise<Duplicate[]> {
  const search = createDuplicateSearch(rows.filter((row) => row.values.name !== '').map(toParty));
  for (let after = 0; ; ) {
    const page = await imports.listParties(tx, noun, after, PAGE);
    for (const party of page) search.look(party);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.id;
  }
  const found: Duplicate[] = [];
  for await (const duplicate of takeTurns(search.walk())) if (duplicate) found.push(duplicate);
  return found;
}
