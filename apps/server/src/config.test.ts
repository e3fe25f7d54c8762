import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const refusalOf = (env: Record<string, string>, args: string[] = []) => {
  try {
    readConfig(env, args);
    return null;
  } catch (error) {
    return { name: (error as Error).name, message: (error as Error).message };
  }
};

describe('the environment', () => {
  test('says nothing: the demo on this machine only', () => {
    expect(readConfig({}, [])).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      askedMode: null,
      demoSize: 'small',
      publicOrigin: null,
      trustProxy: null,
      maxUploadBytes: 209_715_200,
      drive: { roots: [resolve('data/drive')] },
      leaveQueues: [],
      admin: null,
    });
  });

  test('says everything', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '9000',
      DATABASE_URL: 'postgres://dmse:p%40ss@db:5432/dmse?sslmode=disable',
      DATABASE_APP_URL: 'postgresql://dmse_app@db/dmse',
      PUBLIC_URL: 'https://dmse.example.ca/',
      TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8, 192.168.1.7',
      MAX_UPLOAD_BYTES: '2048',
      DRIVE_ROOTS: '/mnt/projects, /srv/../srv/drive',
      SMTP_URL: 'smtps://user:secret@mail.example.ca',
      DMSE_ADMIN_USERNAME: 'rosalie',
      DMSE_ADMIN_EMAIL: 'rosalie@example.ca',
      DMSE_ADMIN_PASSWORD: 'tide tables for march',
      DMSE_MODE: 'firm',
      XERO_URL: 'http://127.0.0.1:8090/',
      XERO_CLIENT_ID: 'A',
      XERO_CLIENT_SECRET: 'B',
      XERO_CALLS_PER_MINUTE: '600',
      FILE_STORE: 's3://firm-files/dmse',
      FILE_STORE_BEFORE: 'disk',
      S3_ENDPOINT: 'https://s3.firm.local/',
      S3_ENCRYPTION: 'aws:kms:firm-key',
      BACKUP_DIR: 's3://firm-backups',
      LEAVE_QUEUES: 'scan, thumbnail',
    };
    expect(readConfig(env, ['--firm'])).toMatchObject({
      askedMode: 'firm',
      publicOrigin: 'https://dmse.example.ca',
      trustProxy: env.TRUST_PROXY,
      maxUploadBytes: 2048,
      drive: { roots: ['/mnt/projects', '/srv/drive'] },
      admin: { username: 'rosalie' },
      s3: { endpoint: 'https://s3.firm.local', region: 'us-east-1', keys: null, encryption: { kind: 'aws:kms', key: 'firm-key' } },
      files: { store: { bucket: 'firm-files', prefix: 'dmse/' }, before: 'disk' },
      backup: { folder: 's3://firm-backups', days: null },
      accounting: { url: 'http://127.0.0.1:8090', webhookKey: null, perMinute: 600 },
      leaveQueues: ['scan', 'thumbnail'],
    });
  });

  test.each<[Record<string, string>, string[], RegExp]>([
    [{ XERO_CALLS_PER_MINUTE: '61' }, [], /XERO_CALLS_PER_MINUTE must be a whole number from 1 to 60/],
    [{ XERO_CALLS_PER_MINUTE: 'many', XERO_URL: 'http://127.0.0.1:8090' }, [], /XERO_CALLS_PER_MINUTE must be a whole number/],
    [{ FILE_STORE: '/srv/files' }, [], /FILE_STORE must be disk, or a bucket/],
    [{ FILE_STORE_BEFORE: 'disk' }, [], /name the same place/],
    [{ S3_ENCRYPTION: 'yes' }, [], /S3_ENCRYPTION must be/],
    [{ S3_ACCESS_KEY_ID: 'a' }, [], /go together/],
    [{ BACKUP_EVERY_MINUTE_DAYS: '7' }, [], /needs BACKUP_DIR/],
    [{ BACKUP_EVERY_MINUTE_DAYS: 'all', BACKUP_DIR: '/srv/backups' }, [], /number of days/],
    [{ LEAVE_QUEUES: 'scan,toString' }, [], /LEAVE_QUEUES must name queues .*not "scan,toString"/],
    [{ DRIVE_ROOTS: 'projects' }, [], /DRIVE_ROOTS must be full paths/],
    [{ DRIVE_ROOTS: '/mnt,/' }, [], /DRIVE_ROOTS must be full paths/],
    [{ MAX_UPLOAD_BYTES: '10MB' }, [], /whole number of bytes .*not "10MB"/],
    [{ MAX_UPLOAD_BYTES: '0' }, [], /whole number of bytes/],
    [{ MAX_UPLOAD_BYTES: '-5' }, [], /whole number of bytes/],
    [{ MAX_UPLOAD_BYTES: '1e6' }, [], /whole number of bytes/],
    [{}, ['--frim'], /There is no option "--frim"; the only one is --firm\./],
    [{ DMSE_MODE: 'demo' }, ['--firm'], /DMSE_MODE=demo and --firm contradict each other/],
    [{ DMSE_MODE: 'frim' }, [], /DMSE_MODE must be one of demo, firm/],
    [{ PUBLIC_URL: 'localhost:3000' }, [], /PUBLIC_URL must be an address/],
    [{ PUBLIC_URL: 'ftp://dmse.example.ca' }, [], /PUBLIC_URL must be an address/],
    [{ PUBLIC_URL: 'https://dmse.example.ca/app' }, [], /without a path/],
    [{ TRUST_PROXY: 'garbage' }, [], /TRUST_PROXY must be the proxy's address/],
    [{ TRUST_PROXY: 'true' }, [], /TRUST_PROXY must be the proxy's address/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, [], /TRUST_PROXY must be the proxy's address/],
    [{ TRUST_PROXY: '10.0.0.2,' }, [], /TRUST_PROXY must be the proxy's address/],
    [{ PORT: 'eighty' }, [], /PORT must be a number/],
    [{ SMTP_URL: 'mail.example.ca' }, [], /SMTP_URL must look like/],
    [{ TLS_CERT: 'cert.pem' }, [], /TLS_CERT and TLS_KEY go together/],
    [{ DATABASE_URL: 'mysql://db' }, [], /^DATABASE_URL must look like/],
    [{ DATABASE_URL: 'postgres://x:p@:abc/db' }, [], /^DATABASE_URL must look like .* cannot be read as an address/],
    [{ DATABASE_URL: 'postgres://db/x?sslrootcert=/nowhere/ca.pem' }, [], /names the file \/nowhere\/ca\.pem/],
    [{ DATABASE_URL: 'postgres://db/x', DATABASE_APP_URL: 'postgres://a:b@:abc/db' }, [], /^DATABASE_APP_URL must look like/],
    [{ DATABASE_APP_URL: 'postgres://db/x' }, [], /needs DATABASE_URL/],
    [{ DMSE_ADMIN_USERNAME: 'rosalie' }, [], /go together: give all three/],
  ])('%o %o is refused with a sentence', (env, args, words) => {
    const refusal = refusalOf(env, args);
    expect(refusal).toMatchObject({ name: 'StartProblem', message: expect.stringMatching(words) });
    expect(refusal!.message).toMatch(/\.$/);
  });

  test('an address that is refused is not shown, for it may hold a password', () => {
    expect(refusalOf({ DATABASE_URL: 'postgres://x:secret@:abc/db' })!.message).not.toContain('secret');
  });
});
