import { createTransport } from 'nodemailer';

export type MailParty = { name: string; address: string };

export type MailAttachment = { name: string; mime_type: string; content: Buffer };

/** A mail in all its parts. Built twice it is the same to the byte, so a second delivery is known by its Message-ID. */
export type MailMessage = {
  message_id: string;
  from: MailParty;
  to: string;
  reply_to: string | null;
  subject: string;
  text: string;
  date: string;
  attachments?: readonly MailAttachment[];
};

/** What nodemailer is given. Addresses go in as parts, never as text that could hold a second one; lines cannot end early. */
export function toNodemailer(message: MailMessage) {
  const { message_id, from, to, reply_to, subject, text, date, attachments = [] } = message;
  return {
    messageId: message_id,
    date: new Date(date),
    from: { name: oneLine(from.name), address: plainAddress(from.address) },
    to: { name: '', address: plainAddress(to) },
    ...(reply_to ? { replyTo: { name: '', address: plainAddress(reply_to) } } : {}),
    envelope: { from: plainAddress(from.address), to: [plainAddress(to)] },
    subject: oneLine(subject),
    text,
    // A person wrote the text; nothing in it may fetch a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: attachments.map(({ name, mime_type, content }) => ({ filename: oneLine(name), contentType: mime_type, content })),
    // Parts are told apart by a line that a second building of the same mail uses again.
    baseBoundary: message_id.replace(/[^\w-]/g, '_').slice(0, 60),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s\p{Cc}<>(),;:"[\]\\@]+@[^\s\p{Cc}<>(),;:"[\]\\@]+$/u.test(address);
}

function plainAddress(address: string): string {
  if (!isPlainAddress(address)) throw new Error('Not an address a mail can be sent to.');
  return address;
}

/** The mail as it stands in an `.eml` file. */
export async function buildEml(message: MailMessage): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: eml } = await transport.sendMail(toNodemailer(message));
  return eml as Buffer;
}
