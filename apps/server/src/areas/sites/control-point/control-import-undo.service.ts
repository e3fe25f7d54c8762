import type { ControlImport } from '@dmse/contract/sites/control-import';
import { whyNotUndo } from '@dmse/domain/clients/import-undo';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { updateRecord } from '../../../records/record.ts';
import { removeRecords } from '../../../records/record-bulk.ts';
import * as imports from './control-import.queries.ts';
import { controlPointNoun } from './control-point.service.ts';

async function complete({ tx }: Context, rows: readonly imports.ImportRow[]): Promise<ControlImport[]> {
  const open = rows.filter((row) => row.undone_on === null).map((row) => row.id);
  const obstacles = open.length > 0 ? await imports.listObstacles(tx, open) : new Map();
  return rows.map((row) => {
    const { changed = [], referred = [] } = obstacles.get(row.id) ?? {};
    return { ...row, why_not_undo: whyNotUndo({ noun: 'control points', is_undone: row.undone_on !== null, changed, referred }) };
  });
}

export async function getControlImport(context: Context, id: number): Promise<ControlImport> {
  const row = await imports.findImport(context.tx, id);
  if (!row) throw notFound();
  return (await complete(context, [row]))[0]!;
}

export async function listControlImports(context: Context, page: PageInput): Promise<{ count: number; results: ControlImport[] }> {
  const { count, results } = await imports.listImports(context.tx, page);
  return { count, results: await complete(context, results) };
}

/** Takes back what an import created and puts back what it wrote over, as one, unless somebody has built on it since. */
export async function undoControlImport(context: Context, id: number): Promise<ControlImport> {
  const { tx, now, actor } = context;
  await imports.lockImport(tx, id);
  if (!(await imports.findImport(tx, id))) throw notFound();
  const touched = await imports.lockTouched(tx, id);
  // Asked only now: what was free a moment ago may have been changed by whoever held it.
  const { why_not_undo } = await getControlImport(context, id);
  if (why_not_undo) throw new Refusal('WRONG_STATE', why_not_undo);
  for (const { before, ...row } of touched.filter((one) => one.before !== null))
    await updateRecord(context, controlPointNoun, row, before!);
  await removeRecords(
    context,
    controlPointNoun,
    touched.filter((row) => row.before === null),
    'undid the import of',
  );
  await imports.markUndone(tx, id, now, actor.id);
  return getControlImport(context, id);
}
