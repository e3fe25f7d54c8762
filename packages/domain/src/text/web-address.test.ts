import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whyNotWebAddress } from './web-address.ts';

describe('a website', () => {
  it.each(['', 'https://www.example.ca', 'HTTP://example.ca:8080/a?b=c:d', 'www.example.ca', 'example.ca/over-us?at=12:30'])(
    'may be %s',
    (text) => {
      expect(whyNotWebAddress(text)).toBeNull();
    },
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:office@example.ca',
    'ftp://example.ca',
    'https:alert(1)',
    'https://',
    'java script:alert(1)',
  ])('may not be %s', (text) => {
    expect(whyNotWebAddress(text)).toMatch(/^Use a web address/);
  });

  it('leads to the web from whichever of our pages, when it is taken as a link', () => {
    const begin = fc.constantFrom('', 'https://', 'http:', 'javascript:', 'JAVASCRIPT:', 'data:', '//', 'java\tscript:', 'www.');
    fc.assert(
      fc.property(begin, fc.string(), (start, rest) => {
        const text = start + rest;
        if (whyNotWebAddress(text) !== null || !URL.canParse(text, 'https://firm.example/app/')) return;
        expect(new URL(text, 'https://firm.example/app/').protocol).toMatch(/^https?:$/);
      }),
      { numRuns: 1000 },
    );
  });
});
