import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { type BucketAddress, openBucket } from './bucket.ts';
import { createDiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';
import { createS3FileStore } from './s3-file-store.ts';
import { createTwoFileStores } from './two-file-stores.ts';

type Told = Pick<Config, 'dataDir' | 'files' | 's3'>;

/** The store the server was told of, and the one its files came from, as long as that is named too. */
export async function openFileStore(config: Told): Promise<FileStore> {
  const { present, before } = await openFileStores(config);
  return before ? createTwoFileStores(present, before) : present;
}

export async function openFileStores(config: Told): Promise<{ present: FileStore; before: FileStore | null }> {
  const { store, before } = config.files;
  return { present: await openOne(config, store), before: before && (await openOne(config, before)) };
}

async function openOne({ dataDir, s3 }: Told, where: 'disk' | BucketAddress): Promise<FileStore> {
  const folder = join(dataDir, 'files');
  if (where === 'disk') return createDiskFileStore(folder);
  const bucket = openBucket(s3, where);
  await bucket.check();
  return createS3FileStore(bucket, join(folder, 'tmp'));
}
