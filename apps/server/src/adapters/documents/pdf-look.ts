import { fileURLToPath } from 'node:url';

export const INK = '#1C1825';
export const MUTED = '#5E5869';
export const LINE = '#D9D5E2';
export const PRIMARY = '#5B3A9E';

export const WEIGHTS = [400, 500, 600] as const;
export type Weight = (typeof WEIGHTS)[number];

/** One open font, embedded in every document; one without contextual alternates, which would double the time a page takes. */
export function fontFile(weight: Weight, letters: 'latin' | 'latin-ext' = 'latin'): string {
  return fileURLToPath(import.meta.resolve(`@fontsource/source-sans-3/files/source-sans-3-${letters}-${weight}-normal.woff`));
}
