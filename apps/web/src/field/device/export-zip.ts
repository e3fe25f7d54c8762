import { collectExport } from '@dmse/sync/local/export';
import type { Session } from '@dmse/sync/session';
import { Zip, ZipPassThrough } from 'fflate';
import { saveFile } from '../../parts/file/save-file.ts';
import { packHeldForms } from './held-forms.ts';

/**
 * What the server has not confirmed, as the zip that the office can bring in (SYNC-A15), with what stands in forms that could not be
 * saved. It reads and changes nothing. Pictures are packed as they are: squeezing them again only costs battery.
 */
export async function packUnsynced(session: Session): Promise<Blob> {
  const parts: BlobPart[] = [];
  const zip = new Zip();
  const packed = new Promise<void>((resolve, reject) => {
    zip.ondata = (error, chunk, isLast) => {
      if (error) return reject(error);
      parts.push(chunk as BlobPart);
      if (isLast) resolve();
    };
  });
  for (const { path, bytes } of await collectExport(session, await packHeldForms())) {
    const file = new ZipPassThrough(path);
    file.mtime = session.clock.now();
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  await packed;
  return new Blob(parts, { type: 'application/zip' });
}

/** Hands the file to the share sheet of a tablet, where mail and drives are; elsewhere it is downloaded. */
export async function saveUnsynced(session: Session): Promise<void> {
  const zip = await packUnsynced(session);
  const day = new Date(session.clock.now()).toISOString().slice(0, 10);
  const name = `field-data-${day}.zip`;
  const file = new File([zip], name, { type: zip.type });
  if (isTouchDevice() && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return;
    } catch (error) {
      // Closing the sheet is an answer; anything else falls back to the download.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  saveFile(zip, name);
}

function isTouchDevice(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
