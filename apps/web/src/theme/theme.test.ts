import { describe, expect, it } from 'vitest';
import { contrast, mix } from './colour.ts';
import { theme } from './theme.ts';
import { SCHEMES, TOKENS, TONES } from './tokens.ts';

const READABLE = 4.5;

describe.each(SCHEMES)('the %s scheme', (scheme) => {
  const { surface, tone, tint, deep } = TOKENS[scheme];

  it('shows text and muted text readably on the page, on cards and on every tint', () => {
    for (const ground of [surface.page, surface.card, surface.muted_tint, ...Object.values(tint)]) {
      expect(contrast(surface.text, ground), `text on ${ground}`).toBeGreaterThanOrEqual(READABLE);
      expect(contrast(surface.muted, ground), `muted text on ${ground}`).toBeGreaterThanOrEqual(READABLE);
    }
  });

  it.each(TONES)('shows %s readably as text, as a chip and as a filled button', (name) => {
    for (const ground of [surface.page, surface.card, tint[name]]) {
      expect(contrast(tone[name], ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(READABLE);
    }
    expect(contrast(surface.on_tone, tone[name]), `on a ${name} button`).toBeGreaterThanOrEqual(READABLE);
    expect(contrast(surface.on_tone, deep[name]), `on a ${name} button under the pointer`).toBeGreaterThanOrEqual(READABLE);
  });

  it('outlines inputs so that they are seen', () => {
    expect(contrast(surface.input_line, surface.card)).toBeGreaterThanOrEqual(3);
    expect(contrast(tone.primary, surface.page), 'focus ring').toBeGreaterThanOrEqual(3);
  });

  it('is what the theme hands to the components', () => {
    const palette = theme.colorSchemes[scheme]?.palette;
    expect(palette?.primary.main).toBe(tone.primary);
    expect(palette?.background.default).toBe(surface.page);
    expect(palette?.tint.error).toBe(tint.error);
    expect(palette?.text.secondary).toBe(surface.muted);
  });
});

describe('contrast', () => {
  it('is 21 between black and white, and 1 between equals', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
    expect(contrast('#5B3A9E', '#5B3A9E')).toBe(1);
  });
  it('lays half of black over white as grey', () => {
    expect(mix('#000000', '#FFFFFF', 0.5)).toBe('#808080');
  });
});
