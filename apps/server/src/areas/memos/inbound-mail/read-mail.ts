import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { HeadersOf } from '@dmse/domain/memos/mail-signs';
import type { AddressObject, AttachmentStream, HeaderLines, Headers, MessageText } from 'mailparser';
import { cleanName } from '../../../call/multipart.ts';
import { createMailParser } from './mail-charset.ts';

/** The most that is taken apart. A larger mail is kept, and somebody looks at it. */
export const MAIL_BYTES = 30 * 1024 * 1024;

/** The most pieces a mail is taken apart into. One of more is kept, and somebody looks at it. */
export const MAIL_PIECES = 5000;

const HEAD_BYTES = 256 * 1024;
const READING_MS = 60_000;

export type MailPart = { name: string; type: string; cid: string | null; content: Buffer };

/** A mail taken apart. Everything in it was written by a stranger. */
export type ReadMail = {
  headers: HeadersOf;
  /** Null where it has none that could be one. */
  message_id: string | null;
  from: { address: string; name: string }[];
  /** Everybody it was sent to, by any header. */
  recipients: string[];
  /** The mails it answers, the nearest first. */
  answers: string[];
  subject: string;
  date: string | null;
  text: string | null;
  html: string | null;
  /** Every attachment, also of mails that came inside this one. */
  parts: MailPart[];
  /** Mails that were forwarded whole, inside this one. */
  forwarded: ReadMail[];
  /** Why only its headers could be read. */
  problem: string | null;
};

type Raw = { headers: Headers; lines: HeaderLines; text: string | null; html: string | null; parts: MailPart[] };

/** One line without what no database and no screen takes: control characters, and those that turn the direction of the letters. */
export function plainLine(text: string, most: number): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
}

function plainBody(text: string | false | undefined): string | null {
  return text ? text.toWellFormed().replaceAll('\0', '') : null;
}

async function parse(bytes: Buffer): Promise<Raw> {
  const parser = createMailParser(MAIL_PIECES);
  // A mail that breaks in the middle of an attachment leaves that attachment without an end: the parser says so, the attachment does not.
  const broken = new Promise<never>((_, reject) => parser.once('error', reject));
  broken.catch(() => {});
  const raw: Raw = { headers: new Map(), lines: [], text: null, html: null, parts: [] };
  parser.on('headers', (headers: Headers) => {
    raw.headers = headers;
  });
  parser.on('headerLines', (lines: HeaderLines) => {
    raw.lines = lines;
  });
  const timer = setTimeout(() => parser.destroy(new Error('It takes too long to read.')), READING_MS);
  try {
    parser.end(bytes);
    for await (const piece of parser as AsyncIterable<AttachmentStream | MessageText>) {
      if (piece.type === 'attachment') raw.parts.push(await Promise.race([readPart(piece), broken]));
      else {
        raw.text = plainBody(piece.text);
        raw.html = typeof piece.html === 'string' ? plainBody(piece.html) : null;
      }
    }
    return raw;
  } finally {
    clearTimeout(timer);
  }
}

async function readPart(piece: AttachmentStream): Promise<MailPart> {
  const content = await buffer(piece.content as Readable);
  piece.release();
  const { filename, contentType, cid = null } = piece;
  return { name: filename ? cleanName(filename) : nameOfPart(contentType), type: contentType, cid, content };
}

const NAMES: Record<string, string> = {
  'application/pdf': 'attachment.pdf',
  'text/calendar': 'invitation.ics',
  'application/ms-tnef': 'winmail.dat',
  'message/rfc822': 'mail.eml',
  'message/delivery-status': 'delivery-status.txt',
  'text/rfc822-headers': 'headers.txt',
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
  'image/gif': 'picture.gif',
};

function nameOfPart(type: string): string {
  return NAMES[type] ?? 'attachment';
}

/** The headers alone, for a mail that cannot be read further. */
function headOf(bytes: Buffer): Buffer {
  const head = bytes.subarray(0, HEAD_BYTES);
  const ends = ['\r\n\r\n', '\n\n'].map((end) => head.indexOf(end)).filter((at) => at >= 0);
  const text = head.subarray(0, Math.min(head.length, ...ends)).toString('latin1');
  // What the body would be must not be looked for.
  return Buffer.from(`${text.replace(/^content-(?:type|transfer-encoding):.*(?:\r?\n[ \t].*)*/gim, 'X-Removed: yes')}\r\n\r\n`, 'latin1');
}

