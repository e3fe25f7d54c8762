import { labelOf } from '@dmse/contract/common/field';
import type { ParsedBody } from '@dmse/contract/endpoint';
import { type createMemo as CreateMemo, type Memo, type MemoRow, updateMemo as UpdateMemo } from '@dmse/contract/memos/memo';
import { canEditJob } from '@dmse/domain/access/job-access';
import { documentFromText, isEmptyDocument, plainText, summaryOf } from '@dmse/domain/memos/plain-text';
import { type RichDocument, readRichText } from '@dmse/domain/memos/rich-text';
import { whyNotReopenIssue, whyNotResolve } from '@dmse/domain/states/memo';
import type { Context, Writing } from '../../../call/context.ts';
import { forbidden, invalid, notFound, refuse } from '../../../call/refusal.ts';
import { type Changeable, createRecord, fieldsOf, openRecord, updateRecord } from '../../../records/record.ts';
import { claimUpload, describeFiles } from '../../files/file/file.service.ts';
import * as memos from './memo.queries.ts';
import { mailMemo, type Owner, type Wish } from './memo-mail.service.ts';
import { refuseUnknownRecipients } from './memo-recipients.service.ts';

type NewMemo = ParsedBody<(typeof CreateMemo)['declaration']>;
type MemoPatch = ParsedBody<(typeof UpdateMemo)['declaration']>;

const SUMMARY_LETTERS = 160;

/** The text is a document; its history is told by the words in it. */
const { text: memoText, ...memoFields } = UpdateMemo.declaration.body.shape;
const memoNoun: Changeable<'memo', Memo> = {
  noun: 'memo',
  table: 'memo',
  nameOf: (row) => String(row.title),
  fields: {
    ...fieldsOf(memoFields, { task: async (id, { tx }) => (await memos.findTask(tx, Number(id)))?.name ?? null }),
    words: labelOf(memoText),
  },
  get: getMemo,
};

export async function listMemos({ tx }: Context, filter: memos.MemoFilter): Promise<{ count: number; results: MemoRow[] }> {
  const { count, results } = await memos.list(tx, filter);
  return {
    count,
    results: results.map(({ words, ...row }) => ({ ...row, summary: summaryOf(documentFromText(words.slice(0, 2000)), SUMMARY_LETTERS) })),
  };
}

export async function getMemo(context: Context, id: number): Promise<Memo> {
  const { tx } = context;
  const row = await memos.find(tx, id);
  if (!row) throw notFound();
  const { author, inbound, ...memo } = row;
  const files = await memos.listAttachments(tx, id);
  const described = await describeFiles(tx, files);
  const recipients = (await memos.listRecipients(tx, id)).map(({ recipients: [address = ''], state, ...rest }) => ({
    ...rest,
    address,
    state: state as Memo['recipients'][number]['state'],
  }));
  return {
    ...memo,
    text: memo.text as Memo['text'],
    attachments: files.flatMap((file) => described.get(file) ?? []),
    recipients,
    original_url: inbound === null ? null : `/api/jobs/memo/${id}/original/`,
    can_edit: await mayEdit(context, row),
  };
}

/** Whoever wrote it, and whoever answers for the job. */
async function mayEdit(
  { tx, actor }: Context,
  memo: { author: number | null; job: { id: number } | null; quote: { id: number } | null },
): Promise<boolean> {
  if (memo.author === actor.id) return true;
  const owner = await (memo.job ? memos.findOwner(tx, 'job', memo.job.id) : memos.findOwner(tx, 'quote', memo.quote!.id));
  return owner !== undefined && canEditJob(actor, ledBy(owner));
}

function ledBy({ project_manager, project_leads }: Pick<Owner, 'project_manager' | 'project_leads'>) {
  return { project_manager: project_manager === null ? null : { id: project_manager }, project_leads: project_leads.map((id) => ({ id })) };
}

export async function findOwner(
  { tx }: Pick<Context, 'tx'>,
  { job, quote }: { job?: number | undefined; quote?: number | undefined },
): Promise<Owner> {
  const of = job === undefined ? 'quote' : 'job';
  const owner = await memos.findOwner(tx, of, job ?? quote ?? 0);
  if (!owner) throw invalid({ [of]: `There is no such ${of}.` });
  return { ...owner, of };
}

function readText(value: unknown): RichDocument {
  const reading = readRichText(value);
  if ('problem' in reading) throw invalid({ text: reading.problem });
  if (isEmptyDocument(reading.value)) throw invalid({ text: 'This field may not be blank.' });
  return reading.value;
}

