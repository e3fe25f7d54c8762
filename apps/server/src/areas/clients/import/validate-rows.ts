import { NewClient } from '@dmse/contract/clients/client';
import { NewContact } from '@dmse/contract/clients/contact';
import type { ImportNoun } from '@dmse/domain/clients/import-fields';
import { namesIn, resolveClients } from '@dmse/domain/clients/import-links';
import type { ImportMapping } from '@dmse/domain/clients/import-mapping';
import { columnsFor, createRowReader, type ImportProblem, type ImportRow } from '@dmse/domain/clients/import-row';
import type { CsvTable } from '@dmse/domain/text/csv-reader';
import type { Tx } from '../../../db/database.ts';
import * as imports from './import.queries.ts';
import { takeTurns } from './take-turns.ts';

const SCHEMAS = { clients: NewClient, contacts: NewContact };

/** A row that could be imported as it stands. */
export type ReadyRow = { line: number; values: Record<string, unknown> & { name: string }; clients: number[] };
type Validated = { rows: ImportRow[]; ready: ReadyRow[]; problems: ImportProblem[] };

/**
 * Judges every row by the very schema that judges what a person types into the form. `hold` keeps the clients that contacts are linked
 * to as they are until the transaction ends.
 */
export async function validateRows(tx: Tx, noun: ImportNoun, table: CsvTable, mapping: ImportMapping, hold = false): Promise<Validated> {
  const rows = table.rows.map(createRowReader(noun, table.columns, mapping));
  const names = [...new Set(rows.flatMap((row) => namesIn(row.client_cell)))];
  const known = await imports.findClientsByName(tx, names, hold);
  const problems: ImportProblem[] = [];
  const ready: ReadyRow[] = [];
  for await (const row of takeTurns(rows)) {
    const found = [...row.problems];
    const parsed = SCHEMAS[noun].safeParse(row.values);
    for (const issue of parsed.error?.issues ?? []) {
      found.push({ line: row.line, column: columnsFor(mapping, String(issue.path[0])), message: issue.message });
    }
    const links = resolveClients(row.client_cell, known);
    if ('problem' in links) found.push({ line: row.line, column: columnsFor(mapping, 'client'), message: links.problem });
    problems.push(...found);
    if (found.length === 0 && parsed.success && 'ids' in links)
      ready.push({ line: row.line, values: parsed.data as ReadyRow['values'], clients: links.ids });
  }
  return { rows, ready, problems };
}
