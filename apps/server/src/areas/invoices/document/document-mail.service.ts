import type { DocumentMailing } from '@dmse/contract/invoices/document';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import { findPeople, listAddresses } from '../../jobs/quote/quote.service.ts';
import { queueMail } from '../../staff/mail/mail.service.ts';
import * as mails from './invoice-mail.queries.ts';

type Mailing = z.infer<typeof DocumentMailing>;

/** A document goes to addresses the firm has of the client; a copy may go to people of the firm. */
async function refuseUnknownAddresses({ tx }: Context, client: number, { to, cc = [] }: Mailing): Promise<void> {
  const known = new Set((await listAddresses(tx, client)).map((one) => one.toLowerCase()));
  const isUnknown = (address: string) => !known.has(address.toLowerCase());
  const unknownAddress = to.find(isUnknown);
  if (unknownAddress) throw invalid({ to: `${unknownAddress} is not an address of the client or one of its contacts.` });
  const colleagues = new Set((await mails.listColleagues(tx, cc)).map((one) => one.toLowerCase()));
  const other = cc.filter(isUnknown).find((address) => !colleagues.has(address.toLowerCase()));
  if (other) throw invalid({ cc: `${other} is an address neither of the client nor of somebody here.` });
}

/** Writes the mails down with the file; they leave once everything has ended well. Answers go to whoever sent it. */
export async function mailDocument(context: Context, client: number, mailing: Mailing, file: number): Promise<number[]> {
  await refuseUnknownAddresses(context, client, mailing);
  const { to, cc = [], subject, message } = mailing;
  const [sender] = await findPeople(context.tx, [context.actor.id]);
  return queueMail(context, {
    to: [...to, ...cc],
    subject,
    text: `${message.trimEnd()}\n`,
    reply_to: sender?.email ?? '',
    attachments: [file],
  });
}

export const sayMailed = (what: string, { to, cc = [] }: Pick<Mailing, 'to' | 'cc'>) => ({
  ...{ field: 'mailed', label: 'Mailed', from: null },
  to: `${what} to ${[...to, ...cc].join(', ')}`,
});
