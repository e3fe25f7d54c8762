import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { answerWith, listenForMail, type MailListener } from '../../testing/mail-listener.ts';
import { buildEml, isPlainAddress, type MailMessage } from './mail-message.ts';
import { createKeepingMailer, createSmtpMailer, type Mailer } from './mailer.ts';

const MESSAGE: MailMessage = {
  message_id: '<3f1c@dmse.example.ca>',
  from: { name: 'DMSE', address: 'office@dmse.example.ca' },
  to: 'joe@example.ca',
  reply_to: 'job-26001-x7@in.dmse.example.ca',
  subject: 'Levé terminé',
  text: 'Bonjour Joe,\n\n.a line that begins with a dot\nthe plan is done.\n',
  date: '2026-03-04T15:00:00.000Z',
};

let listener: MailListener | null = null;
let mailer: Mailer | null = null;
afterEach(async () => {
  mailer?.close();
  await listener?.close();
  listener = null;
});

async function open(options: SMTPServerOptions = {}): Promise<{ mailer: Mailer; listener: MailListener }> {
  listener = await listenForMail(options);
  mailer = createSmtpMailer(`smtp://127.0.0.1:${listener.port}`);
  return { mailer, listener };
}

describe('a mail by SMTP', () => {
  test('is sent, with the answer of the server', async () => {
    const { mailer, listener } = await open();
    const delivery = await mailer.deliver(MESSAGE);
    expect(delivery.state).toBe('sent');
    expect(delivery.answer).toMatch(/^250 /);
    const [mail] = listener.received;
    expect(mail).toMatchObject({ from: 'office@dmse.example.ca', to: ['joe@example.ca'] });
    expect(mail!.source).toContain('Message-ID: <3f1c@dmse.example.ca>');
    expect(mail!.source).toContain('Date: Wed, 04 Mar 2026 15:00:00 +0000');
    expect(mail!.source).toContain('Reply-To: job-26001-x7@in.dmse.example.ca');
  });

  test('to somebody who is not there is refused, in the words of the server', async () => {
    const { mailer } = await open({ onRcptTo: (_to, _session, done) => done(answerWith(550, '5.1.1 No such person here')) });
    expect(await mailer.deliver(MESSAGE)).toEqual({ state: 'refused', answer: '550 5.1.1 No such person here' });
  });

  test('whose text is refused is refused', async () => {
    const { mailer } = await open({
      onData: (stream, _session, done) => stream.on('end', () => done(answerWith(554, '5.7.1 Looks like spam'))).resume(),
    });
    expect(await mailer.deliver(MESSAGE)).toEqual({ state: 'refused', answer: '554 5.7.1 Looks like spam' });
  });

  test('that is put off may be tried again', async () => {
    const { mailer } = await open({ onRcptTo: (_to, _session, done) => done(answerWith(451, '4.7.1 Greylisted, come back')) });
    await expect(mailer.deliver(MESSAGE)).rejects.toThrow('451 4.7.1 Greylisted, come back');
  });

  test('from a sender the server does not like may be tried again: the settings can be mended', async () => {
    const { mailer } = await open({ onMailFrom: (_from, _session, done) => done(answerWith(553, '5.7.1 Not your address')) });
    await expect(mailer.deliver(MESSAGE)).rejects.toThrow('553 5.7.1 Not your address');
  });

  test('with a wrong password may be tried again, and the password stands nowhere in the words', async () => {
    listener = await listenForMail({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(answerWith(535, 'Bad credentials')),
    });
    mailer = createSmtpMailer(`smtp://office:hunter2canary@127.0.0.1:${listener.port}`);
    const failure = await mailer.deliver(MESSAGE).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message).toContain('535');
    expect((failure as Error).message).not.toContain('canary');
  });

  test('to a server that is away may be tried again, and goes when it is back', async () => {
    const first = await listenForMail({});
    await first.close();
    mailer = createSmtpMailer(`smtp://127.0.0.1:${first.port}`);
    await expect(mailer.deliver(MESSAGE)).rejects.toThrow('ECONNREFUSED');
    listener = await listenForMail({}, first.port);
    expect((await mailer.deliver(MESSAGE)).state).toBe('sent');
  });
});

describe('a mail without a mail server', () => {
  test('is kept as a file; a second try writes the same file', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'dmse-mail-')), 'mail');
    const keeping = createKeepingMailer(folder);
    expect(await keeping.deliver(MESSAGE)).toEqual({ state: 'kept', answer: 'Kept as 2026-03-04-3f1c.eml: no mail server is configured.' });
    await keeping.deliver(MESSAGE);
    expect(await readdir(folder)).toEqual(['2026-03-04-3f1c.eml']);
    expect(await readFile(join(folder, '2026-03-04-3f1c.eml'))).toEqual(await buildEml(MESSAGE));
    await rm(join(folder, '..'), { recursive: true });
  });
});

describe('SEC-S18 nobody can put words into the head of a mail', () => {
  const nasty = fc.string({ unit: fc.constantFrom('\r', '\n', '\0', '\u2028', ':', ' ', '<', '>', ',', '"', 'B', 'c', '@', 'é') });

  function headOf(eml: Buffer): string[] {
    const [head] = eml.toString('utf8').split('\r\n\r\n') as [string];
    return head.split(/\r\n(?![ \t])/).map((line) => line.split(':')[0]!);
  }

  test('whatever the subject and the names hold, the fields stay the same', async () => {
    const usual = headOf(await buildEml(MESSAGE));
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (subject, name) => {
        const eml = await buildEml({ ...MESSAGE, subject: `Plan\r\nBcc: evil@example.com${subject}`, from: { ...MESSAGE.from, name } });
        expect(headOf(eml)).toEqual(usual);
      }),
      { seed: 18, numRuns: 200 },
    );
  });

  test.each([
    'a@b.ca, evil@example.com',
    'a@b.ca\r\nBcc: evil@example.com',
    'Evil <evil@example.com>',
    'a@b@c',
    'a b@c.ca',
    '@c.ca',
    '',
    '"x"@c.ca',
    'a@b.ca\0',
  ])('%j is no address', async (address) => {
    expect(isPlainAddress(address)).toBe(false);
    await expect(buildEml({ ...MESSAGE, to: address })).rejects.toThrow('Not an address');
    await expect(buildEml({ ...MESSAGE, reply_to: address || ' ' })).rejects.toThrow('Not an address');
  });

  test('ordinary and accented addresses are', () => {
    for (const address of ['joe@example.ca', "o'neil+jobs@sub.example.co.uk", 'rené@exämple.ca', 'dmse@localhost']) {
      expect(isPlainAddress(address)).toBe(true);
    }
  });
});
