import type { RequestBody, RequestQuery } from '@dmse/contract/endpoint';
import { PAYROLL_HEADINGS, type PayrollColumn } from '@dmse/contract/settings/time';
import type * as wire from '@dmse/contract/time/payroll';
import { MAX_PAYROLL_CHANGES, type PayrollChange, type PayrollExport } from '@dmse/contract/time/payroll';
import { proseDate } from '@dmse/domain/dates/local-date';
import type { TableCell, TableFormat, TableKind } from '@dmse/domain/text/table';
import { changesSinceExport, type PayrollLine, whyNotExport } from '@dmse/domain/time/payroll-export';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { notFound, Refusal, refuse } from '../../../call/refusal.ts';
import { tableFile } from '../../../call/table-file.ts';
import type { PageInput } from '../../../db/paging.ts';
import { noteChanges } from '../../../records/record-bulk.ts';
import { getSection, getToday } from '../../settings/setting/setting.service.ts';
import { batchNoun } from '../week/batch-noun.ts';
import * as payroll from './payroll.queries.ts';

export async function listPayrollExports({ tx }: Context, page: PageInput): Promise<{ count: number; results: PayrollExport[] }> {
  const { count, results } = await payroll.list(tx, page);
  const changed = await payroll.countChanges(
    tx,
    results.map(({ id }) => id),
  );
  return { count, results: results.map((row) => ({ ...row, changed: changed.get(row.id) ?? 0 })) };
}

const toLine = ({ user, overhead_code, ...line }: payroll.NamedLine): PayrollLine => ({
  ...line,
  user: user.id,
  overhead_code: overhead_code?.id ?? null,
});

/** What is otherwise now than payroll was told on these days, named. */
async function listChanges({ tx }: Context, days: ReturnType<typeof payroll.exportedDays>): Promise<PayrollChange[]> {
  const [told, current] = [await payroll.listTold(tx, days), await payroll.listCurrent(tx, days)];
  const [old, now] = [told, current].map((lines) => new Map(lines.map((line) => [line.entry, line])));
  return changesSinceExport(told.map(toLine), current.map(toLine)).map(({ entry }) => {
    const [before, after] = [old!.get(entry) ?? null, now!.get(entry) ?? null];
    return { entry, user: (after ?? before)!.user, before, after };
  });
}

export async function getPayrollExport(context: Context, id: number): Promise<PayrollExport & { changes: PayrollChange[] }> {
  const found = await payroll.find(context.tx, id);
  if (!found) throw notFound();
  const changes = await listChanges(context, payroll.daysOfExports([id]));
  return { ...found, changed: changes.length, changes: changes.slice(0, MAX_PAYROLL_CHANGES) };
}

export async function previewPayrollExport(context: Context, period: RequestQuery<typeof wire.previewPayrollExport>) {
  refuse(whyNotExport(period, await getToday(context)));
  const { approved, waiting } = await payroll.sumEntries(context.tx, period);
  const changes = await listChanges(context, payroll.exportedDays(period));
  return { ...approved, waiting, changed: changes.length, changes: changes.slice(0, MAX_PAYROLL_CHANGES) };
}

/** Keeps what payroll is given line by line, and marks the batches: their approval is no longer taken back, a correction is a new entry. */
export async function createPayrollExport(context: Context, period: RequestBody<typeof wire.createPayrollExport>): Promise<PayrollExport> {
  const { tx, actor, now } = context;
  refuse(whyNotExport(period, await getToday(context)));
  const batches = await payroll.holdApproved(tx, period);
  if (batches.length === 0) {
    const days = `${proseDate(period.from)} to ${proseDate(period.to)}`;
    throw new Refusal('WRONG_STATE', `There is no approved time from ${days}.`);
  }
  const ids = batches.map(({ id }) => id);
  const id = await payroll.insertExport(tx, { ...period, created_on: now, created_by: actor.id }, ids);
  const first = batches.filter(({ is_exported }) => !is_exported).map((batch) => batch.id);
  await payroll.markExported(tx, first);
  const exported = { field: 'is_exported', label: 'Exported for payroll', from: 'no', to: 'yes' };
  await noteChanges(context, batchNoun, new Map(first.map((batch) => [batch, [exported]])));
  const found = (await payroll.find(tx, id))!;
  return { ...found, changed: 0 };
}

type FileColumn = { kind: TableKind; cell: (line: payroll.FileLine) => TableCell };
const COLUMNS: Record<PayrollColumn, FileColumn> = {
  employee: { kind: 'text', cell: (line) => line.employee },
  username: { kind: 'text', cell: (line) => line.username },
  date: { kind: 'date', cell: (line) => line.date },
  hours: { kind: 'minutes', cell: (line) => line.minutes },
  overhead_code: { kind: 'text', cell: (line) => line.overhead_code },
  overhead_name: { kind: 'text', cell: (line) => line.overhead_name },
  job: { kind: 'text', cell: (line) => line.job },
  task: { kind: 'text', cell: (line) => line.task },
  job_role: { kind: 'text', cell: (line) => line.job_role },
  is_billable: { kind: 'text', cell: (line) => (line.is_billable === null ? null : line.is_billable ? 'yes' : 'no') },
  note: { kind: 'text', cell: (line) => line.note },
  entry: { kind: 'number', cell: (line) => line.entry },
};

/** The file payroll is given, as often as it is asked for: the lines are those of the export, the columns those of the setting. */
export async function getPayrollFile({ tx, adapters }: Context, id: number, format: TableFormat = 'csv'): Promise<FileAnswer> {
  const found = await payroll.find(tx, id);
  if (!found) throw notFound();
  const { payroll_columns } = await getSection(tx, 'timesheet');
  const columns = payroll_columns.map((name) => COLUMNS[name]);
  async function* rows() {
    for await (const line of payroll.readLines(tx, id)) yield columns.map(({ cell }) => cell(line));
  }
  return tableFile(adapters.files, format, {
    name: `payroll-${found.from}-to-${found.to}-export-${id}`,
    title: 'Payroll',
    columns: payroll_columns.map((name) => ({ heading: PAYROLL_HEADINGS[name], kind: COLUMNS[name].kind })),
    rows: rows(),
  });
}
