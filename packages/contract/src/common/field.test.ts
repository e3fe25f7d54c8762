import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { field, fieldText, headingOf, labelOf } from './field.ts';

const Grade = z.enum(['A', 'B']);
const Patch = z
  .strictObject({
    first: field(Grade.nullable(), 'First grade'),
    second: field(Grade.nullable(), 'Second grade'),
    days: field(z.int().min(0), 'Terms', { unit: 'days' }),
    plain: z.string(),
  })
  .partial();

describe('a declared field', () => {
  it('keeps its label when it is made optional or required, and two of one kind keep their own', () => {
    expect(fieldText(Patch.shape.first)?.label).toBe('First grade');
    expect(fieldText(Patch.shape.second.unwrap().nullable())?.label).toBe('Second grade');
    expect(fieldText(Patch.required({ first: true }).shape.first)?.label).toBe('First grade');
    expect([labelOf(Patch.shape.days), headingOf(Patch.shape.days)]).toEqual(['Terms', 'Terms (days)']);
  });
  it('validates as its schema does', () => {
    expect(Patch.safeParse({ first: 'A', days: 3 }).success).toBe(true);
    expect(Patch.safeParse({ days: -1 }).success).toBe(false);
  });
  it('without a label has none, and no heading', () => {
    expect(fieldText(Patch.shape.plain)).toBeUndefined();
    expect(() => headingOf(Patch.shape.plain)).toThrow();
  });
});
