import { can } from '@dmse/domain/access/grants';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../call/context.ts';
import type { DB } from '../../../db/rows.generated.ts';

/** A place where a record says "this file is mine". Whoever may read that record may read the file. */
type FileReference = {
  table: keyof DB;
  column: string;
  /** True for rows that refer to the file, where that is not a plain column holding its id. */
  holds?: (file: RawBuilder<number>) => RawBuilder<boolean>;
  /** May this person read such records: none, all, or those the condition is true of. */
  may: (actor: Actor) => boolean | RawBuilder<boolean>;
};

const readsSites = (actor: Actor) => can(actor.groups, 'sites.read');
const readsHistoricals = (actor: Actor) => can(actor.groups, 'historicals.read');
const readsMemos = (actor: Actor) => can(actor.groups, 'memos.read');

/** Whoever paid, their supervisors, and whoever keeps the expenses. */
const readsExpense = (actor: Actor) =>
  can(actor.groups, 'expenses.admin') ||
  sql<boolean>`exists (select from expense where expense.id = expense_receipt.expense and (expense."user" = ${actor.id}
    or exists (select from supervision s where s.supervisor = ${actor.id} and s.employee = expense."user")))`;

/** Every place there is; a test compares it with the foreign keys of the database. Adding a column that holds a file adds a line here. */
export const FILE_REFERENCES: readonly FileReference[] = [
  { table: 'app_user', column: 'profile_picture', may: () => true },
  {
    table: 'setting',
    column: 'value',
    holds: (file) => sql`section = 'firm' and value -> 'logo_horizontal' = to_jsonb(${file})`,
    may: () => true,
  },
  { table: 'import_batch', column: 'file', may: (actor) => can(actor.groups, 'clients.import') },
  { table: 'control_point', column: 'sketch', may: readsSites },
  { table: 'control_import', column: 'file', may: (actor) => can(actor.groups, 'control.write') },
  { table: 'field_run', column: 'raw', may: readsSites },
  { table: 'processing_file', column: 'file', may: readsSites },
  { table: 'processing_attempt', column: 'package', may: readsSites },
  { table: 'shot_image', column: 'file', may: readsSites },
  { table: 'shot_image_bytes', column: 'file', may: readsSites },
  { table: 'static_layer', column: 'file', may: readsSites },
  { table: 'static_layer', column: 'shown', may: readsSites },
  { table: 'geoid_grid', column: 'file', may: readsSites },
  { table: 'field_upload', column: 'file', may: (actor) => sql<boolean>`field_upload.created_by = ${actor.id}` },
  { table: 'field_quarantine', column: 'file', may: (actor) => can(actor.groups, 'quarantine.release') },
  // A quote's PDF tells amounts.
  { table: 'quote_revision', column: 'pdf', may: (actor) => can(actor.groups, 'quotes.read') && can(actor.groups, 'amounts.see') },
  // A version is printed with the logo it was posted with.
  {
    table: 'invoice_revision',
    column: 'document',
    holds: (file) => sql`invoice_revision.document -> 'firm' -> 'logo_horizontal' = to_jsonb(${file})`,
    may: () => true,
  },
  { table: 'invoice_pdf', column: 'file', may: (actor) => can(actor.groups, 'invoices.read') },
  // What a mail carries is a file of another record, which says who may read it; IT sees that it went out, not what it says.
  { table: 'mail_attachment', column: 'file', may: () => false },
  { table: 'memo_attachment', column: 'file', may: readsMemos },
  {
    table: 'inbound_mail',
    column: 'eml',
    may: (actor) => can(actor.groups, 'mails.triage') || (readsMemos(actor) && sql<boolean>`inbound_mail.memo is not null`),
  },
  { table: 'expense_receipt', column: 'file', may: readsExpense },
  { table: 'known_place_import', column: 'file', may: (actor) => can(actor.groups, 'settings.write') },
  // Its tiles are served one by one; nobody needs the whole of it.
  { table: 'base_map', column: 'file', may: (actor) => can(actor.groups, 'settings.write') },
  { table: 'historical_scan', column: 'file', may: readsHistoricals },
  { table: 'scan_page', column: 'tiles', may: readsHistoricals },
  { table: 'scan_page', column: 'thumbnail', may: readsHistoricals },
];

/** Does any record refer to the file? With a person: any that this person may read? */
export function isReferredTo(file: RawBuilder<number>, actor?: Actor): RawBuilder<boolean> {
  const terms = FILE_REFERENCES.flatMap(({ table, column, holds, may }) => {
    const allowed = actor ? may(actor) : true;
    if (allowed === false) return [];
    const condition = holds?.(file) ?? sql<boolean>`${sql.ref(`${table}.${column}`)} = ${file}`;
    const limited = allowed === true ? condition : sql<boolean>`(${condition}) and (${allowed})`;
    return [sql`exists (select from ${sql.table(table)} where ${limited})`];
  });
  return terms.length > 0 ? sql<boolean>`(${sql.join(terms, sql` or `)})` : sql<boolean>`false`;
}
