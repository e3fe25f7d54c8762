/** What people call the queues of background work; the machine's names stay in the machine. */
export const QUEUE_NAMES: Readonly<Record<string, string>> = {
  'dead-letter': 'Given up',
  mail: 'Outgoing mail',
  'password-link': 'New passwords',
  thumbnail: 'Small pictures',
  'invoice-pdf': 'Invoice PDFs',
  'run-package': 'Packages of field runs',
  'base-map': 'Base maps',
  'known-places': 'Address and parcel files',
  scan: 'Scans of historical files',
  accounting: 'Accounting link',
  'history-chain': 'History seal',
  backup: 'Backups',
  'point-in-time': 'Log of the database',
  'restore-drill': 'Backups restored on trial',
  scrub: 'Files read again',
  nightly: 'Nightly work',
};

/** A queue of a newer server, which this copy of the app has no words for, is shown as it is. */
export function sayQueue(name: string): string {
  return QUEUE_NAMES[name] ?? name;
}
