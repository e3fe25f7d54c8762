import { sayList } from '@dmse/domain/text/counts';

const WORDS: Record<string, string> = {
  'image/*': 'pictures',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/tiff': 'TIFF',
  '.tif': 'TIFF',
  '.tiff': 'TIFF',
  'application/pdf': 'PDF',
};

/** The kinds of file a place takes, as a person says them: "PNG, JPEG or WebP". A media type whose ending is named too is not repeated. */
export function sayKinds(accept: readonly string[]): string {
  const words = accept.filter((kind) => kind in WORDS || !kind.includes('/')).map((kind) => WORDS[kind] ?? kind);
  const all = words.length > 0 ? [...new Set(words)] : accept;
  return sayList(all, 'or');
}
