import type { Queue } from 'pg-boss';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Plan = Omit<Queue, 'name'> & { says: string };

/** Where a job goes that failed after every try, so that what waits for it can be told. */
export const DEAD_LETTERS = 'dead-letter';

/**
 * Every queue, the sentence the staff panel shows for it, and how long it keeps trying. `exclusive`: while a job of a key waits or
 * runs, no second one joins it. A heartbeat that stops lets another process take over the job of one that died.
 */
export const QUEUES = {
  [DEAD_LETTERS]: {
    says: 'Jobs that failed after every try',
    policy: 'standard',
    retryLimit: 5,
    retryDelay: MINUTE,
    retentionSeconds: 365 * DAY,
    deleteAfterSeconds: 30 * DAY,
  },
  mail: {
    says: 'Mails on their way out',
    policy: 'exclusive',
    // About a day in all: long enough for a mail server that is being mended.
    retryLimit: 16,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 3 * HOUR,
    expireInSeconds: 5 * MINUTE,
    heartbeatSeconds: 15,
    retentionSeconds: 365 * DAY,
    deleteAfterSeconds: 30 * DAY,
    deadLetter: DEAD_LETTERS,
  },
  'password-link': {
    says: 'Requests for a new password',
    policy: 'exclusive',
    retryLimit: 3,
    retryDelay: 15,
    expireInSeconds: MINUTE,
    heartbeatSeconds: 15,
    retentionSeconds: HOUR,
    deleteAfterSeconds: HOUR,
  },
  thumbnail: {
    says: 'Small versions of pictures',
    policy: 'exclusive',
    retryLimit: 3,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 2 * MINUTE,
    heartbeatSeconds: 30,
    retentionSeconds: 90 * DAY,
    deleteAfterSeconds: 7 * DAY,
    deadLetter: DEAD_LETTERS,
  },
  'invoice-pdf': {
    says: 'PDFs of invoices',
    policy: 'exclusive',
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 5 * MINUTE,
    heartbeatSeconds: 30,
    retentionSeconds: 90 * DAY,
    deleteAfterSeconds: 7 * DAY,
  },
  'run-package': {
    says: 'Signed packages of finished field runs',
    policy: 'exclusive',
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    // Ten minutes are given to the drawing of a very long run.
    expireInSeconds: 15 * MINUTE,
    heartbeatSeconds: 60,
    retentionSeconds: 90 * DAY,
    deleteAfterSeconds: 7 * DAY,
  },
  'base-map': {
    says: 'Uploaded base maps being read',
    policy: 'exclusive',
    retryLimit: 2,
    retryDelay: 30,
    expireInSeconds: HOUR,
    heartbeatSeconds: 60,
    retentionSeconds: 30 * DAY,
    deleteAfterSeconds: 7 * DAY,
    deadLetter: DEAD_LETTERS,
  },
  scan: {
    says: 'Scans of historical files to be read',
    policy: 'exclusive',
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    // A thick file at lowest priority; a job that is started again goes on after the pages that are done.
    expireInSeconds: 12 * HOUR,
    heartbeatSeconds: 60,
    retentionSeconds: 365 * DAY,
    deleteAfterSeconds: 7 * DAY,
    deadLetter: DEAD_LETTERS,
  },
  'known-places': {
    says: 'Address and parcel files on their way in',
    policy: 'exclusive',
    retryLimit: 2,
    retryDelay: 30,
    expireInSeconds: HOUR,
    heartbeatSeconds: 60,
    retentionSeconds: 30 * DAY,
    deleteAfterSeconds: 7 * DAY,
    deadLetter: DEAD_LETTERS,
  },
  accounting: {
    says: 'Documents on their way to the accounting system',
    policy: 'exclusive',
    // It is asked again every minute.
    retryLimit: 0,
    expireInSeconds: HOUR,
    heartbeatSeconds: 30,
    retentionSeconds: DAY,
    deleteAfterSeconds: DAY,
  },
  'history-chain': {
    says: 'Sealing the history',
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 10 * MINUTE,
    heartbeatSeconds: 30,
    retentionSeconds: DAY,
    deleteAfterSeconds: DAY,
  },
  backup: {
    says: 'Copies of everything',
    policy: 'exclusive',
    retryLimit: 2,
    retryDelay: 10 * MINUTE,
    expireInSeconds: 12 * HOUR,
    heartbeatSeconds: 60,
    retentionSeconds: 7 * DAY,
    deleteAfterSeconds: 30 * DAY,
  },
  'point-in-time': {
    says: 'The log of the database, kept to the minute',
    policy: 'exclusive',
    // It is asked again every minute.
    retryLimit: 0,
    expireInSeconds: 12 * HOUR,
    heartbeatSeconds: 60,
    retentionSeconds: DAY,
    deleteAfterSeconds: DAY,
  },
  'restore-drill': {
    says: 'Backups restored beside the product, to see whether they can be',
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 12 * HOUR,
    heartbeatSeconds: 60,
    retentionSeconds: 7 * DAY,
    deleteAfterSeconds: 30 * DAY,
  },
  scrub: {
    says: 'Kept files read again and compared by their hash',
    policy: 'exclusive',
    retryLimit: 1,
    retryDelay: 10 * MINUTE,
    expireInSeconds: 6 * HOUR,
    heartbeatSeconds: 60,
    retentionSeconds: 7 * DAY,
    deleteAfterSeconds: 30 * DAY,
  },
  nightly: {
    says: 'The nightly clean-up and checks',
    policy: 'exclusive',
    retryLimit: 3,
    retryDelay: 10 * MINUTE,
    expireInSeconds: 6 * HOUR,
    heartbeatSeconds: 60,
    retentionSeconds: 7 * DAY,
    deleteAfterSeconds: 30 * DAY,
    deadLetter: DEAD_LETTERS,
  },
} as const satisfies Record<string, Plan>;

type QueueName = keyof typeof QUEUES;

/** What comes by the clock (UTC). A night the server slept through is made up for when it wakes. */
export const SCHEDULES: readonly { queue: QueueName; cron: string; missed: 'once' | 'skip' }[] = [
  { queue: 'accounting', cron: '* * * * *', missed: 'skip' },
  { queue: 'history-chain', cron: '* * * * *', missed: 'skip' },
  { queue: 'point-in-time', cron: '* * * * *', missed: 'skip' },
  { queue: 'backup', cron: '0 5 * * *', missed: 'once' },
  { queue: 'scrub', cron: '30 7 * * *', missed: 'once' },
  { queue: 'nightly', cron: '30 6 * * *', missed: 'once' },
];
