import type { InboundMail } from '@dmse/contract/memos/inbound-mail';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import { recordHistory } from '../../../records/history.ts';
import { fileUrl } from '../../files/file/file.service.ts';
import { findOwner } from '../memo/memo.service.ts';
import { doubtSender, findAuthor } from './classify-mail.service.ts';
import { fileMail, storeParts } from './file-mail.service.ts';
import * as inbound from './inbound-mail.queries.ts';
import { openMail, viewMail } from './mail-view.service.ts';

type Row = NonNullable<Awaited<ReturnType<typeof inbound.find>>>;
type Locked = NonNullable<Awaited<ReturnType<typeof inbound.lock>>>;

function toInboundMail({ eml, state, ...row }: Row): InboundMail {
  return { ...row, state: state as InboundMail['state'], eml_url: fileUrl(eml) };
}

export async function listInboundMails({ tx }: Context, filter: Parameters<typeof inbound.page>[1]) {
  const { count, results } = await inbound.page(tx, filter);
  return { count, results: results.map(toInboundMail) };
}

export async function getInboundMail({ tx }: Context, id: number): Promise<InboundMail> {
  const row = await inbound.find(tx, id);
  if (!row) throw notFound();
  return toInboundMail(row);
}

export async function viewInboundMail(context: Context, id: number) {
  const row = await inbound.find(context.tx, id);
  if (!row) throw notFound();
  return viewMail(context, row.eml);
}

async function lock(context: Context, id: number): Promise<Locked> {
  const row = await inbound.lock(context.tx, id);
  if (!row) throw notFound();
  return row;
}

/**
 * Somebody decided where a mail belongs. It is filed as its sender's, whoever pressed the button; as an account's only where nothing
 * speaks against that account having sent it.
 */
export async function fileInboundMail(context: Context, id: number, to: { job?: number | undefined; quote?: number | undefined }) {
  const { tx, adapters } = context;
  const row = await lock(context, id);
  if (row.state === 'filed') return getInboundMail(context, id);
  const target = await findOwner(context, to);
  const { mail } = await openMail(context, row.eml);
  const parts = await storeParts(adapters.files, mail);
  const { is_known: _known, ...found } = await findAuthor(tx, mail);
  const [from] = mail.from;
  const isDoubted = found.id !== null && (await doubtSender(tx, mail)) !== null;
  const author = isDoubted && from ? { id: null, full_name: from.name ? `${from.name} <${from.address}>` : from.address } : found;
  const owner = { of: target.of, id: target.id };
  const memo = await fileMail(context, mail, { owner, author, parts, filed_by: context.actor.id });
  await settle(context, row, 'filed', `filed as a memo on ${target.of} ${target.num} the`, memo);
  return getInboundMail(context, id);
}

export async function discardInboundMail(context: Context, id: number): Promise<InboundMail> {
  const row = await lock(context, id);
  if (row.state === 'filed') throw new Refusal('WRONG_STATE', 'This mail has become a memo. Resolve or change the memo instead.');
  if (row.state !== 'discarded') await settle(context, row, 'discarded', 'put aside the');
  return getInboundMail(context, id);
}

export async function restoreInboundMail(context: Context, id: number): Promise<InboundMail> {
  const row = await lock(context, id);
  if (row.state === 'filed') throw new Refusal('WRONG_STATE', 'This mail has become a memo.');
  if (row.state !== 'triage') await settle(context, row, 'triage', 'put back on the list the');
  return getInboundMail(context, id);
}

async function settle(context: Context, row: Locked, state: inbound.InboundState, action: string, memo?: number): Promise<void> {
  const { tx, now, actor } = context;
  const isOpen = state === 'triage';
  const version = await inbound.settle(tx, row.id, {
    state,
    ...(memo === undefined ? {} : { memo }),
    settled_on: isOpen ? null : now,
    settled_by: isOpen ? null : actor.id,
  });
  const from = row.from_name || row.from_address || 'somebody unknown';
  await recordHistory(context, {
    noun: 'mail',
    record_id: row.id,
    record_name: `“${row.subject || 'without a subject'}” from ${from}`,
    version,
    action,
    changes: [],
  });
}
