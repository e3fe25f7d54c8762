import sharp, { type Metadata } from 'sharp';
import { type OpenPages, ScanRefusal } from './open-pages.ts';

const MAX_PIXELS = 800_000_000;
const KINDS = ['jpeg', 'png', 'tiff'];
const DAMAGED = 'This picture is damaged and cannot be read.';

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadTiff'] });

/** The pages of a TIFF, or the one page of a JPEG or PNG, read from the disk in strips. */
export async function openPictures(path: string): Promise<OpenPages> {
  const look = (page: number): Promise<Metadata> =>
    sharp(path, { page, limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw new ScanRefusal(DAMAGED);
      });
  const { format, pages = 1 } = await look(0);
  if (!KINDS.includes(format)) throw new ScanRefusal('A scan is a PDF, TIFF, JPEG or PNG.');

  return {
    pages,
    async draw(number, use) {
      const { autoOrient, orientation = 1, bitsPerSample, hasAlpha } = await look(number - 1);
      const { width, height } = autoOrient;
      if (width * height > MAX_PIXELS)
        throw new ScanRefusal(
          `This picture has ${width.toLocaleString('en-CA')} × ${height.toLocaleString('en-CA')} pixels; at most ${MAX_PIXELS / 1e6} million can be read.`,
        );
      const picture = () => {
        const read = sharp(path, { page: number - 1, limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'truncated' });
        if (orientation > 1) read.autoOrient();
        return hasAlpha ? read.flatten({ background: '#ffffff' }) : read;
      };
      return use({ picture, width, height, isLineWork: bitsPerSample === 1, text: null });
    },
  };
}
