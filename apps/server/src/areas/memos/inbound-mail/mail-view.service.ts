import { buffer } from 'node:stream/consumers';
import type { MailView } from '@dmse/contract/memos/memo';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import { describeFiles } from '../../files/file/file.service.ts';
import { fileType, isPicture } from '../../files/file/file-type.ts';
import * as inbound from './inbound-mail.queries.ts';
import { cleanHtml } from './mail-view.ts';
import { MAIL_BYTES, type MailPart, type ReadMail, readMail } from './read-mail.ts';

const PICTURES_BYTES = 5 * 1024 * 1024;
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Pictures that lie in the mail itself, each as an address that holds it whole. What they are is read from their bytes. */
function picturesIn(parts: readonly MailPart[]): Map<string, string> {
  const pictures = new Map<string, string>();
  let left = PICTURES_BYTES;
  for (const { cid, content } of parts) {
    const type = fileType(content, content);
    if (cid === null || !isPicture(type) || !SHOWN.has(type) || content.length > left) continue;
    left -= content.length;
    pictures.set(cid, `data:${type};base64,${content.toString('base64')}`);
  }
  return pictures;
}

/** A mail that came in, read anew from its bytes. */
export async function openMail({ tx, adapters }: Pick<Context, 'tx' | 'adapters'>, eml: number): Promise<{ mail: ReadMail; url: string }> {
  const file = (await describeFiles(tx, [eml])).get(eml);
  if (!file || (await adapters.files.size(file.sha256)) === null)
    throw new Refusal('FAILED', 'The bytes of this mail are missing on the server. Tell IT.');
  const bytes = await buffer(adapters.files.open(file.sha256, { start: 0, end: Math.min(file.bytes, MAIL_BYTES + 1) - 1 }));
  return { mail: await readMail(bytes), url: file.url };
}

/** The mail, and below it those that were forwarded inside it. Empty where none of them has HTML. */
function htmlOf({ html, forwarded }: ReadMail, pictures: ReadonlyMap<string, string>): string {
  const inside = forwarded.map((mail) => htmlOf(mail, pictures));
  return [html === null ? '' : cleanHtml(html, pictures), ...inside].filter(Boolean).join('<hr>');
}

export async function viewMail(context: Pick<Context, 'tx' | 'adapters'>, eml: number): Promise<MailView> {
  const { mail, url } = await openMail(context, eml);
  const { from, subject, date, text, parts, problem } = mail;
  return {
    html: htmlOf(mail, picturesIn(parts)),
    text: problem ?? text ?? '',
    from: from.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', '),
    subject,
    date,
    eml_url: url,
  };
}

export async function getMemoOriginal(context: Context, memo: number): Promise<MailView> {
  const mail = await inbound.findOfMemo(context.tx, memo);
  if (!mail) throw notFound();
  return viewMail(context, mail.eml);
}
