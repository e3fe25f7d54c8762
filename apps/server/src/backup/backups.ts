import type { Backups, KeptBackup } from '../adapters/backups.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import type { Config } from '../config.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { drillBackup } from './drill.ts';
import { createLockAndKey } from './lock-and-key.ts';
import type { Manifest } from './manifest.ts';
import { openPlace } from './place.ts';
import { createPointInTime } from './point-in-time.ts';
import { removeOldBackups, takeBackup } from './take-backup.ts';

type Parts = { config: Config; ownerUrl: string; files: FileStore; identity?: string | null; say?: (line: string) => void };

function describe(name: string, { taken_on, is_encrypted, problems, tables, files }: Manifest): Omit<KeptBackup, 'drill'> {
  const sum = (of: readonly { bytes: number }[]) => of.reduce((total, { bytes }) => total + bytes, 0);
  const rows = tables.reduce((total, table) => total + table.rows, 0);
  return { name, taken_on, is_encrypted, problems, rows, files: files.length, bytes: sum(tables) + sum(files) };
}

export function createBackups({ config, ownerUrl, files, identity = null, say }: Parts): Backups {
  const { folder, recipient, keep, days } = config.backup;
  let pointInTime: ReturnType<typeof createPointInTime> | null = null;
  const place = folder === null ? null : openPlace(folder, config.s3);
  const keys = createLockAndKey(recipient, identity);
  const now = () => new Date().toISOString();
  // A manifest names every file and never changes: it is read once, however often people look.
  const described = new Map<string, Omit<KeptBackup, 'drill'>>();
  const known = () => {
    if (!place)
      throw new StartProblem(
        'Nobody said where backups are kept: set BACKUP_DIR to a folder, best on another disk, or to a bucket such as s3://firm-backups/dmse.',
      );
    return place;
  };
  return {
    folder,
    isEncrypted: recipient !== null,
    freeBytes: async () => (await place?.freeBytes()) ?? null,
    async list() {
      const listed: KeptBackup[] = [];
      for (const name of (await place?.names())?.reverse() ?? []) {
        const told = described.get(name) ?? describe(name, await place!.readManifest(name));
        described.set(name, told);
        listed.push({ ...told, drill: await place!.readDrill(name) });
      }
      return listed;
    },
    async take() {
      const { name } = await takeBackup({ ownerUrl, dataDir: config.dataDir, files, place: known(), keys, now, ...(say && { say }) });
      // Within the days of which every minute is kept, files may be wanted that no nightly backup names.
      const kept = days === null ? keep : { ...keep, daily: Math.max(keep.daily, days + 1) };
      await removeOldBackups(known(), kept, days === null ? undefined : Date.now() - (days + 1) * 86_400_000);
      return name;
    },
    async keepUp() {
      if (place && days !== null) {
        pointInTime ??= createPointInTime({ dataDir: config.dataDir, days, place, keys, files, now });
        await pointInTime.keepUp();
      }
    },
    everyMinute: () => pointInTime?.reach() ?? null,
    drill: async (name) => void (await drillBackup({ config, place: known(), keys, name, now, ...(say && { say }) })),
  };
}