/** How many mails within mails are opened, side by side and in each other. */
const MOST_FORWARDED = 20;
const MOST_DEPTH = 3;

async function readForwarded(parts: readonly MailPart[], depth: number): Promise<ReadMail[]> {
  if (depth >= MOST_DEPTH) return [];
  const inside = parts.filter(({ type }) => type === 'message/rfc822').slice(0, MOST_FORWARDED);
  const read: ReadMail[] = [];
  for (const { content } of inside) read.push(await readMail(content, depth + 1));
  return read.filter(({ problem }) => problem === null);
}

/** Takes a mail apart, and what is forwarded inside it. Never fails: what cannot be read says why. */
export async function readMail(bytes: Buffer, depth = 0): Promise<ReadMail> {
  if (bytes.length > MAIL_BYTES)
    return describe(await parseHead(bytes), `It is larger than ${MAIL_BYTES / 1024 / 1024} MB and was not opened.`);
  try {
    const raw = await parse(bytes);
    const forwarded = await readForwarded(raw.parts, depth);
    const inside = forwarded.flatMap(({ parts }) => parts);
    // What mails inside this one hold is listed beside them, unless it would be too much: then it stays within them.
    const parts = raw.parts.length + inside.length > MAIL_PIECES ? raw.parts : [...raw.parts, ...inside];
    return { ...describe(raw, null), forwarded, parts };
  } catch (error) {
    return describe(await parseHead(bytes), sayProblem(error as Error & { code?: string }));
  }
}

function sayProblem({ code, message }: Error & { code?: string }): string {
  if (code === 'EMAXLEN' && /child nodes/.test(message))
    return `It has more than ${MAIL_PIECES.toLocaleString('en-CA')} pieces and was not taken apart.`;
  return `It could not be read: ${plainLine(message, 200)}`;
}

async function parseHead(bytes: Buffer): Promise<Raw> {
  try {
    return await parse(headOf(bytes));
  } catch {
    return { headers: new Map(), lines: [], text: null, html: null, parts: [] };
  }
}

function describe({ headers, lines, text, html, parts }: Raw, problem: string | null): ReadMail {
  const valuesOf: HeadersOf = (name) => lines.filter(({ key }) => key === name).map(({ line }) => valueIn(line));
  const addresses = (name: string) => addressesIn(headers.get(name) as AddressObject | AddressObject[] | undefined);
  const bare = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']
    .flatMap(valuesOf)
    .map((value) => value.replace(/[<>\s]/g, ''));
  const recipients = [...addresses('to'), ...addresses('cc'), ...addresses('bcc')].map(({ address }) => address);
  const [id = null] = idsIn(valuesOf('message-id')[0] ?? '');
  const date = headers.get('date');
  return {
    headers: valuesOf,
    message_id: id,
    from: addresses('from'),
    recipients: [...new Set([...bare.map((one) => plainLine(one, 254).toLowerCase()), ...recipients])].filter(Boolean).slice(0, 200),
    answers: [...new Set([...idsIn(valuesOf('in-reply-to').join(' ')), ...idsIn(valuesOf('references').join(' ')).reverse()])].slice(
      0,
      100,
    ),
    subject: plainLine(typeof headers.get('subject') === 'string' ? (headers.get('subject') as string) : '', 500),
    date: date instanceof Date && Math.abs(date.getTime()) < 8e12 ? date.toISOString() : null,
    text,
    html,
    parts,
    forwarded: [],
    problem,
  };
}

function valueIn(line: string): string {
  return plainLine(line.slice(line.indexOf(':') + 1), 10_000);
}

/** Ids as they stand between angle brackets. */
export function idsIn(text: string): string[] {
  return text.match(/<[^<>\s]{1,500}>/g) ?? [];
}

function addressesIn(given: AddressObject | AddressObject[] | undefined): { address: string; name: string }[] {
  const all = [given ?? []].flat().flatMap(({ value }) => value.flatMap((one) => one.group ?? [one]));
  return all.flatMap(({ address, name }) =>
    address ? [{ address: plainLine(address, 254).toLowerCase(), name: plainLine(name ?? '', 200) }] : [],
  );
}
