import type { Item } from '../item.ts';
import { baseOf, contentOf, mergeThreeWays, noteEmptied } from './fields.ts';
import { conflictsOf, withoutDeletion } from './fold.ts';
import { blankItem, isUnsettled } from './new-item.ts';
import type { ServerRow } from './server-row.ts';

export type MergeFacts = {
  readonly epoch: string;
  readonly now: string;
  /** where the revisions of a record begin that is new to this device; above any it has used for the record before */
  readonly rev: number;
};

/**
 * L4: a pulled row replaces only a record that has nothing of its own to say. Else the shadow moves on, untouched fields follow
 * the server, touched ones stay, and a field touched on both sides remembers the version it was edited on.
 * Null: nothing to write.
 */
export function mergeRow(item: Item | undefined, row: ServerRow, facts: MergeFacts): Item | null {
  if (item === undefined)
    return row.content.is_deleted === true ? null : settle(blankItem(row.kind, row.id, row.field_run, facts.now, facts.rev), row, facts);
  if (item._epoch === facts.epoch && row.version < item._base) return null;
  if (row.moved_to !== null) return item.field_run === row.moved_to ? null : { ...item, field_run: row.moved_to };
  if (!isUnsettled(item)) return isKnown(item, row, facts) ? null : settle(item, row, facts);
  const { content, overlaps } = mergeThreeWays(baseOf(item), contentOf(item), row.content);
  const field_base: Record<string, number> = { ...item._field_base };
  for (const field of overlaps) field_base[field] ??= item._base;
  const fields = withoutDeletion(content);
  return {
    ...item,
    fields,
    _emptied: noteEmptied(item, fields),
    facts: row.facts,
    run: runPart(item, row),
    _base: row.version,
    _shadow: row.content,
    _epoch: facts.epoch,
    _field_base: field_base,
    _conflict: conflictsOf(item, row),
  };
}

function isKnown(item: Item, row: ServerRow, facts: MergeFacts): boolean {
  const isSameStart = item.run === null || row.start_number === null || item.run.start_number === row.start_number;
  return item._epoch === facts.epoch && item._base === row.version && item._ack?.epoch === facts.epoch && isSameStart;
}

/** A record with nothing of its own takes the server's row as it is, and the row is the server's word that it holds it. */
function settle(item: Item, row: ServerRow, facts: MergeFacts): Item {
  // bytes that the office replaced since: our copy was confirmed before, and the server keeps every blob (C21)
  const confirmed = item._ack?.sha256 === item._sha256 && item._sha256 !== null ? item._sha256 : row.sha256;
  const fields = withoutDeletion(row.content);
  return {
    ...item,
    fields,
    _emptied: noteEmptied(item, fields),
    facts: row.facts,
    run: runPart(item, row),
    field_run: row.kind === 'run' ? row.id : row.field_run,
    is_deleted: row.content.is_deleted === true ? 1 : 0,
    created_on: row.created_on || item.created_on,
    updated_on: row.updated_on || item.updated_on,
    stored_on: facts.now,
    error_reason: null,
    error_status_code: null,
    _base: row.version,
    _shadow: row.content,
    _epoch: facts.epoch,
    _field_base: {},
    _ack: { version: row.version, seq: row.seq, epoch: facts.epoch, sha256: confirmed, is_deleted: row.content.is_deleted === true },
    _conflict: conflictsOf(item, row),
  };
}

function runPart(item: Item, row: ServerRow): Item['run'] {
  return item.run === null ? null : { ...item.run, start_number: row.start_number ?? item.run.start_number };
}
