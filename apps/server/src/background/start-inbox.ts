import type { SettingValue } from '@dmse/contract/settings/core';
import type { Adapters } from '../adapters/adapters.ts';
import { readMailbox } from '../adapters/mail/inbound-imap.ts';
import { listenForInboundMail } from '../adapters/mail/inbound-smtp.ts';
import type { WorkLog } from '../adapters/queue.ts';
import { MAIL_BYTES } from '../areas/memos/inbound-mail/read-mail.ts';
import { receiveMail } from '../areas/memos/inbound-mail/receive-mail.service.ts';
import { getSection } from '../areas/settings/setting/setting.service.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import * as mailboxes from './mailbox.queries.ts';
import { createWorkLog } from './work-log.ts';

type Inbox = SettingValue<'inbox'>;
type Door = { stop(): Promise<void> };

type Parts = {
  db: Database;
  adapters: Pick<Adapters, 'files' | 'queue' | 'publicOrigin'>;
  config: Pick<Config, 'host' | 'tls' | 'imapPassword'>;
  log: NodeJS.WritableStream | null;
  now?: () => string;
  /** How often the settings are looked at, and the mailbox where it cannot say that something came. */
  everyMs?: number;
};

/** A way by which mail comes in: what of the settings it depends on, and how it is opened. */
type Way = { keyOf: (inbox: Inbox) => unknown[] | null; open: (inbox: Inbox) => Promise<Door> };

/**
 * Opens the ways by which mail comes in, as the inbox settings say: a mailbox that is read, a port that is listened on, both or none. A
 * change of the settings is taken up while the server runs, and what cannot be opened is tried again.
 */
export function startInbox({ db, adapters, config, log: stream, now = () => new Date().toISOString(), everyMs = 15_000 }: Parts): Door {
  const log = createWorkLog(stream);
  const parts = { db, adapters, now };
  const listener: Way = {
    keyOf: ({ domain, smtp_listen_port }) => (domain && smtp_listen_port > 0 ? [domain, smtp_listen_port] : null),
    async open({ domain, smtp_listen_port: port }) {
      const take = (bytes: Buffer, envelope: { from: string; to: string[] }) => receiveMail(parts, bytes, { source: 'smtp', envelope });
      const door = await listenForInboundMail({ host: config.host, port, domain, tls: config.tls, maxBytes: MAIL_BYTES, take, log });
      log.info({ port }, 'listening for mail');
      return door;
    },
  };
  const mailbox: Way = {
    keyOf: (inbox) => (inbox.imap_host && inbox.imap_user ? [inbox.imap_host, inbox.imap_port, inbox.imap_user, inbox.imap_folder] : null),
    async open({ imap_host: host, imap_port: port, imap_user: user, imap_folder }) {
      const { imapPassword: password } = config;
      if (!password) {
        log.warn({}, 'a mailbox is set, but IMAP_PASSWORD is not: it is not read');
        return { stop: async () => {} };
      }
      const folder = imap_folder || 'INBOX';
      const name = `${user}@${host}:${port}/${folder}`;
      log.info({ port, folder }, 'reading a mailbox');
      return readMailbox({
        ...{ host, port, user, password, folder, log },
        pollMs: everyMs * 4,
        load: () => db.read((tx) => mailboxes.findCursor(tx, name)),
        save: (cursor) => db.write((tx) => mailboxes.saveCursor(tx, name, cursor)),
        take: (bytes) => receiveMail(parts, bytes, { source: 'imap' }),
      });
    },
  };
  return followSettings([listener, mailbox], () => db.read((tx) => getSection(tx, 'inbox')), everyMs, log);
}

/** Looks at the settings again and again, and closes and opens what they change. */
function followSettings(ways: readonly Way[], read: () => Promise<Inbox>, everyMs: number, log: WorkLog): Door {
  const opened = new Map<Way, { key: string; door: Door }>();
  let turn: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function follow(way: Way, inbox: Inbox): Promise<void> {
    const key = JSON.stringify(way.keyOf(inbox));
    const before = opened.get(way);
    if (isStopped || (before?.key ?? 'null') === key) return;
    opened.delete(way);
    await before?.door.stop();
    if (key !== 'null') opened.set(way, { key, door: await way.open(inbox) });
  }

  async function look(): Promise<void> {
    const inbox = await read();
    for (const way of ways) await follow(way, inbox).catch(tell);
  }

  function tell(error: Error): void {
    log.error({ problem: error.message }, 'the inbox could not be opened; it will be tried again');
  }

  const next = () => {
    turn = turn.then(look).catch(tell);
  };
  next();
  const timer = setInterval(next, everyMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await turn;
      await Promise.all([...opened.values()].map(({ door }) => door.stop()));
    },
  };
}
