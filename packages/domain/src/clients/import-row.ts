import type { CsvColumn, CsvRow } from '../text/csv-reader.ts';
import { type ImportNoun, importField } from './import-fields.ts';
import type { ImportMapping } from './import-mapping.ts';
import { readValue, splitList } from './import-values.ts';

export type ImportProblem = { line: number; column: string | null; message: string };

/** A row of the file as the values of a record; not yet judged by the record's own schema. */
export type ImportRow = {
  line: number;
  values: Record<string, unknown> & { name: string };
  /** The cell that names the clients a contact speaks for. */
  client_cell: string;
  problems: ImportProblem[];
};

/** Reads rows of one file: which column stands where is found out once. */
export function createRowReader(noun: ImportNoun, columns: readonly CsvColumn[], mapping: ImportMapping): (row: CsvRow) => ImportRow {
  const mapped = columns.flatMap(({ title, at }) => {
    const field = importField(noun, mapping.get(title) ?? '');
    return field ? [{ title, at, field }] : [];
  });
  return ({ line, cells, is_too_wide }) => {
    const values: Record<string, unknown> = {};
    const problems: ImportProblem[] = [];
    if (is_too_wide) {
      const message = 'This line has more cells than there are columns. Put quotation marks around a cell that holds the delimiter.';
      problems.push({ line, column: null, message });
    }
    for (const { title, at, field } of mapped) {
      const cell = cells[at] ?? '';
      if (cell.trim() === '') continue;
      const { field: name, several } = field;
      if (several === 'list') values[name] = [...new Set([...((values[name] as string[]) ?? []), ...splitList(cell)])];
      else if (several === 'lines') values[name] = [values[name], cell.trim()].filter(Boolean).join('\n');
      else {
        const reading = readValue(name, cell);
        if ('problem' in reading) problems.push({ line, column: title, message: reading.problem });
        else values[name] = reading.value;
      }
    }
    const { first_name, last_name, client, name = '', ...rest } = values;
    const whole = [name, first_name, last_name].filter(Boolean).join(' ');
    return { line, values: { name: whole, ...rest }, client_cell: String(client ?? ''), problems };
  };
}

/** The titles of the columns that fill a field, to say where a value came from. */
export function columnsFor(mapping: ImportMapping, field: string): string | null {
  const fields = field === 'name' ? ['name', 'first_name', 'last_name'] : [field];
  const titles = [...mapping].filter(([, name]) => fields.includes(name)).map(([title]) => title);
  return titles.length > 0 ? titles.join(', ') : null;
}
