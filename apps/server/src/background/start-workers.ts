import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Adapters } from '../adapters/adapters.ts';
import { createThumbnailer } from '../adapters/files/thumbnailer.ts';
import { createKeepingMailer, createSmtpMailer } from '../adapters/mail/mailer.ts';
import type { QueueWorker, WorkQueue } from '../adapters/queue.ts';
import { createScanReader } from '../adapters/scans/scan-reader.ts';
import { scrubFiles } from '../areas/files/file/scrub.service.ts';
import { giveUpThumbnail, makeThumbnail } from '../areas/files/file/thumbnail.service.ts';
import { giveUpScan, readScan } from '../areas/historicals/scan/read-scan.service.ts';
import { makeInvoicePdf } from '../areas/invoices/document/invoice-pdf.service.ts';
import { sendReset } from '../areas/people/password-link/password-link.service.ts';
import { giveUpBaseMap, takeInBaseMap } from '../areas/places/base-map/base-map-upload.service.ts';
import { giveUpPlaces, takeInPlaces } from '../areas/places/geocode/known-place.service.ts';
import { type FinishedRun, makeRunPackage } from '../areas/sites/processing/run-package.service.ts';
import { deliverMail, giveUpMail } from '../areas/staff/mail/mail-delivery.service.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { runAccounting } from './accounting.ts';
import { sealHistory } from './history-chain.ts';
import { runNightly } from './nightly.ts';
import { DEAD_LETTERS } from './queues.ts';
import { createWorkLog } from './work-log.ts';

type Parts = {
  db: Database;
  adapters: Pick<Adapters, 'files' | 'documents' | 'processor' | 'maxUploadBytes' | 'accounting' | 'seal' | 'publicOrigin' | 'backups'> & {
    queue: WorkQueue;
  };
  config: Pick<Config, 'dataDir' | 'smtpUrl' | 'leaveQueues'>;
  log: NodeJS.WritableStream | null;
  now?: () => string;
};

const HOUR = 3_600_000;

/** From here on this process also does what waits in the queues. Several processes share the work: each job is done by one of them. */
export async function startWorkers({
  db,
  adapters,
  config,
  log: stream,
  now = () => new Date().toISOString(),
}: Parts): Promise<{ stop(): Promise<void> }> {
  const { files, documents, processor, queue, accounting, seal } = adapters;
  const log = createWorkLog(stream);
  const mailer = config.smtpUrl ? createSmtpMailer(config.smtpUrl) : createKeepingMailer(join(config.dataDir, 'mail'));
  const thumbnails = createThumbnailer();
  const scans = createScanReader(join(config.dataDir, 'scans'));
  await files.sweepParts(Date.parse(now()) - 24 * HOUR);
  const worker = await queue.openWorker(log, config.leaveQueues);
  await worker.work<{ mail: number }>('mail', 1, ({ data }) => deliverMail({ db, mailer, files, seal, now }, data.mail));
  await worker.work<{ address: string }>('password-link', 2, ({ data }) => sendReset({ db, adapters }, data.address, now()));
  await worker.work<{ file: number }>('thumbnail', 1, ({ data }) => makeThumbnail({ db, files, thumbnails }, data.file));
  await worker.work<{ revision: number }>('invoice-pdf', 1, ({ data }) => makeInvoicePdf({ db, files, documents, now }, data.revision));
  await worker.work<FinishedRun>('run-package', 1, ({ data }) => makeRunPackage({ db, files, processor, now }, data));
  const folder = join(config.dataDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await worker.work<{ base_map: number }>('base-map', 1, ({ data }) => takeInBaseMap({ db, files, folder, now }, data.base_map));
  await worker.work<{ import: number }>('known-places', 1, ({ data }) => takeInPlaces({ db, files, folder, now }, data.import));
  await worker.work<{ scan: number }>('scan', 1, ({ data }) => readScan({ db, files, scans, now }, data.scan));
  let isStopping = false;
  await worker.work('accounting', 2, async () => {
    if (accounting)
      await runAccounting({
        db,
        accounting,
        seal,
        files: adapters.files,
        now,
        origin: () => adapters.publicOrigin,
        mustStop: () => isStopping,
      });
  });
  await worker.work('history-chain', 2, async () => void (await sealHistory(db, { mustStop: () => isStopping })));
  const { backups } = adapters;
  await worker.work('backup', 2, async () => {
    if (backups.folder !== null) await backups.take();
  });
  await worker.work('point-in-time', 2, () => backups.keepUp());
  await worker.work<{ name: string }>('restore-drill', 2, ({ data }) => backups.drill(data.name));
  await worker.work('scrub', 2, async () => {
    const { read, found } = await scrubFiles({ db, files, now, mustStop: () => isStopping });
    log.info({ read, found }, 'kept files read again');
  });
  await worker.work('nightly', 2, () => runNightly({ db, files, queue, log }, now()));
  await takeDeadLetters(worker, db, now);
  return {
    async stop() {
      isStopping = true;
      // A scan takes long; the next start goes on with it.
      scans.stop();
      await worker.stop();
      mailer.close();
      thumbnails.stop();
    },
  };
}

/** What waited for a job hears here that it will not be done, whether the job failed or the process doing it died each time. */
async function takeDeadLetters(worker: QueueWorker, db: Database, now: () => string): Promise<void> {
  await worker.work<{ mail?: number; file?: number; base_map?: number; scan?: number; import?: number }>(
    DEAD_LETTERS,
    2,
    async ({ source, data }) => {
      if (source === 'mail' && data.mail) await giveUpMail(db, data.mail);
      if (source === 'known-places' && data.import) await giveUpPlaces(db, data.import, now());
      if (source === 'base-map' && data.base_map) await giveUpBaseMap(db, data.base_map);
      if (source === 'thumbnail' && data.file) await giveUpThumbnail(db, data.file);
      if (source === 'scan' && data.scan) await giveUpScan(db, data.scan, now());
    },
  );
}