async function refuseForeignTask(
  { tx }: Context,
  task: number | null | undefined,
  owner: { of: 'job' | 'quote'; id: number },
): Promise<void> {
  if (task == null) return;
  const found = await memos.findTask(tx, task);
  if (!found || found[owner.of] !== owner.id) throw invalid({ task: `This task does not belong to the ${owner.of}.` });
}

export async function createMemo(context: Context, values: NewMemo): Promise<Memo> {
  const { job, quote, attachments = [], recipients = [], text, title, is_issue = false, task = null } = values;
  const owner = await findOwner(context, { job, quote });
  await refuseForeignTask(context, task, owner);
  await refuseUnknownRecipients(context, owner, recipients);
  const document = readText(text);
  for (const file of attachments) await claimUpload(context, file, 'attachments');
  const memo = { title, text: document, is_issue, task, attachments, sender: '' };
  const id = await storeMemo(context, owner, memo, { recipients, except: [context.actor.id] });
  return getMemo(context, id);
}

type Stored = { title: string; text: RichDocument; is_issue: boolean; task: number | null; attachments: readonly number[]; sender: string };

/** Writes a memo, with its attachments and its mails. A mail that came in becomes a memo by the same way, written by whoever sent it. */
export async function storeMemo(context: Writing, owner: Owner, memo: Stored, wish: Wish): Promise<number> {
  const { attachments, ...fields } = memo;
  const words = plainText(memo.text);
  const row = await createRecord(context, memoNoun, { ...fields, words, [owner.of]: owner.id });
  await memos.setAttachments(context.tx, row.id, [...new Set(attachments)]);
  await mailMemo(context, owner, { id: row.id, title: memo.title, words, is_issue: memo.is_issue }, wish);
  return row.id;
}

export async function updateMemo(context: Context, id: number, patch: MemoPatch): Promise<Memo> {
  const { actor, now } = context;
  const before = await openRecord(context, memoNoun, id);
  const memo = await getMemo(context, id);
  const { attachments, text, is_resolved, resolved_note, ...fields } = patch;
  const rewrites = attachments !== undefined || text !== undefined || Object.keys(fields).length > 0;
  if (rewrites && !memo.can_edit)
    throw forbidden('Only its author and those who run the job may change this memo. You may resolve its issue.');
  const owner = memo.job ? { of: 'job' as const, id: memo.job.id } : { of: 'quote' as const, id: memo.quote!.id };
  await refuseForeignTask(context, fields.task, owner);
  const is_issue = fields.is_issue ?? memo.is_issue;
  if (is_resolved !== undefined) refuse((is_resolved ? whyNotResolve : whyNotReopenIssue)({ is_issue, is_resolved: memo.is_resolved }));
  const document = text === undefined ? {} : { text: readText(text) };
  const words = 'text' in document ? { words: plainText(document.text as RichDocument) } : {};
  const extra = attachments === undefined ? [] : await changeAttachments(context, id, attachments);
  const settled = is_issue ? is_resolved : false;
  const resolution =
    settled === undefined || settled === memo.is_resolved
      ? {}
      : {
          is_resolved: settled,
          resolved_by: settled ? actor.id : null,
          resolved_on: settled ? now : null,
          resolved_note: settled ? (resolved_note ?? '') : '',
        };
  const action = 'is_resolved' in resolution ? (resolution.is_resolved ? 'resolved' : 'reopened') : 'changed';
  await updateRecord(context, memoNoun, before, { ...fields, ...document, ...words, ...resolution }, extra, action);
  return getMemo(context, id);
}

async function changeAttachments(context: Context, memo: number, files: readonly number[]) {
  const { tx } = context;
  const before = await memos.listAttachments(tx, memo);
  const wanted = [...new Set(files)];
  for (const file of wanted.filter((one) => !before.includes(one))) await claimUpload(context, file, 'attachments');
  await memos.setAttachments(tx, memo, wanted);
  const named = await describeFiles(tx, [...before, ...wanted]);
  const nameOf = (file: number) => named.get(file)?.name ?? '';
  const old = before.map(nameOf);
  // A new edition under the name of the one it replaces is a change as well.
  const say = (file: number) => (before.includes(file) || !old.includes(nameOf(file)) ? nameOf(file) : `${nameOf(file)} (replaced)`);
  const from = old.join(', ') || null;
  const to = wanted.map(say).join(', ') || null;
  return from === to ? [] : [{ field: 'attachments', label: 'Attachments', from, to }];
}
