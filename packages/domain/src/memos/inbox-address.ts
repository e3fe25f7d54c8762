import { makeNumber, type NumberPattern, readNumber } from '../jobs/numbering.ts';

/** What makes an address hard to guess: small letters and digits, no dash. Drawn by the server. */
const TOKEN = /^[a-z0-9]{8,40}$/;

export type InboxAddress = { num: string; token: string };

/** `job-26-0041-k3x9m2p7@inbox.example.ca`; a quote's number makes it the quote's address. Mail addresses are in small letters. */
export function inboxAddress({ num, token }: InboxAddress, domain: string): string {
  if (!TOKEN.test(token)) throw new RangeError('An inbox token has 8 to 40 small letters and digits.');
  return `job-${num}-${token}@${domain}`.toLowerCase();
}

/**
 * The number and token an address was made of; null when it is not one of ours. The number comes back in small letters: it is looked up
 * without regard to case, and the token decides.
 */
export function readInboxAddress(address: string, domain: string): InboxAddress | null {
  const at = address.lastIndexOf('@');
  if (
    address
      .slice(at + 1)
      .trim()
      .toLowerCase() !== domain.trim().toLowerCase()
  )
    return null;
  const [, num, token] = /^job-([a-z0-9][a-z0-9._-]*)-([a-z0-9]+)$/.exec(address.slice(0, at).trim().toLowerCase()) ?? [];
  return num !== undefined && token !== undefined && TOKEN.test(token) ? { num, token } : null;
}

/** What stands before the subject of an outgoing memo, by which an answer finds home even without the address. */
export function subjectTag(num: string): string {
  return `[${num}]`;
}

/** The numbers named in square brackets in a subject, each once and spelled as we spell them; only those that follow one of the patterns. */
export function numbersInSubject(subject: string, patterns: readonly NumberPattern[]): string[] {
  const named = [...subject.slice(0, 1000).matchAll(/\[([^[\]]{1,40})\]/g)].map((match) => match[1]!);
  const found = named.flatMap((text) =>
    patterns.flatMap((pattern) => {
      const parts = readNumber(pattern, text);
      return parts ? [makeNumber(pattern, { year: parts.year ?? 0, n: parts.n })] : [];
    }),
  );
  return [...new Set(found)];
}
