/** One backup that is whole, as people ask about it. */
export type KeptBackup = {
  name: string;
  taken_on: string;
  rows: number;
  files: number;
  /** Of the tables as stored, and of all the files it names. */
  bytes: number;
  is_encrypted: boolean;
  problems: string[];
  drill: { tried_on: string; seconds: number; problems: string[] } | null;
};

/** Copies of everything, outside of the database and the file store. */
export type Backups = {
  /** Null: nobody said where backups are to be kept. */
  folder: string | null;
  isEncrypted: boolean;
  freeBytes(): Promise<number | null>;
  /** Newest first. */
  list(): Promise<KeptBackup[]>;
  /** Takes one and removes those that are no longer kept. */
  take(): Promise<string>;
  /** Keeps the database's log up to the minute, where that is wanted. */
  keepUp(): Promise<void>;
  /** From when to when any minute can be restored, as far as this process knows. */
  everyMinute(): { since: string; until: string } | null;
  /** Restores one beside the product and keeps what was found. */
  drill(name: string): Promise<void>;
};
