import { PROVINCES } from '@dmse/domain/clients/party';
import { sayTaxRate } from '@dmse/domain/money/tax';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, LocalDate, line, stamps } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

function hasSixDecimals(value: number): boolean {
  return Number(value.toFixed(6)) === value;
}
const decimal = (most: number, words: string) =>
  z.number().min(0, words).max(most, words).refine(hasSixDecimals, 'Use at most six decimals.');

export const taxRuleFields = {
  province: field(z.enum(PROVINCES), 'Province'),
  code: field(line(20), 'Code'),
  name: field(line(40), 'Name'),
  /** Per cent. */
  rate: field(decimal(100, 'Use a rate from 0 to 100 %.'), 'Rate', { text: (value) => sayTaxRate(Number(value)) }),
  /** The part of an amount that is taxed. */
  base_fraction: field(decimal(1, 'Use a part from 0 to 1.'), 'Part taxed', { text: (value) => String(Number(value)) }),
  valid_from: field(LocalDate, 'Valid from'),
  valid_to: field(LocalDate.nullable(), 'Valid to'),
  is_active: field(z.boolean(), 'In use'),
};
export const TaxRule = z.object({ id: Id, ...taxRuleFields, ...stamps });
export type TaxRule = z.infer<typeof TaxRule>;
export const TaxRulePatch = z.strictObject(taxRuleFields).partial();
export const NewTaxRule = TaxRulePatch.required({ province: true, code: true, name: true, rate: true, valid_from: true });

export const listTaxRules = endpoint({
  get: '/api/staff/tax-rule/',
  query: z.strictObject({
    query: z.string().max(200).optional(),
    province: z.enum(PROVINCES).optional(),
    is_active: z.boolean().optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: TaxRule,
  needs: 'taxes.write',
  summary: 'Tax rules by province, with the days they hold',
});
export const createTaxRule = endpoint({
  post: '/api/staff/tax-rule/',
  body: NewTaxRule,
  response: TaxRule,
  status: 201,
  needs: 'taxes.write',
  summary: 'Add a tax rule',
});
export const updateTaxRule = endpoint({
  patch: '/api/staff/tax-rule/:id/',
  body: TaxRulePatch,
  response: TaxRule,
  needs: 'taxes.write',
  summary: 'Change a tax rule; what was printed keeps its tax',
});
