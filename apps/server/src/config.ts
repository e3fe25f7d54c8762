import { resolve } from 'node:path';
import { StartProblem } from './db/embedded/start-problem.ts';

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
  /** Who signs in to the firm's WebDAV drive; its address is a setting. */
  drive: { user: string | null; password: string | null };
  tls: { cert: string; key: string } | null;
  /** `https://dmse.example.ca` when a proxy stands in front. */
  publicOrigin: string | null;
  trustProxy: string | null;
  maxUploadBytes: number;
  logFile: string | null;
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
  try {
    return new URL(value).origin;
  } catch {
    throw new StartProblem(`PUBLIC_URL must be an address such as https://dmse.example.ca, not "${value}".`);
  }
}

function checkDatabaseUrl(value: string | undefined): string | null {
  if (!value) return null;
  if (!/^postgres(ql)?:\/\//.test(value))
    throw new StartProblem('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  return value;
}

export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const dataDir = resolve(env.DATA_DIR || 'data');
  const databaseUrl = checkDatabaseUrl(env.DATABASE_URL);
  const { TLS_CERT: cert, TLS_KEY: key } = env;
  if (Boolean(cert) !== Boolean(key)) throw new StartProblem('TLS_CERT and TLS_KEY go together: give both, or neither.');
  const askedMode = args.includes('--firm') ? 'firm' : oneOf('DMSE_MODE', env.DMSE_MODE, ['demo', 'firm'] as const);
  const { DMSE_ADMIN_USERNAME: username, DMSE_ADMIN_EMAIL: email, DMSE_ADMIN_PASSWORD: password } = env;
  return {
    host: env.HOST || '127.0.0.1',
    port: readPort(env.PORT),
    dataDir,
    databaseUrl,
    databaseAppUrl: checkDatabaseUrl(env.DATABASE_APP_URL),
    askedMode,
    demoSize: oneOf('DEMO_SIZE', env.DEMO_SIZE, ['small', 'medium', 'large'] as const) ?? 'small',
    smtpUrl: env.SMTP_URL || null,
    imapPassword: env.IMAP_PASSWORD || null,
    drive: { user: env.DRIVE_USER || null, password: env.DRIVE_PASSWORD || null },
    tls: cert && key ? { cert, key } : null,
    publicOrigin: readOrigin(env.PUBLIC_URL),
    trustProxy: env.TRUST_PROXY || null,
    maxUploadBytes: Number(env.MAX_UPLOAD_BYTES || 100 * 1024 * 1024),
    logFile: env.LOG_FILE === 'stdout' ? null : env.LOG_FILE || (databaseUrl ? null : resolve(dataDir, 'server.log')),
    admin: username && email && password ? { username, email, password } : null,
  };
}
