import { fitWithin, type StampFacts, stampLines } from './photo-stamp.ts';

export type PhotoFile = { readonly bytes: Uint8Array; readonly mime: string };

export type PhotoSettings = {
  /** Pixels of the longer side. */
  readonly most: number;
  /** Of the JPEG, 0 to 1. */
  readonly quality: number;
  /** The file as the camera wrote it, untouched. */
  readonly keepsOriginal: boolean;
  /** Null: nothing is written into the picture. */
  readonly stamp: StampFacts | null;
};

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export async function readBytes(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

function drawStamp(pen: Pen, width: number, height: number, lines: readonly string[]): void {
  const size = Math.max(12, Math.round(Math.max(width, height) / 64));
  const line = Math.round(size * 1.35);
  const band = line * lines.length + size;
  pen.fillStyle = 'rgb(0 0 0 / 0.6)';
  pen.fillRect(0, height - band, width, band);
  pen.fillStyle = '#FFFFFF';
  pen.font = `600 ${size}px 'Inter Variable', sans-serif`;
  pen.textBaseline = 'top';
  for (const [at, text] of lines.entries()) pen.fillText(text, size, height - band + size / 2 + at * line, width - 2 * size);
}

/** A drawing surface of the size, off the screen where the browser has that. */
export function makeCanvas(width: number, height: number): { pen: Pen; toJpeg: (quality: number) => Promise<Blob> } {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d');
    if (pen) return { pen, toJpeg: (quality) => canvas.convertToBlob({ type: 'image/jpeg', quality }) };
  }
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw pictures.');
  const toJpeg = (quality: number) =>
    new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written.'))), 'image/jpeg', quality);
    });
  return { pen, toJpeg };
}

/**
 * A picture from the camera as it is kept: made as small as the setting says and stamped. One that the browser cannot read (HEIC on
 * most) is kept as it came: it has no preview here, and is never refused.
 */
export async function preparePhoto(file: Blob, settings: PhotoSettings): Promise<PhotoFile> {
  const original = async () => ({ bytes: await readBytes(file), mime: file.type || 'application/octet-stream' });
  if (settings.keepsOriginal) return original();
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return original();
  }
  try {
    const { width, height } = fitWithin(picture.width, picture.height, settings.most);
    const { pen, toJpeg } = makeCanvas(width, height);
    pen.drawImage(picture, 0, 0, width, height);
    if (settings.stamp) drawStamp(pen, width, height, stampLines(settings.stamp));
    const small = await toJpeg(settings.quality);
    return { bytes: await readBytes(small), mime: 'image/jpeg' };
  } finally {
    picture.close();
  }
}
