import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** OWASP's floor for argon2id. Kept in the stored text, so raising it later rehashes people as they sign in. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const MAX_CONCURRENT = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** At most two hashes at a time: a flood of sign-ins waits in line instead of starving everyone else. */
async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function derive(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    argon2('argon2id', { message: password.normalize('NFC'), nonce, ...cost }, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

function b64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const key = await takeTurn(() => derive(password, nonce, COST));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${b64(nonce)}$${b64(key)}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!match) return false;
  const [, memory, passes, parallelism, nonce, hash] = match;
  const expected = Buffer.from(hash!, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
  const key = await takeTurn(() => derive(password, Buffer.from(nonce!, 'base64'), cost));
  return timingSafeEqual(key, expected);
}

export function needsRehash(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`);
}

/** Takes as long as a real check, for a name nobody has: the answer must not tell which names exist. */
export async function pretendToVerify(password: string): Promise<false> {
  await takeTurn(() => derive(password, Buffer.alloc(16, 7), COST));
  return false;
}

/** A password to hand over once: readable aloud, about 78 bits. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const pick = () => letters[randomBytes(1)[0]! % letters.length]!;
  return Array.from({ length: 4 }, () => Array.from({ length: 4 }, pick).join('')).join('-');
}
