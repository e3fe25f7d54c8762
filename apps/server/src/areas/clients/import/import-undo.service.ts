import type { ImportBatch } from '@dmse/contract/clients/import';
import type { ImportNoun } from '@dmse/domain/clients/import-fields';
import { whyNotUndo } from '@dmse/domain/clients/import-undo';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import type { Row } from '../../../records/record.ts';
import { removeRecords } from '../../../records/record-bulk.ts';
import { clientNoun } from '../client/client.service.ts';
import { contactNoun } from '../contact/contact.service.ts';
import * as links from '../link/link.queries.ts';
import { holdLinked, noteClients } from '../link/link.service.ts';
import * as imports from './import.queries.ts';

const UNDID = 'undid the import of';
const NOUNS: ImportNoun[] = ['clients', 'contacts'];

/** Says of each import whether it can still be undone, looking once for all of a kind. */
async function complete({ tx }: Context, rows: readonly imports.BatchRow[]): Promise<ImportBatch[]> {
  const obstacles = new Map<number, { changed: string[]; referred: string[] }>();
  for (const noun of NOUNS) {
    const ids = rows.filter((row) => row.noun === noun && row.undone_on === null).map((row) => row.id);
    if (ids.length > 0) for (const [id, found] of await imports.listObstacles(tx, noun, ids)) obstacles.set(id, found);
  }
  return rows.map((row) => {
    const noun = row.noun as ImportNoun;
    const { changed = [], referred = [] } = obstacles.get(row.id) ?? {};
    return { ...row, noun, why_not_undo: whyNotUndo({ noun, is_undone: row.undone_on !== null, changed, referred }) };
  });
}

export async function getBatch(context: Context, id: number): Promise<ImportBatch> {
  const row = await imports.findBatch(context.tx, id);
  if (!row) throw notFound();
  return (await complete(context, [row]))[0]!;
}

export async function listImports(context: Context, page: PageInput): Promise<{ count: number; results: ImportBatch[] }> {
  const { count, results } = await imports.listBatches(context.tx, page);
  return { count, results: await complete(context, results) };
}

/** Takes back everything an import created, as one, unless somebody has built on it since. */
export async function undoImport(context: Context, id: number): Promise<ImportBatch> {
  const { tx, now, actor } = context;
  await imports.lockBatch(tx, id);
  const found = await imports.findBatch(tx, id);
  if (!found) throw notFound();
  const noun = found.noun as ImportNoun;
  // Clients before contacts, as everywhere.
  if (noun === 'contacts') await holdLinked(context, 'contact', await imports.listBrought(tx, id));
  const brought = await imports.lockBrought(tx, noun, id);
  // Asked only now: what was free a moment ago may have been changed by whoever held it.
  const { why_not_undo } = await getBatch(context, id);
  if (why_not_undo) throw new Refusal('WRONG_STATE', why_not_undo);
  if (noun === 'clients') await removeRecords(context, clientNoun, brought, UNDID);
  else await removeContacts(context, brought);
  await imports.markUndone(tx, id, now, actor.id);
  return getBatch(context, id);
}

/** Contacts go with their links, which is told in the history of both ends. */
async function removeContacts(context: Context, contacts: readonly Row[]): Promise<void> {
  const gone = new Set(contacts.map((row) => row.id));
  const clients = await links.listNamed(context.tx, 'client', await links.listOtherIds(context.tx, 'contact', [...gone]));
  await removeRecords(context, contactNoun, contacts, UNDID, { table: 'client_contact', column: 'contact' });
  await noteClients(context, clients, { gone });
}
