import { describe, expect, it } from 'vitest';
import { makeQrCode } from './qr-code.ts';
import { codeAt, findStep, fromBase32, stepOf, toBase32, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('codes by time', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds are those of RFC 6238', (seconds, code) => {
    expect(codeAt(SECRET, Math.floor(seconds / 30), 8)).toBe(code);
  });

  it('are taken one step early or late, never twice, and spaces do not matter', () => {
    const now = '2026-03-04T15:00:10.000Z';
    const step = stepOf(now);
    for (const drift of [-1, 0, 1]) expect(findStep(SECRET, codeAt(SECRET, step + drift), now, 0)).toBe(step + drift);
    for (const drift of [-2, 2]) expect(findStep(SECRET, codeAt(SECRET, step + drift), now, 0)).toBeNull();
    const code = codeAt(SECRET, step);
    expect(findStep(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, now, step - 1)).toBe(step);
    expect(findStep(SECRET, code, now, step)).toBeNull();
    expect(findStep(SECRET, code.slice(1), now, 0)).toBeNull();
  });

  it('are set up by an address that apps read, and a picture of it', () => {
    expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(fromBase32(toBase32(SECRET))).toEqual(SECRET);
    const uri = totpUri('Tern: Surveys', 'mona', SECRET);
    expect(uri).toBe(`otpauth://totp/Tern%20%20Surveys:mona?secret=${toBase32(SECRET)}&issuer=Tern%20%20Surveys`);
    const { size, path } = makeQrCode(uri);
    // The corner of every QR code: seven dark modules, then a light one.
    expect(path.startsWith('M0 0h1v1h-1zM1 0h1v1h-1z')).toBe(true);
    expect(path).toContain('M6 0h');
    expect(path).not.toContain('M7 0h');
    expect((size - 17) % 4).toBe(0);
  });
});
