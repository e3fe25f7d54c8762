import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Keep } from '@dmse/domain/backup/retention';
import { type BucketAddress, parseBucketAddress, type S3Access } from './adapters/files/bucket.ts';
import { QUEUES } from './background/queues.ts';
import { isRecipient } from './backup/lock-and-key.ts';
import { whyNotDatabaseUrl } from './db/database-url.ts';
import { StartProblem } from './postgres/start-problem.ts';

export type Mode = 'demo' | 'firm';
export type DemoSize = 'small' | 'medium' | 'large';

/** Everything the environment says, read once. The rest of the server is told. */
export type Config = {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  databaseAppUrl: string | null;
  askedMode: Mode | null;
  demoSize: DemoSize;
  smtpUrl: string | null;
  /** For the mailbox named in the inbox settings. */
  imapPassword: string | null;
  /** Who signs in to the firm's WebDAV drive, whose address is a setting, and the folders below which a drive on disk may be. */
  drive: { user: string | null; password: string | null; roots: readonly string[] };
  /** The firm's app at the accounting system; null: no link. `url` stands for its hosts, where something else answers for it. */
  accounting: { url: string | null; clientId: string; clientSecret: string; webhookKey: string | null; perMinute: number } | null;
  /** Systems that sign people in and may be in the firm's own network, or on this machine. */
  oidcIssuers: readonly string[];
  tls: { cert: string; key: string } | null;
  /** `https://dmse.example.ca` when a proxy stands in front. */
  publicOrigin: string | null;
  trustProxy: string | null;
  maxUploadBytes: number;
  logFile: string | null;
  /** What waits in these queues is left to other servers of the same database. */
  leaveQueues: readonly string[];
  /** Whoever sends it may read `/metrics` from anywhere. */
  metricsToken: string | null;
  s3: S3Access;
  /** Where uploaded files are kept, and where they were kept before, while they move. */
  files: { store: 'disk' | BucketAddress; before: 'disk' | BucketAddress | null };
  /** The folder or bucket backups are kept in, the public key they are encrypted for, and how long they are kept. */
  backup: {
    folder: string | null;
    recipient: string | null;
    keep: Keep /** Of which every minute can be restored; null: of none. */;
    days: number | null;
  };
  admin: { username: string; email: string; password: string } | null;
};

function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | null {
  if (value === undefined || value === '') return null;
  if (!(allowed as readonly string[]).includes(value))
    throw new StartProblem(`${name} must be one of ${allowed.join(', ')}, not "${value}".`);
  return value as T;
}

function readPort(value: string | undefined): number {
  const port = Number(value || 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartProblem(`PORT must be a number from 0 to 65535, not "${value}".`);
  return port;
}

function readOrigin(value: string | undefined): string | null {
  if (!value) return null;
  const url = URL.parse(value);
  const isOrigin = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (!isOrigin) throw new StartProblem(`PUBLIC_URL must be an address such as https://dmse.example.ca, without a path, not "${value}".`);
  return url.origin;
}

function readDatabaseUrl(name: string, value: string | undefined): string | null {
  if (!value) return null;
  const why = whyNotDatabaseUrl(value);
  if (why) throw new StartProblem(`${name} ${why}`);
  return value;
}

const SMALLEST_LIMIT = 1024;
/** Beyond this a file would not be taken in one piece anyway. */
const LARGEST_LIMIT = 10 * 1024 ** 3;

function readUploadLimit(value: string | undefined): number {
  if (!value) return 200 * 1024 * 1024;
  const bytes = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(bytes >= SMALLEST_LIMIT && bytes <= LARGEST_LIMIT)) {
    throw new StartProblem(
      `MAX_UPLOAD_BYTES must be a whole number of bytes from ${SMALLEST_LIMIT} to ${LARGEST_LIMIT}, such as 209715200 for 200 MB, not "${value}".`,
    );
  }
  return bytes;
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyAddress(text: string): boolean {
  if (PROXY_NAMES.includes(text)) return true;
  const [address = '', length, ...more] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6];
  return (
    bits > 0 && more.length === 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) >= 1 && Number(length) <= bits))
  );
}

/** Only addresses: to trust whoever calls would let anybody pass for anybody. */
function readProxies(value: string | undefined): string | null {
  if (!value) return null;
  if (!value.split(',').every((one) => isProxyAddress(one.trim()))) {
    throw new StartProblem(
      `TRUST_PROXY must be the proxy's address, such as 10.0.0.2, 10.0.0.0/8 or loopback (several with commas between), not "${value}".`,
    );
  }
  return value;
}

function readSmtpUrl(value: string | undefined): string | null {
  if (!value) return null;
  if (!/^smtps?:$/.test(URL.parse(value)?.protocol ?? '') || !URL.parse(value)?.hostname)
    throw new StartProblem('SMTP_URL must look like smtps://user:password@host.');
  return value;
}

