import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import type { Thumbnailer } from '../../../adapters/files/thumbnailer.ts';
import type { Database } from '../../../db/database.ts';
import * as files from './file.queries.ts';
import { isPicture } from './file-type.ts';

type Parts = { db: Database; files: FileStore; thumbnails: Thumbnailer };

/** Larger ones are no photographs; they are not taken into memory to be shown small. */
const MOST_BYTES = 64 * 1024 * 1024;

const UNREADABLE = { thumbnail_sha256: null, width: 0, height: 0 };

/** Makes the small version of one picture. What cannot be read stays as it is: the upload itself is never in question. */
export async function makeThumbnail({ db, files: store, thumbnails }: Parts, id: number): Promise<void> {
  const row = await db.read((tx) => files.find(tx, id));
  if (!row || row.thumbnail_sha256 || !isPicture(row.mime_type)) return;
  const made = row.bytes <= MOST_BYTES ? await thumbnails.make(await buffer(store.open(row.sha256))) : null;
  if (!made) return giveUpThumbnail(db, id);
  const { picture, width, height } = made;
  const { sha256 } = await store.put(Readable.from([picture]), picture.length);
  await db.write((tx) => files.setThumbnail(tx, id, { thumbnail_sha256: sha256, width, height }));
}

export async function giveUpThumbnail(db: Database, id: number): Promise<void> {
  await db.write((tx) => files.setThumbnail(tx, id, UNREADABLE));
}
