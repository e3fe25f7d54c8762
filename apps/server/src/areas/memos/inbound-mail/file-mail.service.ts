import { plainText } from '@dmse/domain/memos/plain-text';
import type { FileStore, Stored } from '../../../adapters/files/file-store.ts';
import type { Writing } from '../../../call/context.ts';
import { storeAllArrived, storeMade, typeOfBytes } from '../../files/file/file.service.ts';
import { findOwner, storeMemo } from '../memo/memo.service.ts';
import type { Author } from './classify-mail.service.ts';
import { documentOfMail } from './mail-document.ts';
import type { OwnerKey } from './mail-owner.queries.ts';
import type { ReadMail } from './read-mail.ts';

const TITLE_LETTERS = 200;
const WORDS_LETTERS = 4000;

export type StoredPart = Stored & { name: string; mime_type: string };

/** Puts the attachments of a mail into the store, before any transaction begins. */
export async function storeParts(files: FileStore, mail: ReadMail): Promise<StoredPart[]> {
  const stored = await files.putAll(mail.parts.map(({ content }) => content));
  return mail.parts.map(({ name, content }, at) => ({ ...stored[at]!, name, mime_type: typeOfBytes(content) }));
}

/** A row for the mail as it came, to the byte. */
export async function storeEml(context: Pick<Writing, 'tx' | 'actor' | 'now'>, eml: Stored, subject: string): Promise<number> {
  const name = `${
    subject
      .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 80) || 'mail'
  }.eml`;
  return (await storeMade(context, { ...eml, name, mime_type: 'message/rfc822' })).id;
}

/** The first words of a mail, for lists. */
export function wordsOf(mail: ReadMail): string {
  return mail.html === null && mail.text === null ? '' : plainText(documentOfMail(mail)).slice(0, WORDS_LETTERS).toWellFormed();
}

/** The subject without the number it carries in brackets; the memo stands on that job already. */
function titleOf({ subject }: ReadMail, num: string): string {
  const title = subject.replaceAll(`[${num}]`, ' ').replace(/\s+/gu, ' ').trim();
  return /[^\s:.-]/u.test(title.replace(/^(?:(?:re|fwd?|tr|aw|wg)\s*:\s*)+/i, ''))
    ? title.slice(0, TITLE_LETTERS).toWellFormed()
    : 'Mail without a subject';
}

/** Makes a memo of a mail, written by its sender. Those who run the job are told, except the sender and whoever filed it. */
export async function fileMail(
  writing: Omit<Writing, 'actor'>,
  mail: ReadMail,
  { owner, author, parts, filed_by }: { owner: OwnerKey; author: Author; parts: readonly StoredPart[]; filed_by: number | null },
): Promise<number> {
  const context = { ...writing, actor: author };
  const target = await findOwner(context, { [owner.of]: owner.id });
  const attachments = await storeAllArrived(context, parts);
  const memo = {
    title: titleOf(mail, target.num),
    text: documentOfMail(mail),
    is_issue: false,
    task: null,
    attachments,
    sender: author.id === null ? author.full_name : '',
  };
  return storeMemo(context, target, memo, { recipients: [], except: [author.id, filed_by].filter((id) => id !== null) });
}
