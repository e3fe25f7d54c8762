import { ImapFlow } from 'imapflow';
import type { WorkLog } from '../queue.ts';

/** How far a mailbox has been read. A mailbox that was made anew has another validity, and its mails other numbers. */
export type Cursor = { uid_validity: number; last_uid: number };

type Options = {
  host: string;
  port: number;
  user: string;
  password: string;
  folder: string;
  load: () => Promise<Cursor | null>;
  save: (cursor: Cursor) => Promise<void>;
  /** Keeps the mail for good, or fails. */
  take: (bytes: Buffer) => Promise<unknown>;
  log: WorkLog;
  /** How long to wait for news before looking all the same. */
  pollMs?: number;
  /** How long to wait after a failure, at first and at most. */
  retryMs?: readonly [number, number];
};

const SECOND = 1000;

/** A mail beyond this is kept only up to here; it stays whole in the mailbox. */
const KEEP_BYTES = 100 * 1024 * 1024;

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** Port 993 speaks TLS at once; elsewhere it begins after the greeting, without which no password is sent over a network. */
function createClient({ host, port, user, password }: Options): ImapFlow {
  return new ImapFlow({
    host,
    port,
    secure: port === 993,
    ...(port === 993 || isThisMachine(host) ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 30 * SECOND,
    greetingTimeout: 20 * SECOND,
    socketTimeout: 10 * 60 * SECOND,
    maxLiteralSize: KEEP_BYTES + 1024 * 1024,
  });
}

/**
 * Reads a mailbox as it fills, each mail once it is kept and in the order of its numbers. It looks only: nothing is deleted, moved or
 * marked. Whatever goes wrong, it begins again where it was.
 */
export function readMailbox(options: Options): { stop(): Promise<void> } {
  const { pollMs = 60 * SECOND, retryMs = [5 * SECOND, 300 * SECOND], log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let failures = 0;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await runSession();
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        log.error({ problem: (error as Error).message, failures }, 'the mailbox could not be read; it will be tried again');
        await pause(Math.min(retryMs[0] * 2 ** Math.min(failures - 1, 10), retryMs[1]), signal);
      }
    }
  }

  async function runSession(): Promise<void> {
    const client = createClient(options);
    client.on('error', () => {});
    const giveUp = () => client.close();
    signal.addEventListener('abort', giveUp);
    try {
      await client.connect();
      const { uidValidity } = await client.mailboxOpen(options.folder, { readOnly: true });
      let cursor = await startOf(Number(uidValidity));
      while (!signal.aborted) {
        cursor = await readNew(client, cursor);
        failures = 0;
        await waitForNews(client);
      }
    } finally {
      signal.removeEventListener('abort', giveUp);
      client.close();
    }
  }

  async function startOf(uid_validity: number): Promise<Cursor> {
    const known = await options.load();
    return known?.uid_validity === uid_validity ? known : { uid_validity, last_uid: 0 };
  }

  async function readNew(client: ImapFlow, from: Cursor): Promise<Cursor> {
    const found = await client.search({ uid: `${from.last_uid + 1}:*` }, { uid: true });
    // The last mail answers to any range that begins behind it.
    const uids = (Array.isArray(found) ? found : []).filter((uid) => uid > from.last_uid).sort((a, b) => a - b);
    let cursor = from;
    for (const uid of uids) {
      if (signal.aborted) break;
      const message = await client.fetchOne(String(uid), { source: { start: 0, maxLength: KEEP_BYTES } }, { uid: true });
      if (message !== false && message?.source) await options.take(message.source);
      cursor = { ...from, last_uid: uid };
      await options.save(cursor);
    }
    return cursor;
  }

  /** Until the server says that something came, or the time to look has come. A line that went dead without a word is found by the look. */
  async function waitForNews(client: ImapFlow): Promise<void> {
    const news = Promise.withResolvers<void>();
    client.once('exists', news.resolve);
    client.once('close', news.resolve);
    const timer = setTimeout(news.resolve, pollMs);
    const idling = client.idle().catch(news.reject);
    try {
      await news.promise;
      await client.noop();
      await idling;
    } finally {
      clearTimeout(timer);
      client.off('exists', news.resolve);
      client.off('close', news.resolve);
    }
    if (!client.usable) throw new Error('The mail server closed the connection.');
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