function readRoots(value: string | undefined, dataDir: string): string[] {
  if (!value) return [resolve(dataDir, 'drive')];
  const roots = value.split(',').map((root) => root.trim());
  if (!roots.every((root) => isAbsolute(root) && resolve(root) !== '/'))
    throw new StartProblem(`DRIVE_ROOTS must be full paths such as /mnt/projects (several with commas between), not "${value}".`);
  return roots.map((root) => resolve(root));
}

function readMode(asked: string | undefined, args: readonly string[]): Mode | null {
  const stranger = args.find((word) => word !== '--firm');
  if (stranger !== undefined) throw new StartProblem(`There is no option "${stranger}"; the only one is --firm.`);
  const mode = oneOf('DMSE_MODE', asked, ['demo', 'firm'] as const);
  if (args.length === 0) return mode;
  if (mode === 'demo') throw new StartProblem('DMSE_MODE=demo and --firm contradict each other: leave one of them out.');
  return 'firm';
}

/** Over there nobody may call more often than this. */
const MOST_CALLS = 60;

function readCalls(value: string | undefined, hasLimit: boolean): number {
  const calls = value ? Number(value) : 50;
  if (!Number.isInteger(calls) || calls < 1 || (hasLimit && calls > MOST_CALLS))
    throw new StartProblem(
      `XERO_CALLS_PER_MINUTE must be a whole number from 1 to ${MOST_CALLS} (more only where XERO_URL is given), not "${value}".`,
    );
  return calls;
}

function readAccounting({
  XERO_URL,
  XERO_CLIENT_ID: clientId,
  XERO_CLIENT_SECRET: clientSecret,
  XERO_WEBHOOK_KEY,
  XERO_CALLS_PER_MINUTE,
}: NodeJS.ProcessEnv): Config['accounting'] {
  if (Boolean(clientId) !== Boolean(clientSecret))
    throw new StartProblem('XERO_CLIENT_ID and XERO_CLIENT_SECRET go together: give both, or neither.');
  if (XERO_URL && !/^https?:$/.test(URL.parse(XERO_URL)?.protocol ?? ''))
    throw new StartProblem(`XERO_URL must be an address such as http://127.0.0.1:8090, not "${XERO_URL}".`);
  const perMinute = readCalls(XERO_CALLS_PER_MINUTE, !XERO_URL);
  if (!clientId || !clientSecret) return null;
  return { url: XERO_URL?.replace(/\/$/, '') || null, clientId, clientSecret, webhookKey: XERO_WEBHOOK_KEY || null, perMinute };
}

function readIssuers(value: string | undefined): string[] {
  if (!value) return [];
  const issuers = value.split(',').map((issuer) => issuer.trim());
  if (!issuers.every((issuer) => /^https?:$/.test(URL.parse(issuer)?.protocol ?? '')))
    throw new StartProblem(
      `OIDC_ISSUERS must be addresses such as https://login.firm.local (several with commas between), not "${value}".`,
    );
  return issuers;
}

/** The administrator from the environment: all three parts, or none. */
function readAdmin({
  DMSE_ADMIN_USERNAME: username,
  DMSE_ADMIN_EMAIL: email,
  DMSE_ADMIN_PASSWORD: password,
}: NodeJS.ProcessEnv): Config['admin'] {
  if (!username && !email && !password) return null;
  if (!username || !email || !password)
    throw new StartProblem('DMSE_ADMIN_USERNAME, DMSE_ADMIN_EMAIL and DMSE_ADMIN_PASSWORD go together: give all three, or none.');
  return { username, email, password };
}

function readS3({ S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENCRYPTION }: NodeJS.ProcessEnv): S3Access {
  if (S3_ENDPOINT && !/^https?:$/.test(URL.parse(S3_ENDPOINT)?.protocol ?? ''))
    throw new StartProblem(`S3_ENDPOINT must be an address such as https://s3.firm.local, not "${S3_ENDPOINT}".`);
  if (Boolean(S3_ACCESS_KEY_ID) !== Boolean(S3_SECRET_ACCESS_KEY))
    throw new StartProblem('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: give both, or neither.');
  const found = S3_ENCRYPTION ? /^(?:AES256|aws:kms(?::(.+))?)$/.exec(S3_ENCRYPTION) : null;
  if (S3_ENCRYPTION && !found) throw new StartProblem(`S3_ENCRYPTION must be AES256, aws:kms or aws:kms:KEY, not "${S3_ENCRYPTION}".`);
  const encryption = S3_ENCRYPTION === 'AES256' ? { kind: 'AES256' as const } : { kind: 'aws:kms' as const, key: found?.[1] ?? null };
  return {
    endpoint: S3_ENDPOINT?.replace(/\/$/, '') || null,
    region: S3_REGION || 'us-east-1',
    keys: S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } : null,
    encryption: found && encryption,
  };
}

function readStore(name: string, value: string | undefined): 'disk' | BucketAddress | null {
  if (!value) return null;
  const where = value === 'disk' ? value : parseBucketAddress(value);
  if (!where) throw new StartProblem(`${name} must be disk, or a bucket such as s3://firm-files/dmse, not "${value}".`);
  return where;
}

