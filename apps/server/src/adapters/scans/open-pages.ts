import type { Sharp } from 'sharp';
import type { PageText } from './scan-reader.ts';

/** A page to look at. `picture` begins a new reading of it each time. `text`: what the file itself says stands there. */
export type DrawnPage = { picture: () => Sharp; width: number; height: number; isLineWork: boolean; text: PageText | null };

/** A scan that could be opened; pages count from one. A page may be used until `use` has ended. */
export type OpenPages = { pages: number; draw<T>(page: number, use: (page: DrawnPage) => Promise<T>): Promise<T> };

/** Why a scan cannot be read, in a sentence for the person who added it. */
export class ScanRefusal extends Error {}
