import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A real mail server on this machine, for tests: it keeps what it is sent. */
export type MailListener = { port: number; received: { from: string; to: string[]; source: string }[]; close(): Promise<void> };

export async function listenForMail(options: SMTPServerOptions, port = 0): Promise<MailListener> {
  const received: MailListener['received'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      const source = await text(stream);
      received.push({ from: addressOf(envelope.mailFrom), to: envelope.rcptTo.map(addressOf), source });
      done(null, 'Taken');
    },
    ...options,
  });
  // A client that goes away in the middle is part of the story.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = server.server.address() as AddressInfo;
  return { port: bound.port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function addressOf(party: { address: string } | false): string {
  return party ? party.address : '';
}

/** What a server answers when it does not take something. */
export function answerWith(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code });
}
