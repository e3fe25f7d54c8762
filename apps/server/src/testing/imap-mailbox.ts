import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** A real mailbox on this machine: Debian's dovecot, with its data in a folder of its own. */
export type ImapMailbox = {
  port: number;
  user: string;
  password: string;
  deliver(bytes: Buffer): Promise<void>;
  /** What lies in the mailbox, with the flags in its file names. */
  list(): Promise<string[]>;
  /** As when the mailbox is restored from a backup: every mail gets another number. */
  renumber(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

const NOBODY = 65_534;

function configOf(folder: string, port: number, isRoot: boolean): string {
  const { username, uid, gid } = userInfo();
  const owner = isRoot ? `uid=${NOBODY} gid=${NOBODY}` : `uid=${uid} gid=${gid}`;
  const own = isRoot ? [] : [`default_login_user = ${username}`, `default_internal_user = ${username}`];
  return [
    ...own,
    `base_dir = ${folder}/run`,
    `state_dir = ${folder}/state`,
    `log_path = ${folder}/dovecot.log`,
    'protocols = imap',
    'ssl = no',
    'disable_plaintext_auth = no',
    'listen = 127.0.0.1',
    `mail_location = maildir:${folder}/mail/%u`,
    'first_valid_uid = 1',
    'passdb {\n  driver = static\n  args = password=secret\n}',
    `userdb {\n  driver = static\n  args = ${owner} home=${folder}/mail/%u\n}`,
    `service imap-login {\n  chroot =\n  inet_listener imap {\n    port = ${port}\n  }\n  inet_listener imaps {\n    port = 0\n  }\n}`,
    'service anvil {\n  chroot =\n}',
    'service stats {\n  chroot =\n}',
    '',
  ].join('\n');
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (greeting) => {
      socket.destroy();
      resolve(greeting.toString().startsWith('* OK'));
    });
    socket.once('error', () => resolve(false));
  });
}

export async function openMailbox(user = 'inbox'): Promise<ImapMailbox> {
  const folder = await mkdtemp(join(tmpdir(), 'dmse-imap-'));
  const isRoot = process.getuid?.() === 0;
  const maildir = join(folder, 'mail', user);
  for (const name of ['cur', 'new', 'tmp']) await mkdir(join(maildir, name), { recursive: true });
  await chmod(folder, 0o755);
  if (isRoot)
    for (const path of [join(folder, 'mail'), maildir, ...['cur', 'new', 'tmp'].map((name) => join(maildir, name))])
      await chown(path, NOBODY, NOBODY);
  const port = await freePort();
  await writeFile(join(folder, 'dovecot.conf'), configOf(folder, port, isRoot));
  let count = 0;
  let stop = async () => {};

  async function start(): Promise<void> {
    const child = spawn('/usr/sbin/dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    await until(async () => {
      if (child.exitCode !== null)
        throw new Error(`dovecot did not start: ${await readFile(join(folder, 'dovecot.log'), 'utf8').catch(() => 'no log')}`);
      return answers(port);
    });
  }

  await start();
  return {
    port,
    user,
    password: 'secret',
    start,
    stop: () => stop(),
    async deliver(bytes) {
      count += 1;
      const path = join(maildir, 'new', `${1_700_000_000 + count}.${count}.test`);
      await writeFile(path, bytes);
      if (isRoot) await chown(path, NOBODY, NOBODY);
    },
    list: async () => (await Promise.all(['new', 'cur'].map((name) => readdir(join(maildir, name))))).flat(),
    async renumber() {
      await stop();
      for (const name of await readdir(maildir)) if (name.startsWith('dovecot')) await rm(join(maildir, name), { recursive: true });
      await start();
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
