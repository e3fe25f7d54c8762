import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Fields, Kind } from '@dmse/sync/wire';

/** One thing a person did, noted only after the tablet had said "Saved on device". */
export type Deed = {
  device: string;
  op: 'create' | 'edit' | 'delete';
  kind: Kind;
  id: string;
  field_run: string;
  fields: Fields;
  sha256: string | null;
};

/** What the people were told, kept outside the product in a file that only grows; the compare believes nothing else. */
export type Ledger = {
  note(deed: Deed): void;
  readonly length: number;
  /** What one tablet has said so far. */
  of(device: string): readonly Deed[];
  read(): Deed[];
  close(): void;
};

export function openLedger(file: string): Ledger {
  const handle = openSync(file, 'a');
  const byDevice = new Map<string, Deed[]>();
  let length = 0;
  return {
    note(deed) {
      writeSync(handle, `${JSON.stringify(deed)}\n`);
      fdatasyncSync(handle);
      length += 1;
      const own = byDevice.get(deed.device);
      if (own) own.push(deed);
      else byDevice.set(deed.device, [deed]);
    },
    of: (device) => byDevice.get(device) ?? [],
    get length() {
      return length;
    },
    read: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Deed),
    close: () => closeSync(handle),
  };
}