function readFiles({ FILE_STORE, FILE_STORE_BEFORE }: NodeJS.ProcessEnv): Config['files'] {
  const store = readStore('FILE_STORE', FILE_STORE) ?? 'disk';
  const before = readStore('FILE_STORE_BEFORE', FILE_STORE_BEFORE);
  if (isDeepStrictEqual(store, before))
    throw new StartProblem('FILE_STORE and FILE_STORE_BEFORE name the same place: leave the second out.');
  return { store, before };
}

function readQueues(value: string | undefined): string[] {
  const names = value ? value.split(',').map((name) => name.trim()) : [];
  if (!names.every((name) => Object.hasOwn(QUEUES, name)))
    throw new StartProblem(`LEAVE_QUEUES must name queues (${Object.keys(QUEUES).join(', ')}), with commas between, not "${value}".`);
  return names;
}

/** `BACKUP_KEEP=7,5,12`: days, weeks, months. */
function readBackup({
  BACKUP_DIR: folder,
  BACKUP_RECIPIENT: recipient,
  BACKUP_KEEP: keep,
  BACKUP_EVERY_MINUTE_DAYS: days,
  DATABASE_URL,
}: NodeJS.ProcessEnv): Config['backup'] {
  if (folder && !isAbsolute(folder) && !parseBucketAddress(folder))
    throw new StartProblem(
      `BACKUP_DIR must be a whole path such as /srv/backups, or a bucket such as s3://firm-backups/dmse, not "${folder}".`,
    );
  if (recipient && !isRecipient(recipient))
    throw new StartProblem('BACKUP_RECIPIENT must be a public key of age, beginning with age1: npm run backup -- --new-key makes one.');
  const [daily = 0, weekly = 0, monthly = 0] = (keep || '7,5,12').split(',').map(Number);
  if (keep && !/^\d{1,3},\d{1,3},\d{1,3}$/.test(keep))
    throw new StartProblem(`BACKUP_KEEP must be days, weeks and months such as 7,5,12, not "${keep}".`);
  if (days && !(/^\d{1,3}$/.test(days) && Number(days) >= 1))
    throw new StartProblem(`BACKUP_EVERY_MINUTE_DAYS must be a number of days such as 7, not "${days}".`);
  if (days && (!folder || DATABASE_URL))
    throw new StartProblem(
      'BACKUP_EVERY_MINUTE_DAYS needs BACKUP_DIR, and the PostgreSQL that comes with the product: leave DATABASE_URL out.',
    );
  return { folder: folder || null, recipient: recipient || null, keep: { daily, weekly, monthly }, days: days ? Number(days) : null };
}

/** Everything is judged here, before anything is opened: a setting that was misspelt must not be found out in the middle of the day. */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const dataDir = resolve(env.DATA_DIR || 'data');
  const databaseUrl = readDatabaseUrl('DATABASE_URL', env.DATABASE_URL);
  const databaseAppUrl = readDatabaseUrl('DATABASE_APP_URL', env.DATABASE_APP_URL);
  if (databaseAppUrl && !databaseUrl)
    throw new StartProblem('DATABASE_APP_URL needs DATABASE_URL beside it: the login that owns the tables.');
  const { TLS_CERT: cert, TLS_KEY: key } = env;
  if (Boolean(cert) !== Boolean(key)) throw new StartProblem('TLS_CERT and TLS_KEY go together: give both, or neither.');
  return {
    host: env.HOST || '127.0.0.1',
    port: readPort(env.PORT),
    dataDir,
    databaseUrl,
    databaseAppUrl,
    askedMode: readMode(env.DMSE_MODE, args),
    demoSize: oneOf('DEMO_SIZE', env.DEMO_SIZE, ['small', 'medium', 'large'] as const) ?? 'small',
    smtpUrl: readSmtpUrl(env.SMTP_URL),
    imapPassword: env.IMAP_PASSWORD || null,
    drive: { user: env.DRIVE_USER || null, password: env.DRIVE_PASSWORD || null, roots: readRoots(env.DRIVE_ROOTS, dataDir) },
    accounting: readAccounting(env),
    oidcIssuers: readIssuers(env.OIDC_ISSUERS),
    tls: cert && key ? { cert, key } : null,
    publicOrigin: readOrigin(env.PUBLIC_URL),
    trustProxy: readProxies(env.TRUST_PROXY),
    maxUploadBytes: readUploadLimit(env.MAX_UPLOAD_BYTES),
    s3: readS3(env),
    files: readFiles(env),
    backup: readBackup(env),
    metricsToken: env.METRICS_TOKEN || null,
    logFile: env.LOG_FILE === 'stdout' ? null : env.LOG_FILE || (databaseUrl ? null : resolve(dataDir, 'server.log')),
    leaveQueues: readQueues(env.LEAVE_QUEUES),
    admin: readAdmin(env),
  };
}
