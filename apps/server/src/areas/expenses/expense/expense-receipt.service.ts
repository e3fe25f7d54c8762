import { isEqual } from '@dmse/domain/values/is-equal';
import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import type { Change } from '../../../records/history.ts';
import { claimUpload, describeFiles } from '../../files/file/file.service.ts';
import * as expenses from './expense.queries.ts';

/** Makes these files the receipts of an expense, and tells what came and went. */
export async function changeReceipts(context: Context, expense: number, files: readonly number[]): Promise<Change[]> {
  const { tx } = context;
  const before = await expenses.listReceipts(tx, expense);
  const wanted = [...new Set(files)];
  if (isEqual(before, wanted)) return [];
  const added = wanted.filter((file) => !before.includes(file));
  for (const file of added) await claimUpload(context, file, 'receipts');
  const named = await describeFiles(tx, [...before, ...wanted]);
  const isReadable = (file: number) => /^image\/|^application\/pdf$/.test(named.get(file)?.mime_type ?? '');
  if (!added.every(isReadable)) throw invalid({ receipts: 'A receipt is a picture or a PDF.' });
  await expenses.setReceipts(tx, expense, wanted);
  const say = (list: readonly number[]) => list.map((file) => named.get(file)?.name ?? '').join(', ') || null;
  return [{ field: 'receipts', label: 'Receipts', from: say(before), to: say(wanted) }];
}
