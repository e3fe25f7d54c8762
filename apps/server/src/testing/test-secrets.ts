import { createSeal } from '../adapters/accounting/seal.ts';

/** The passwords that the environment of a test holds. */
export const TEST_SECRETS = {
  ...{ IMAP_PASSWORD: 'canary-imap', DRIVE_USER: 'dmse', DRIVE_PASSWORD: 'canary-drive' },
  ...{ XERO_URL: 'http://127.0.0.1:9', XERO_CLIENT_ID: 'DMSE', XERO_CLIENT_SECRET: 'canary-xero', XERO_WEBHOOK_KEY: 'canary-notices' },
};

/** Of a server that was told of no accounting system. */
export const NO_LINK = { accounting: null, seal: createSeal([Buffer.alloc(32, 7)]), publicOrigin: 'https://dmse.example.ca' };
