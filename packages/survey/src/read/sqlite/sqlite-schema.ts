/** What a CREATE TABLE statement says about columns: their names, and the order in which rows store them. */

interface TableColumn {
  readonly name: string;
  /** The column is another name of the row id and is stored as NULL. */
  readonly is_rowid: boolean;
  /** Value of rows written before the column was added. */
  readonly default_value: string | number | null;
}

export interface TableShape {
  /** In the order rows store them. */
  readonly columns: readonly TableColumn[];
  readonly is_without_rowid: boolean;
}

interface Token {
  readonly text: string;
  readonly is_quoted: boolean;
}

/** Names in any of the four quotes, strings, comments dropped, everything else word by word or sign by sign. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|'((?:[^']|'')*)'|[\p{L}\p{N}_.$]+|\S/gu;

function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sql.matchAll(TOKEN)) {
    if (match[0].startsWith('--') || match[0].startsWith('/*')) continue;
    const quoted = match[1]?.replaceAll('""', '"') ?? match[2]?.replaceAll('``', '`') ?? match[3] ?? match[4]?.replaceAll("''", "'");
    tokens.push(quoted === undefined ? { text: match[0], is_quoted: false } : { text: quoted, is_quoted: true });
  }
  return tokens;
}

/** null when it is no CREATE TABLE with columns (a virtual table, damage). */
export function parseCreateTable(sql: string): TableShape | null {
  const tokens = tokenize(sql.slice(0, 100_000));
  const open = tokens.findIndex((token) => isSign(token, '('));
  if (open < 0 || !isWord(tokens[0], 'CREATE') || isWord(tokens[1], 'VIRTUAL')) return null;
  const { parts, end } = splitParts(tokens, open + 1);
  const constraints = parts.filter(
    (part) => !part[0]?.is_quoted && /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)$/i.test(part[0]?.text ?? ''),
  );
  const definitions = parts.filter((part) => part.length > 0 && !constraints.includes(part));
  const tail = tokens.slice(end).map((token) => token.text.toUpperCase());
  const is_without_rowid = tail.some((word, i) => word === 'WITHOUT' && tail[i + 1] === 'ROWID');
  const keys = findKeys(definitions, constraints);
  const stored = definitions.filter((part) => !isVirtual(part));
  const columns = stored.map((part) => readColumn(part, keys, is_without_rowid));
  return { columns: is_without_rowid ? orderByKey(columns, keys) : columns, is_without_rowid };
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token !== undefined && !token.is_quoted && token.text === sign;
}

function isWord(token: Token | undefined, word: string): boolean {
  return token !== undefined && !token.is_quoted && token.text.toUpperCase() === word;
}

function splitParts(tokens: readonly Token[], from: number): { parts: Token[][]; end: number } {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (isSign(token, '(')) depth++;
    if (isSign(token, ')') && depth-- === 0) return { parts, end: i };
    if (isSign(token, ',') && depth === 0) parts.push([]);
    else parts[parts.length - 1]?.push(token);
  }
  return { parts, end: tokens.length };
}

/** Primary-key columns in the order the key lists them, lower case. */
function findKeys(definitions: readonly Token[][], constraints: readonly Token[][]): string[] {
  for (const part of constraints) {
    const at = part.findIndex((token, i) => isWord(token, 'PRIMARY') && isWord(part[i + 1], 'KEY'));
    if (at < 0) continue;
    const { parts } = splitParts(part, at + 3);
    return parts.flatMap((words) => words[0]?.text.toLowerCase() ?? []);
  }
  return definitions.flatMap((part) => (hasKey(part) ? (part[0] as Token).text.toLowerCase() : []));
}

function hasKey(part: readonly Token[]): boolean {
  return part.some((token, i) => i > 0 && isWord(token, 'PRIMARY') && isWord(part[i + 1], 'KEY'));
}

function isVirtual(part: readonly Token[]): boolean {
  return (
    part.some((token, i) => i > 0 && isWord(token, 'AS') && isSign(part[i + 1], '(')) && !part.some((token) => isWord(token, 'STORED'))
  );
}

function readColumn(part: readonly Token[], keys: readonly string[], isWithoutRowid: boolean): TableColumn {
  const name = (part[0] as Token).text;
  const isOnlyKey = keys.length === 1 && keys[0] === name.toLowerCase();
  // Only the exact word INTEGER makes the alias; INT does not. A descending key in the column itself does not either.
  const is_rowid = !isWithoutRowid && isOnlyKey && isWord(part[1], 'INTEGER') && !part.some((token) => isWord(token, 'DESC'));
  const at = part.findIndex((token, i) => i > 0 && isWord(token, 'DEFAULT'));
  return { name, is_rowid, default_value: at < 0 ? null : readDefault(part.slice(at + 1)) };
}

function readDefault(tokens: readonly Token[]): string | number | null {
  const rest = tokens.filter((token) => !isSign(token, '('));
  const sign = isSign(rest[0], '-') ? -1 : 1;
  const token = sign < 0 || isSign(rest[0], '+') ? rest[1] : rest[0];
  if (!token) return null;
  if (token.is_quoted) return token.text;
  const number = Number(token.text);
  return Number.isFinite(number) ? sign * number : null;
}

function orderByKey(columns: readonly TableColumn[], keys: readonly string[]): TableColumn[] {
  const first = keys.flatMap((key) => columns.find((column) => column.name.toLowerCase() === key) ?? []);
  return [...new Set(first), ...columns.filter((column) => !first.includes(column))];
}
