import { render, screen } from '@testing-library/react';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FirmZone } from '../date/firm-zone.ts';
import { renderPart } from '../render-part.tsx';
import { DateText } from './date-text.tsx';
import { findMatches } from './find-matches.ts';
import { formatCents } from './money-text.tsx';

const SEED = 20_260_304;
const matched = (text: string, query: string) =>
  findMatches(text, query)
    .filter((span) => span.isMatch)
    .map((span) => span.text);

describe('findMatches', () => {
  it('finds words in any order, without regard to case and accents', () => {
    expect(matched('Société Évangéline', 'evan SOC')).toEqual(['Soc', 'Évan']);
    expect(matched('Cap-Pelé', 'x')).toEqual([]);
  });
  it('keeps a combining accent with its letter, and a letter that becomes two whole', () => {
    expect(matched('Zoë', 'zoe')).toEqual(['Zoë']);
    expect(matched('Sacré-Cœur', 'coeu')).toEqual(['Cœu']);
    expect(matched('Cœur', 'o')).toEqual(['œ']);
  });
  it('finds a number or a phone typed without the signs between its digits', () => {
    expect(matched('Job 26-0058, Woodstock', '260058')).toEqual(['26-0058']);
    expect(matched('Q26-0033', 'q260033')).toEqual(['Q26-0033']);
    expect(matched('(506) 555-0129', '5550129')).toEqual(['555-0129']);
    expect(matched('26-0058', '260059')).toEqual([]);
  });
  it('never changes the text itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, query) => {
        expect(
          findMatches(text, query)
            .map((span) => span.text)
            .join(''),
        ).toBe(text);
      }),
      { seed: SEED },
    );
  });
});

describe('formatCents', () => {
  it.each([
    [123_456_789, false, '$1,234,567.89'],
    [-4250, false, '($42.50)'],
    [0, false, '$0.00'],
    [0, true, '–'],
    [-4250, true, '(42.50)'],
    [5, true, '0.05'],
    [100_000_000, true, '1,000,000.00'],
  ])('writes %i cents (dense: %s) as %s', (cents, isDense, words) => {
    expect(formatCents(cents, isDense)).toBe(words);
  });
});

describe('DateText', () => {
  it('shows the day it was at the firm, not at the reader', () => {
    render(
      <FirmZone value="America/Moncton">
        <DateText value="2026-03-04T02:30:00.000Z" />
        <DateText value="2026-03-04T02:30:00.000Z" as="prose" />
        <DateText value="2026-03-04" />
        <DateText value={null} unset="Never" />
      </FirmZone>,
    );
    expect(screen.getByText('2026-03-03')).toBeTruthy();
    expect(screen.getByText('3 Mar 2026')).toBeTruthy();
    expect(screen.getByText('2026-03-04')).toBeTruthy();
    expect(screen.getByText('Never')).toBeTruthy();
  });
  it('tells how long ago', async () => {
    await renderPart(<DateText value={new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString()} as="relative" />);
    expect(screen.getByText('3 hours ago')).toBeTruthy();
  });
  it.each([
    [0.2, '4 hours ago'],
    [1.5, '1 day ago'],
    [44.5, '44 days ago'],
    [73.5, '73 days ago'],
  ])('counts %f days as %s, in days however many', async (days, words) => {
    await renderPart(<DateText value={new Date(Date.now() - days * 86_400_000).toISOString()} as="days" />);
    expect(screen.getByText(words)).toBeTruthy();
  });
});
