import { createSeal } from '../adapters/accounting/seal.ts';
import type { Backups } from '../adapters/backups.ts';

/** The passwords that the environment of a test holds. */
export const TEST_SECRETS = {
  ...{ IMAP_PASSWORD: 'canary-imap', DRIVE_USER: 'dmse', DRIVE_PASSWORD: 'canary-drive' },
  ...{ XERO_URL: 'http://127.0.0.1:9', XERO_CLIENT_ID: 'DMSE', XERO_CLIENT_SECRET: 'canary-xero', XERO_WEBHOOK_KEY: 'canary-notices' },
};

const NO_BACKUPS: Backups = {
  folder: null,
  isEncrypted: false,
  freeBytes: async () => null,
  list: async () => [],
  take: async () => '',
  keepUp: async () => {},
  everyMinute: () => null,
  drill: async () => {},
};

/** Of a server that was told of no accounting system and no folder for backups. */
export const NO_LINK = {
  ...{ accounting: null, seal: createSeal(() => [Buffer.alloc(32, 7)]), publicOrigin: 'https://dmse.example.ca' },
  backups: NO_BACKUPS,
};
