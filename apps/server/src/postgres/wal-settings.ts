import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./wal-command.mjs', import.meta.url));

/** For the shell, and for PostgreSQL, which puts names in the place of what stands behind a percent sign. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;

function command(act: 'keep' | 'fetch', folder: string): string {
  return [quote(process.execPath), quote(PROGRAM), act, '"%p"', '"%f"', quote(folder)].join(' ');
}

/** Every piece of the log goes to the folder, after a minute at the latest where anything was written. */
export function keepWalIn(folder: string): Record<string, string> {
  return { wal_level: 'replica', archive_mode: 'on', archive_command: command('keep', folder), archive_timeout: '60' };
}

/**
 * Recovers from the folder up to that instant (UTC) and serves from there, on the timeline of the copy it begins with: a later one may have
 * left it before that instant. Names of time zones are not known yet when this is read.
 */
export function recoverFrom(folder: string, at: string): Record<string, string> {
  return {
    restore_command: command('fetch', folder),
    recovery_target_time: at.replace('T', ' ').replace('Z', '+00'),
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    hot_standby: 'on',
    wal_level: 'replica',
    // As many as wherever the log was written: PostgreSQL does not serve while it recovers with fewer.
    max_wal_senders: '10',
  };
}
