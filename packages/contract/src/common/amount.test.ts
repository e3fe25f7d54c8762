import { seesAmounts } from '@dmse/domain/access/amounts';
import { can } from '@dmse/domain/access/grants';
import { ROLES } from '@dmse/domain/access/roles';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL } from '../all.ts';
import { answerSchema } from '../endpoint.ts';
import { amount, amountsIn, isAmount, unwrap, withoutAmounts } from './amount.ts';
import { field } from './field.ts';
import { Cents } from './fields.ts';

describe('an amount', () => {
  it('stays one when it is narrowed, named, nullable or optional; a number is none', () => {
    for (const schema of [Cents, Cents.min(0), Cents.nullable().optional(), field(Cents.min(0).nullable(), 'Fee'), amount(z.string())])
      expect(isAmount(schema)).toBe(true);
    for (const schema of [z.int(), z.string().optional(), z.object({ fee: Cents })]) expect(isAmount(schema)).toBe(false);
  });

  it('is found and left out wherever it stands', () => {
    const line = z.object({ name: z.string(), cost: Cents.optional() });
    const schema = z.object({
      total: Cents.optional(),
      lines: z.array(line),
      by_role: z.record(z.string(), line.nullable()),
      either: z.union([line, z.object({ note: z.string() })]),
      pair: z.tuple([z.number(), line], line),
    });
    const one = { name: 'A', cost: 5 };
    const value = { total: 9, lines: [one], by_role: { pm: one, none: null }, either: one, pair: [2, one, one] };
    const bare = { name: 'A' };
    expect(withoutAmounts(schema, value)).toEqual({
      lines: [bare],
      by_role: { pm: bare, none: null },
      either: bare,
      pair: [2, bare, bare],
    });
    expect(amountsIn(schema).map(({ name }) => name)).toEqual(['total', 'cost', 'cost', 'cost', 'cost', 'cost']);
  });
});

/** Names that speak of money. */
const MONEY = /(^|_)(amount|balance|billed|charge|cost|credit|due_total|fee|hold|overdue|paid|price|rate|rates|subtotal|total|wip)(_|$)/;
/** A percentage that the province sets, dates, an account, a state, and a question. */
const NO_MONEY = ['rate', 'on_hold_until', 'hold_until', 'paid_from', 'wip_state', 'is_overdue'];

function fieldsIn(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, part]) => [[name, part] as [string, z.core.$ZodType], ...fieldsIn(part)]);
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsIn(option));
  const inner = unwrap(schema);
  return inner ? fieldsIn(inner) : [];
}

it('a field that speaks of money is an amount', () => {
  const plain = [...ALL].flatMap(([call, endpoint]) => {
    const schema = answerSchema(endpoint);
    const found = (schema ? fieldsIn(schema) : []).filter(
      ([name, part]) => MONEY.test(name) && !NO_MONEY.includes(name) && !isAmount(part),
    );
    return found.map(([name]) => `${call}: ${name}`);
  });
  expect(plain).toEqual([]);
});

it('a value of a schema without amounts is left as it is', () => {
  const points = { features: [{ at: [1, 2, 3] }] };
  expect(withoutAmounts(z.object({ features: z.array(z.object({ at: z.array(z.number()) })) }), points)).toBe(points);
});

describe('every answer', () => {
  const open = [...ALL].filter(([, { declaration }]) =>
    ROLES.some((role) => can([role], declaration.needs) && !seesAmounts([role], declaration.needs)),
  );

  it('keeps its shape without the amounts, for whoever may not see them', () => {
    const required = open.flatMap(([name, endpoint]) => {
      const schema = answerSchema(endpoint);
      return (schema ? amountsIn(schema) : []).filter(({ is_optional }) => !is_optional).map((found) => `${name}: ${found.name}`);
    });
    expect(required).toEqual([]);
    expect(open.length).toBeGreaterThan(50);
  });
});
