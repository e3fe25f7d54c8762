import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream } from 'smtp-server';
import type { WorkLog } from '../queue.ts';

type Envelope = { from: string; to: string[] };

type Options = {
  host: string;
  port: number;
  /** Mail for this domain is taken; for any other it is not, whoever asks. */
  domain: string;
  tls: { cert: string; key: string } | null;
  maxBytes: number;
  /** Keeps the mail for good, or fails. */
  take: (bytes: Buffer, envelope: Envelope) => Promise<unknown>;
  log: WorkLog;
};

const SECOND = 1000;
const MOST_RECIPIENTS = 50;

/** What the other side is answered, and acts on. */
function answer(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}

function isAt(domain: string, { address }: SMTPServerAddress): boolean {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
}

/** Reads to the end whatever comes, and keeps no more than may come. */
async function collect(stream: SMTPServerDataStream, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  return bytes > maxBytes ? null : Buffer.concat(chunks);
}

/**
 * A mail server for one domain that keeps what it is sent. It says yes only when the mail is kept for good; as long as it cannot, it
 * asks the other side to come back, which every mail server does for days.
 */
export async function listenForInboundMail({ host, port, domain, tls, maxBytes, take, log }: Options) {
  const server = new SMTPServer({
    name: domain,
    banner: 'DMSE inbox',
    size: maxBytes,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
    ...(tls ?? {}),
    disableReverseLookup: true,
    maxClients: 20,
    socketTimeout: 60 * SECOND,
    closeTimeout: 5 * SECOND,
    onRcptTo(address, { envelope }, done) {
      if (!isAt(domain, address)) return done(answer(550, `5.7.1 Mail is taken for ${domain} only`));
      if (envelope.rcptTo.length >= MOST_RECIPIENTS) return done(answer(452, '4.5.3 Too many recipients'));
      return done();
    },
    async onData(stream, { envelope }, done) {
      try {
        const bytes = await collect(stream, maxBytes);
        if (!bytes) return done(answer(552, `5.3.4 A mail may have ${Math.floor(maxBytes / 1024 / 1024)} MB`));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        await take(bytes, { from, to: envelope.rcptTo.map(({ address }) => address) });
        return done(null, '2.0.0 Kept');
      } catch (error) {
        log.error({ problem: (error as Error).message }, 'a mail could not be kept; its sender will try again');
        return done(answer(451, '4.3.0 It cannot be kept now, come back later'));
      }
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A client that breaks off in the middle has kept its mail.
  server.on('error', () => {});
  const bound = server.server.address() as AddressInfo;
  return { port: bound.port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
