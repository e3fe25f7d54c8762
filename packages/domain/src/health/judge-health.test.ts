import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type HealthFacts, judgeHealth } from './judge-health.ts';

const DAY = 86_400_000;
const WELL: HealthFacts = {
  disk: { free: 80e9, total: 100e9 },
  clock_ahead: 12,
  queues: [{ name: 'mail', says: 'Mails are sent.', failed: 0 }],
  longest_wait: 0,
  mails: { refused: 0, kept: 0 },
  backups: { is_set: true, age: DAY, failure: null, trial_age: DAY, trial_problems: 0, lacks: 0, log_age: null },
  unsound_files: 0,
  accounting: { is_broken: false, failed: 0 },
  tablets: { behind: 3, silent: 3600 },
};
const backups = (change: Partial<HealthFacts['backups']>) => ({ backups: { ...WELL.backups, ...change } });

it('health: nothing is said when all is well', () => expect(judgeHealth(WELL)).toEqual([]));

it.each<[Partial<HealthFacts>, string, string]>([
  [{ disk: { free: 3e9, total: 100e9 } }, 'wrong', 'Only 3.0 GB of the disk for uploaded files are free.'],
  [{ disk: { free: 10e9, total: 100e9 } }, 'look', '10.0 GB of the disk for uploaded files are free.'],
  [{ clock_ahead: -95_000 }, 'wrong', 'The clocks of the server and of the database differ by 95 seconds.'],
  [{ queues: [{ name: 'mail', says: 'Mails are sent.', failed: 2 }] }, 'wrong', '2 pieces of background work failed: Mails are sent.'],
  [{ longest_wait: 2.5 * 3_600_000 }, 'wrong', 'Background work has waited for 2 hours.'],
  [{ mails: { refused: 1, kept: 0 } }, 'look', '1 mail of the last week did not arrive.'],
  [{ mails: { refused: 0, kept: 4 } }, 'look', '4 mails of the last week were kept here, since no mail server is set.'],
  [{ accounting: { is_broken: true, failed: 0 } }, 'wrong', 'The accounting system does not let us in any more.'],
  [{ accounting: { is_broken: false, failed: 1 } }, 'look', '1 document was refused by the accounting system.'],
  [{ tablets: { behind: 2, silent: 5 * DAY } }, 'look', '2 tablets hold what the server has not, and one was last heard 5 days ago.'],
  [{ unsound_files: 1 }, 'wrong', '1 kept file is missing or damaged.'],
  [backups({ is_set: false, age: null, trial_age: null }), 'wrong', 'No backups are taken.'],
  [backups({ age: null, trial_age: null }), 'wrong', 'There is no backup yet.'],
  [backups({ age: 3 * DAY }), 'wrong', 'The last backup is 3 days old.'],
  [backups({ failure: 'The disk is full.' }), 'wrong', 'The last backup failed: The disk is full.'],
  [backups({ lacks: 2 }), 'wrong', 'The last backup lacks 2 files.'],
  [backups({ trial_problems: 1 }), 'wrong', 'A backup was restored on trial and was not sound.'],
  [backups({ trial_age: null }), 'look', 'No backup was ever restored on trial.'],
  [backups({ trial_age: 40 * DAY }), 'look', 'A backup was last restored on trial 40 days ago.'],
  [backups({ log_age: 1_800_000 }), 'wrong', 'The log that leads to any minute was last kept 30 minutes ago.'],
])('health: %o is %s, in words', (change, level, says) =>
  expect(judgeHealth({ ...WELL, ...change })).toMatchObject([{ level, says, remedy: expect.stringMatching(/\.$/) }]),
);

it('health: law: what is urgent comes first, whatever there is', () => {
  const facts = fc.record({
    unsound_files: fc.nat(3),
    clock_ahead: fc.integer(),
    mails: fc.record({ refused: fc.nat(2), kept: fc.nat(2) }),
  });
  fc.assert(
    fc.property(facts, (some) => {
      const levels = judgeHealth({ ...WELL, ...some }).map(({ level }) => level);
      expect(levels).toEqual(levels.toSorted().toReversed());
    }),
  );
});
