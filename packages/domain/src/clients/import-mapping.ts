import { norm } from '../text/norm.ts';
import { IMPORT_FIELDS, type ImportField, type ImportNoun, importField } from './import-fields.ts';

/** Column title → field. */
export type ImportMapping = ReadonlyMap<string, string>;

type Column = { title: string; samples: readonly string[] };

/** Words that stand in a title without changing what the column holds. */
const FILLERS = new Set(
  'client customer contact company business work office main primary billing mailing bureau travail principal principale du de la le l d of the'.split(
    ' ',
  ),
);

function plain(title: string): string {
  return norm(title)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** The title as it stands, then with less and less around what it says: without brackets, figures and words that change nothing. */
function readings(title: string): string[] {
  const bare = plain(title.replace(/\([^)]*\)/g, ' ')).replace(/ ?\d+$/, '');
  const core = bare
    .split(' ')
    .filter((word) => !FILLERS.has(word))
    .join(' ');
  return [plain(title), bare, core].filter(Boolean);
}

function byTitle(fields: readonly ImportField[], title: string): ImportField | null {
  for (const reading of readings(title)) {
    const field = fields.find((one) => one.titles.includes(reading));
    if (field) return field;
  }
  return null;
}

function byContent(fields: readonly ImportField[], samples: readonly string[]): ImportField | null {
  const filled = samples.filter((cell) => cell.trim() !== '');
  if (filled.length === 0) return null;
  return fields.find(({ looks }) => looks && filled.filter(looks).length >= 0.7 * filled.length) ?? null;
}

/**
 * Which field each column seems to be meant for, by its title or else by what its cells look like. A field that takes one column is
 * suggested once. "Prénom" beside "Nom" makes the latter a family name.
 */
export function suggestMapping(noun: ImportNoun, columns: readonly Column[]): Map<string, string> {
  const fields = IMPORT_FIELDS[noun];
  const mapping = new Map<string, string>();
  const taken = new Set<string>();
  const suggest = (title: string, field: ImportField | null) => {
    if (!field || (taken.has(field.field) && !field.several)) return;
    taken.add(field.field);
    mapping.set(title, field.field);
  };
  for (const { title } of columns) suggest(title, byTitle(fields, title));
  for (const { title, samples } of columns) {
    if (!mapping.has(title)) suggest(title, byContent(fields, samples));
  }
  if (taken.has('name') && (taken.has('first_name') || taken.has('last_name'))) {
    const isHalf = taken.has('first_name') && !taken.has('last_name');
    for (const [title, field] of mapping) {
      if (field === 'name' && isHalf) mapping.set(title, 'last_name');
      if (!isHalf && (field === 'first_name' || field === 'last_name')) mapping.delete(title);
    }
  }
  return mapping;
}

function quoted(titles: readonly string[]): string {
  return titles.map((title) => `“${title}”`).join(' and ');
}

/** Why the columns cannot be read as mapped: one that is not there, a field that is not known, one field from two columns. */
export function whyNotMapping(noun: ImportNoun, titles: readonly string[], mapping: ImportMapping): string | null {
  const columnsOf = new Map<string, string[]>();
  for (const [title, name] of mapping) {
    if (!titles.includes(title)) return `The file has no column titled ${quoted([title])}.`;
    const field = importField(noun, name);
    if (!field) return `There is no field called ${name} to put ${quoted([title])} into.`;
    const columns = [...(columnsOf.get(name) ?? []), title];
    if (columns.length > 1 && !field.several) return `${field.label} takes one column, but ${quoted(columns)} are both chosen for it.`;
    columnsOf.set(name, columns);
  }
  if (columnsOf.has('name') && (columnsOf.has('first_name') || columnsOf.has('last_name')))
    return 'Choose a column for the whole name, or columns for first and last name, not both.';
  return null;
}

export const NAME_MISSING = 'Choose the column that holds the name.';

export function hasName(mapping: ImportMapping): boolean {
  const fields = new Set(mapping.values());
  return ['name', 'first_name', 'last_name'].some((field) => fields.has(field));
}
