/** The passwords that the environment of a test holds. */
export const TEST_SECRETS = { IMAP_PASSWORD: 'canary-imap', DRIVE_USER: 'dmse', DRIVE_PASSWORD: 'canary-drive' };
