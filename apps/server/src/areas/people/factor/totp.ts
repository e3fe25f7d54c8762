import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time-based codes (RFC 6238): six digits by HMAC-SHA-1, a new one every thirty seconds, as every authenticator app makes them. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** A code of the step before or after is taken too: clocks of phones differ, and typing takes a while. */
const DRIFT = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function stepOf(now: string): number {
  return Math.floor(Date.parse(now) / STEP_MS);
}

export function codeAt(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = mac[mac.length - 1]! & 15;
  const number = mac.readUInt32BE(at) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step whose code this is, or null. A step at or before `after` has been used. */
export function findStep(secret: Buffer, typed: string, now: string, after: number): number | null {
  const code = Buffer.from(typed.replace(/\s/g, ''));
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, place) => stepOf(now) - DRIFT + place);
  const fits = (step: number) => code.length === DIGITS && timingSafeEqual(code, Buffer.from(codeAt(secret, step)));
  return steps.find((step) => step > after && fits(step)) ?? null;
}

export function makeSecret(): Buffer {
  return randomBytes(20);
}

/** As people type it, and as the address holds it. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/\s/g, '')].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What the picture says: the name of the firm, the account, the secret. */
export function totpUri(firm: string, username: string, secret: Buffer): string {
  const issuer = encodeURIComponent(firm.replaceAll(':', ' '));
  return `otpauth://totp/${issuer}:${encodeURIComponent(username)}?secret=${toBase32(secret)}&issuer=${issuer}`;
}
