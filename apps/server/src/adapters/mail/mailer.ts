import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { buildEml, type MailMessage, oneLine, toNodemailer } from './mail-message.ts';

/** What became of a mail, and the words it was answered with. */
type Delivery = { state: 'sent' | 'kept' | 'refused'; answer: string };

/** Hands a mail on. Fails when it may be tried again later; a refusal is an answer, not a failure. */
export type Mailer = { deliver(message: MailMessage): Promise<Delivery>; close(): void };

type SmtpError = Error & { code?: string; responseCode?: number; command?: string; response?: string };

const SECOND = 1000;

/** Delivery by SMTP. `smtps://user:password@host:465` and the like; the address itself is never written down. */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({ url, connectionTimeout: 20 * SECOND, greetingTimeout: 20 * SECOND, socketTimeout: 60 * SECOND });
  return {
    async deliver(message) {
      try {
        const { response } = await transport.sendMail(toNodemailer(message));
        return { state: 'sent', answer: shorten(response) };
      } catch (error) {
        const { response, message: words } = error as SmtpError;
        if (isFinal(error as SmtpError)) return { state: 'refused', answer: shorten(response ?? words) };
        throw new Error(shorten(response ?? words), { cause: error });
      }
    },
    close: () => transport.close(),
  };
}

/**
 * A recipient or a text that is refused for good will be refused tomorrow too. A refusal of ourselves (sign-in, sender) is a matter of
 * settings, which somebody can mend while the mail waits.
 */
function isFinal({ responseCode, command }: SmtpError): boolean {
  return (responseCode ?? 0) >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

function shorten(answer: string): string {
  return oneLine(answer).slice(0, 500);
}

/** Without a mail server, mails are kept where somebody can read them. */
export function createKeepingMailer(folder: string): Mailer {
  return {
    async deliver(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = keptName(message);
      const part = join(folder, `${name}.part`);
      const file = await open(part, 'w', 0o600);
      try {
        await file.writeFile(await buildEml(message));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, join(folder, name));
      return { state: 'kept', answer: `Kept as ${name}: no mail server is configured.` };
    },
    close() {},
  };
}

/** The day, for people; the Message-ID, so that a second try finds the same file. */
function keptName({ date, message_id }: MailMessage): string {
  return `${date.slice(0, 10)}-${message_id.replace(/^<|@.*$/g, '').replace(/[^\w-]/g, '_')}.eml`;
}
