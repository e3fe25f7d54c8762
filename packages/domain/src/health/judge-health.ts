/** What was found out about the server and what it depends on. Times are milliseconds. */
export type HealthFacts = {
  disk: { free: number; total: number };
  /** How far the clock of the database is ahead of this server's; behind, when negative. */
  clock_ahead: number;
  queues: readonly { name: string; says: string; failed: number }[];
  /** The job that is due and waits longest. */
  longest_wait: number;
  mails: { refused: number; kept: number };
  backups: {
    is_set: boolean;
    /** Since the last one was taken. */
    age: number | null;
    failure: string | null;
    /** Since the last one that was restored on trial; null: none was. */
    trial_age: number | null;
    trial_problems: number;
    lacks: number;
    /** Since the log was last kept, where any minute is to be restored. */
    log_age: number | null;
  };
  /** Kept files that were read again and are not what was put there. */
  unsound_files: number;
  accounting: { is_broken: boolean; failed: number };
  /** Tablets that hold what the server has not, and since when the longest silent of them is. */
  tablets: { behind: number; silent: number };
};

/** `wrong` needs somebody today; `look` can wait until there is time. */
export type HealthLevel = 'wrong' | 'look';
export type HealthFinding = {
  level: HealthLevel;
  says: string;
  /** What to do about it. */
  remedy: string;
  /** The page of the staff panel where it is done. */
  page: string | null;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const GIGABYTE = 1e9;

/** From these on somebody should look. */
const HEALTH_LIMITS = {
  disk_wrong: 0.05,
  disk_look: 0.15,
  clock: 30_000,
  wait: HOUR,
  backup: 2 * DAY,
  trial: 35 * DAY,
  log: 10 * MINUTE,
  silent: 3 * DAY,
} as const;

const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);

function sayTime(ms: number): string {
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} days`;
  if (ms >= 2 * HOUR) return `${Math.floor(ms / HOUR)} hours`;
  if (ms >= 2 * MINUTE) return `${Math.floor(ms / MINUTE)} minutes`;
  return `${Math.floor(ms / 1000)} seconds`;
}

const finding = (level: HealthLevel, says: string, remedy: string, page: string | null = null): HealthFinding => ({
  level,
  says,
  remedy,
  page,
});

function judgeMachine({ disk, clock_ahead }: HealthFacts): (HealthFinding | null)[] {
  const share = disk.total > 0 ? disk.free / disk.total : 1;
  const free = `${(disk.free / GIGABYTE).toFixed(1)} GB of the disk for uploaded files are free`;
  const room = 'Free space or give the disk more. When it is full no file is taken, then nothing is written any more.';
  return [
    share < HEALTH_LIMITS.disk_wrong ? finding('wrong', `Only ${free}.`, room) : null,
    share >= HEALTH_LIMITS.disk_wrong && share < HEALTH_LIMITS.disk_look ? finding('look', `${free}.`, room) : null,
    Math.abs(clock_ahead) > HEALTH_LIMITS.clock
      ? finding(
          'wrong',
          `The clocks of the server and of the database differ by ${sayTime(Math.abs(clock_ahead))}.`,
          'Set both by a time server (NTP). Sign-in codes, sessions and the order of changes go by the clock.',
        )
      : null,
  ];
}

function judgeWork({ queues, longest_wait, mails, accounting, tablets }: HealthFacts): (HealthFinding | null)[] {
  const failed = queues.filter((queue) => queue.failed > 0);
  return [
    ...failed.map(({ says, failed: count }) =>
      finding('wrong', `${many(count, 'piece', 'pieces')} of background work failed: ${says}`, 'Read why, then try it again.', 'queues'),
    ),
    longest_wait > HEALTH_LIMITS.wait
      ? finding(
          'wrong',
          `Background work has waited for ${sayTime(longest_wait)}.`,
          'If nothing is being done, start the server again; if much is, wait.',
          'queues',
        )
      : null,
    mails.refused > 0
      ? finding(
          'look',
          `${many(mails.refused, 'mail', 'mails')} of the last week did not arrive.`,
          'Read what the mail server said.',
          'mails',
        )
      : null,
    mails.kept > 0
      ? finding(
          'look',
          `${many(mails.kept, 'mail', 'mails')} of the last week were kept here, since no mail server is set.`,
          'Set SMTP_URL and start the server again.',
          'mails',
        )
      : null,
    accounting.is_broken
      ? finding('wrong', 'The accounting system does not let us in any more.', 'Connect it again.', 'accounting-link')
      : null,
    accounting.failed > 0
      ? finding(
          'look',
          `${many(accounting.failed, 'document was', 'documents were')} refused by the accounting system.`,
          'Read why on each, and mend it there or here.',
          'accounting-link',
        )
      : null,
    tablets.behind > 0 && tablets.silent > HEALTH_LIMITS.silent
      ? finding(
          'look',
          `${many(tablets.behind, 'tablet holds', 'tablets hold')} what the server has not, and one was last heard ${sayTime(tablets.silent)} ago.`,
          'Have the crew open the field app where there is a network.',
        )
      : null,
  ];
}

function judgeCopies({ backups, unsound_files }: HealthFacts): (HealthFinding | null)[] {
  const { is_set, age, failure, trial_age, trial_problems, lacks, log_age } = backups;
  const isOld = age === null || age > HEALTH_LIMITS.backup;
  const page = 'backups';
  return [
    is_set ? null : finding('wrong', 'No backups are taken.', 'Name a folder for them, best on another disk, in BACKUP_DIR.', page),
    is_set && failure !== null ? finding('wrong', `The last backup failed: ${failure}`, 'Mend that, and take one now.', page) : null,
    is_set && isOld
      ? finding('wrong', age === null ? 'There is no backup yet.' : `The last backup is ${sayTime(age)} old.`, 'Take one now.', page)
      : null,
    is_set && lacks > 0 ? finding('wrong', `The last backup lacks ${many(lacks, 'file', 'files')}.`, 'See which on the page.', page) : null,
    is_set && trial_problems > 0
      ? finding('wrong', 'A backup was restored on trial and was not sound.', 'Read what differed, and take another.', page)
      : null,
    is_set && !isOld && (trial_age === null || trial_age > HEALTH_LIMITS.trial)
      ? finding(
          'look',
          trial_age === null ? 'No backup was ever restored on trial.' : `A backup was last restored on trial ${sayTime(trial_age)} ago.`,
          'Try one: it is restored beside the product and compared.',
          page,
        )
      : null,
    log_age !== null && log_age > HEALTH_LIMITS.log
      ? finding(
          'wrong',
          `The log that leads to any minute was last kept ${sayTime(log_age)} ago.`,
          'See whether the place of the backups can be reached and has space.',
          page,
        )
      : null,
    unsound_files > 0
      ? finding(
          'wrong',
          `${many(unsound_files, 'kept file is', 'kept files are')} missing or damaged.`,
          'Copy each from a backup, or upload it again. The disk may be failing.',
          page,
        )
      : null,
  ];
}

/** What is wrong and what to do about it, the urgent first. Nothing: all is well. */
export function judgeHealth(facts: HealthFacts): HealthFinding[] {
  const all = [...judgeMachine(facts), ...judgeCopies(facts), ...judgeWork(facts)].filter((one) => one !== null);
  return [...all.filter(({ level }) => level === 'wrong'), ...all.filter(({ level }) => level === 'look')];
}
