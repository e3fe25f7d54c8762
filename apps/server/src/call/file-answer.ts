import type { Readable } from 'node:stream';

/** Bytes on their way out. `inline` only for what was re-encoded by us or shown by our own viewer. */
export type FileAnswer = {
  /** A function makes the bytes once the transaction has ended: what takes long holds no connection to the database. */
  stream: Readable | Buffer | string | (() => Promise<Buffer>);
  name: string;
  mime_type: string;
  bytes?: number;
  inline?: boolean;
  /** Set when the bytes can be read from the middle. */
  range?: { open: (start: number, end: number) => Readable };
  etag?: string;
};
