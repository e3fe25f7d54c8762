import sharp from 'sharp';
import type { ThumbnailFormat } from './thumbnailer.ts';

/** The longer side of a small picture. */
const SIDE = 512;

/** Anything that claims more than this is not unpacked. */
const MOST_PIXELS = 100_000_000;

/** The only readers a picture gets to. A drawing, above all, is a program somebody else wrote. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'];

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS.map((reader) => `VipsForeignLoad${reader}`) });

/** Turned the way it was taken, and without what the camera wrote into it: place, owner, serial number. */
async function shrink(bytes: Buffer, format: ThumbnailFormat) {
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, sequentialRead: true }).autoOrient();
  const { width, height } = (await picture.metadata()).autoOrient;
  if (format === 'jpeg') picture.flatten({ background: '#ffffff' });
  const small = await picture.resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true }).toFormat(format, { quality: 80 }).toBuffer();
  return { picture: small, width, height };
}

process.on('message', async ({ bytes, format }: { bytes: Uint8Array; format: ThumbnailFormat }) => {
  const made = await shrink(Buffer.from(bytes), format).catch(() => null);
  process.send?.(made);
});
// The server that asked is gone.
process.on('disconnect', () => process.exit());
