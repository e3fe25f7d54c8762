import { describe, expect, it } from 'vitest';
import { contrast } from '../../theme/colour.ts';
import { SCHEMES, TONES } from '../../theme/tokens.ts';
import { fieldTheme } from './field-theme.ts';
import { FIELD_TOKENS } from './field-tokens.ts';

const SUNLIGHT = 7;

describe.each(SCHEMES)('the field’s %s scheme', (scheme) => {
  const { surface, tone, tint, deep } = FIELD_TOKENS[scheme];
  const grounds = [surface.page, surface.card, surface.muted_tint, ...Object.values(tint)];

  it('shows text, muted text and every tone at 7:1 on the page, on cards and on tints', () => {
    for (const ground of [surface.page, surface.card]) {
      for (const ink of [surface.text, surface.muted, ...Object.values(tone)]) {
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(SUNLIGHT);
      }
    }
    for (const ground of grounds) {
      expect(contrast(surface.text, ground), `text on ${ground}`).toBeGreaterThanOrEqual(SUNLIGHT);
      expect(contrast(surface.muted, ground), `muted on ${ground}`).toBeGreaterThanOrEqual(SUNLIGHT);
    }
  });

  it.each(TONES)('shows %s at 7:1 on its own tint, and the words on a button of it', (name) => {
    expect(contrast(tone[name], tint[name])).toBeGreaterThanOrEqual(SUNLIGHT);
    expect(contrast(surface.on_tone, tone[name])).toBeGreaterThanOrEqual(SUNLIGHT);
    expect(contrast(surface.on_tone, deep[name])).toBeGreaterThanOrEqual(SUNLIGHT);
  });

  it('outlines inputs so that they are seen in the sun', () => {
    expect(contrast(surface.input_line, surface.card)).toBeGreaterThanOrEqual(4.5);
  });

  it('is what the field’s theme hands to the components', () => {
    expect(fieldTheme.colorSchemes[scheme]?.palette.primary.main).toBe(tone.primary);
    expect(fieldTheme.colorSchemes[scheme]?.palette.text.secondary).toBe(surface.muted);
  });
});
