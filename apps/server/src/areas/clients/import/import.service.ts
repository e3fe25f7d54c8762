import type { ImportBatch, ImportCheck } from '@dmse/contract/clients/import';
import { IMPORT_FIELDS, type ImportedField, type ImportNoun } from '@dmse/domain/clients/import-fields';
import { hasName, NAME_MISSING } from '@dmse/domain/clients/import-mapping';
import type { ImportProblem } from '@dmse/domain/clients/import-row';
import { describeLinks, type Link } from '@dmse/domain/clients/link';
import { localDate, proseDate } from '@dmse/domain/dates/local-date';
import { plural, sayCount } from '@dmse/domain/text/counts';
import type { CsvTable } from '@dmse/domain/text/csv-reader';
import type { Context } from '../../../call/context.ts';
import { conflict, invalid, Refusal } from '../../../call/refusal.ts';
import { chunksOf } from '../../../db/insert-rows.ts';
import type { Writable } from '../../../records/record.ts';
import { CHUNK, createRecords } from '../../../records/record-bulk.ts';
import { claimUpload } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { clientNoun } from '../client/client.service.ts';
import { contactNoun } from '../contact/contact.service.ts';
import * as links from '../link/link.queries.ts';
import { noteClients } from '../link/link.service.ts';
import * as imports from './import.queries.ts';
import { findDuplicates } from './import-duplicates.ts';
import { checkMapping, describeColumns, type ImportSource, readImportFile } from './import-file.ts';
import { getBatch } from './import-undo.service.ts';
import { type ReadyRow, validateRows } from './validate-rows.ts';

/** A list says who speaks for whom, not as what. */
const PLAIN = { role: '', is_billing: false };

/** So many errors and duplicates are spelled out; all of them are counted. */
const TOLD = 500;

/**
 * The mapping a check goes by. What was chosen for columns that are gone (somebody changed the delimiter) is forgotten; with nothing
 * left the suggestions stand again.
 */
function mappingToCheck(table: CsvTable, { noun, mapping }: ImportSource, columns: ImportCheck['columns']) {
  const chosen = Object.entries(mapping ?? {}).filter(([title]) => columns.some((column) => column.title === title));
  const isGiven = mapping !== undefined && (chosen.length > 0 || Object.keys(mapping).length === 0);
  const suggested = columns.flatMap(({ title, suggestion }) => (suggestion ? [[title, suggestion]] : []));
  return checkMapping(table, noun, Object.fromEntries(isGiven ? chosen : suggested));
}

/** What would come of the file. Writes nothing. */
export async function checkImport(context: Context, source: ImportSource): Promise<ImportCheck> {
  const { tx } = context;
  const { noun } = source;
  const { table } = await readImportFile(context, source);
  const columns = describeColumns(table, noun);
  const mapping = mappingToCheck(table, source, columns);
  const { delimiter, encoding } = table;
  const found = { delimiter, encoding, columns, mapping: Object.fromEntries(mapping), rows: table.rows.length };
  const fields = IMPORT_FIELDS[noun].map(({ field, label, required }) => ({ field, label, required }));
  if (!hasName(mapping)) {
    const errors = [{ line: table.header_line, column: null, message: NAME_MISSING }];
    return { ...found, fields, ready: 0, errors, error_count: 1, error_lines: [], duplicates: [], duplicate_lines: [], duplicate_count: 0 };
  }
  const { rows, ready, problems } = await validateRows(tx, noun, table, mapping);
  const duplicates = await findDuplicates(tx, noun, rows);
  return {
    ...found,
    fields,
    ready: ready.length,
    errors: problems.slice(0, TOLD),
    error_count: problems.length,
    error_lines: [...new Set(problems.map(({ line }) => line))],
    duplicates: duplicates.slice(0, TOLD),
    duplicate_lines: duplicates.map(({ line }) => line),
    duplicate_count: duplicates.length,
  };
}

function refuseProblems(problems: readonly ImportProblem[]): void {
  if (problems.length === 0) return;
  const rows = new Set(problems.map((problem) => problem.line)).size;
  const detail = `${sayCount(rows, 'row')} cannot be imported as ${plural(rows, 'it is', 'they are')}, so nothing was.`;
  throw new Refusal('INVALID', detail, { rows: problems.slice(0, TOLD) });
}

