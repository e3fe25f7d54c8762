import { type AddressRule, guardedRequest, isOutsideHouse, whyNotHost } from '../guarded-request.ts';

/** Servers of others that base maps come from. The addresses come from the settings; the firm's own network will do, this machine will not. */
export type TileService = {
  /** Why this address will be refused when it is asked, or null. */
  whyNot(url: string): Promise<string | null>;
  fetch(url: string, range?: { start: number; length: number }): Promise<{ status: number; bytes: Buffer; type: string }>;
};
export type TileServiceParts = { isAllowed?: AddressRule; timeoutMs?: number };

const MOST_BYTES = 20 * 1024 * 1024;

export function createTileService({ isAllowed = isOutsideHouse, timeoutMs = 8000 }: TileServiceParts = {}): TileService {
  return {
    whyNot: (url) => whyNotHost(new URL(url), isAllowed),
    async fetch(url, range) {
      const headers = {
        'User-Agent': 'DMSE',
        ...(range ? { Range: `bytes=${range.start}-${range.start + range.length - 1}` } : {}),
      };
      const answer = await guardedRequest({ url: new URL(url), headers, isAllowed, timeoutMs, mostBytes: MOST_BYTES });
      return { status: answer.status, bytes: answer.bytes, type: answer.headers['content-type'] ?? '' };
    },
  };
}
