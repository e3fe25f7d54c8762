import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Packed, zipOf } from '../../testing/fixtures/zip-fixture.ts';
import { readZip, ZipRefusal } from './zip-reader.ts';

const LIMITS = { entries: 10, bytes: 5_000_000, ratio: 100 };
const read = (...entries: Packed[]) => readZip(zipOf(entries), LIMITS);
const text = (name: string, content: string): Packed => ({ name, bytes: Buffer.from(content) });

describe('reading a zip', () => {
  it('lists files, not folders, and reads them', () => {
    const entries = read(text('folder/', ''), text('folder/é.txt', 'hello'));
    expect(entries.map(({ name }) => name)).toEqual(['folder/é.txt']);
    expect(entries[0]?.read().toString()).toBe('hello');
  });

  it.each([
    ['too many files', Array.from({ length: 11 }, (_, i) => text(`${i}`, 'x')), /more than 10 files/],
    ['a bomb', [{ name: 'zeros', bytes: Buffer.alloc(1_000_000) }], /far more than it should/],
    ['too much in all', Array.from({ length: 6 }, (_, i) => ({ name: `${i}`, bytes: noise(1_000_000) })), /unpacks to more than 5 MB/],
    ['a link', [{ ...text('link', '/etc/passwd'), mode: 0o120777 }], /link instead of a file/],
    ['a locked one', [{ ...text('a', 'x'), flags: 0x801 }], /password/],
  ] as const)('SEC-S21 refuses %s', (_, entries, why) => {
    expect(() => readZip(zipOf(entries), LIMITS)).toThrow(why);
  });

  it('SEC-S21 an entry that grows beyond what the directory says is stopped', () => {
    const [entry] = read({ name: 'liar', bytes: noise(100_000), claims: 1000 });
    expect(() => entry?.read()).toThrow(/damaged/);
  });

  it('law: mutated archives are read or refused in words', () => {
    const whole = zipOf([text('a.kml', '<kml/>'), text('b.txt', 'words '.repeat(50))]);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
        fc.nat(whole.length),
        (changes, cut) => {
          const bytes = Buffer.from(whole.subarray(0, changes.length % 2 === 0 ? cut : whole.length));
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          try {
            for (const entry of readZip(bytes, LIMITS)) entry.read();
          } catch (error) {
            if (!(error instanceof ZipRefusal)) throw error;
          }
        },
      ),
      { seed: 7, numRuns: 3000 },
    );
  });
});

/** Bytes that do not pack, the same every time. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 12345;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}