/** A retry whose first answer was lost must not import everything twice. */
async function refuseSecondTime({ tx }: Context, noun: ImportNoun, sha256: string, ready: readonly ReadyRow[]): Promise<void> {
  await imports.lockFile(tx, sha256);
  const lines = ready.map((row) => row.line);
  const earlier = await imports.findEarlier(tx, noun, sha256, lines);
  if (!earlier) return;
  const { time_zone } = await getSection(tx, 'region');
  const day = proseDate(localDate(earlier.created_on, time_zone));
  throw conflict(
    `${earlier.by_name ?? 'Somebody'} imported this file on ${day}. Undo that import first, or leave the lines it brought out.`,
  );
}

/** Brings in every row that is not left out, or none. */
export async function runImport(
  context: Context,
  { skip_lines = [], ...source }: ImportSource & { mapping: Record<string, string>; skip_lines?: number[] | undefined },
): Promise<ImportBatch> {
  const { tx, now, actor } = context;
  const { noun, file } = source;
  await claimUpload(context, file, 'file');
  const { table, sha256 } = await readImportFile(context, source);
  const mapping = checkMapping(table, noun, source.mapping);
  if (!hasName(mapping)) throw invalid({ mapping: NAME_MISSING });
  const lines = new Set(table.rows.map((row) => row.line));
  const unknownLine = skip_lines.find((line) => !lines.has(line));
  if (unknownLine !== undefined) throw invalid({ skip_lines: `No row begins on line ${unknownLine}.` });

  const skipped = new Set(skip_lines);
  const wanted = { ...table, rows: table.rows.filter((row) => !skipped.has(row.line)) };
  if (wanted.rows.length === 0) throw invalid({ file: 'There is no row to import.' });
  const { ready, problems } = await validateRows(tx, noun, wanted, mapping, true);
  refuseProblems(problems);
  await refuseSecondTime(context, noun, sha256, ready);

  const created = noun === 'clients' ? await createClients(context, ready) : await createContacts(context, ready);
  const batch = { noun, file, created: created.length, skipped: skipped.size, created_on: now, created_by: actor.id };
  const id = await imports.insertBatch(
    tx,
    batch,
    created.map((row, i) => ({ line: ready[i]!.line, id: row.id, version: row.version })),
  );
  return getBatch(context, id);
}

function createClients(context: Context, ready: readonly ReadyRow[]) {
  return createRecords(
    context,
    clientNoun,
    ready.map((row) => row.values as Pick<Writable<'client'>, ImportedField['clients']>),
    'imported',
  );
}

/** Contacts come with their links, which are told in the history of both ends. */
async function createContacts(context: Context, ready: readonly ReadyRow[]) {
  const { tx } = context;
  const linked = [...new Set(ready.flatMap((row) => row.clients))];
  const names = new Map([...(await links.findLiving(tx, 'client', linked))].map(([id, { name }]) => [id, name]));
  const linkChange = ({ clients }: ReadyRow) =>
    describeLinks(
      'contact',
      [],
      clients.map((id) => ({ id, name: names.get(id) ?? '', ...PLAIN })),
    );
  // Nearly everybody speaks for one client and is written once; the summary of several is put in order by the database.
  const summarize = (clients: readonly number[]) => (clients.length === 1 ? (names.get(clients[0]!) ?? '') : '');
  const created = await createRecords(
    context,
    contactNoun,
    ready.map(({ values, clients }) => ({ ...values, clients_summary: summarize(clients) })),
    'imported',
    (i) => linkChange(ready[i]!),
  );
  const before = await links.listNamed(tx, 'client', linked);
  const come = new Map<number, Link[]>(linked.map((id) => [id, []]));
  for (const [i, row] of created.entries())
    for (const client of ready[i]!.clients) come.get(client)!.push({ id: row.id, name: String(row.name), ...PLAIN });
  const pairs = created.flatMap((row, i) => ready[i]!.clients.map((client) => ({ client, contact: row.id })));
  for (const chunk of chunksOf(pairs, CHUNK)) await imports.insertLinks(tx, chunk);
  await noteClients(context, before, { come });
  return created;
}
