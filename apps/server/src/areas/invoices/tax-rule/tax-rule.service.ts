import { type NewTaxRule, type TaxRule, type TaxRulePatch, taxRuleFields } from '@dmse/contract/invoices/tax-rule';
import type { Province } from '@dmse/domain/clients/party';
import type { LocalDate } from '@dmse/domain/dates/local-date';
import { periodsOverlap, sayPeriod, sayTaxRate, taxProvince, taxRulesOn } from '@dmse/domain/money/tax';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf } from '../../../records/record.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as rules from './tax-rule.queries.ts';

const taxRuleNoun: Changeable<'tax_rule', TaxRule> = {
  noun: 'tax rule',
  table: 'tax_rule',
  nameOf: (row) => `${row.province} ${row.code}`,
  fields: fieldsOf(taxRuleFields),
  get: getTaxRule,
};

export const listTaxRules = ({ tx }: Context, filter: rules.TaxRuleFilter) => rules.list(tx, filter);

async function getTaxRule({ tx }: Context, id: number): Promise<TaxRule> {
  const found = await rules.find(tx, id);
  if (!found) throw notFound();
  return found;
}

type Validated = Pick<TaxRule, 'province' | 'code' | 'valid_from' | 'valid_to' | 'is_active'>;

/** The database holds the same; here it is said in a sentence that names the other rule. */
async function validateTaxRule({ tx }: Context, rule: Validated, id: number | null): Promise<void> {
  if (rule.valid_to !== null && rule.valid_to < rule.valid_from) throw invalid({ valid_to: 'The last day is before the first.' });
  if (!rule.is_active) return;
  const code = rule.code.toUpperCase();
  const other = (await rules.listInUse(tx, rule.province)).find(
    (one) => one.id !== id && one.code.toUpperCase() === code && periodsOverlap(one, rule),
  );
  if (!other) return;
  const { province, rate } = other;
  throw invalid({ valid_from: `${province} has ${other.code} of ${sayTaxRate(rate)} ${sayPeriod(other)}: end it the day before first.` });
}

export async function createTaxRule(context: Context, values: z.infer<typeof NewTaxRule>): Promise<TaxRule> {
  await validateTaxRule(context, { valid_to: null, is_active: true, ...values } as Validated, null);
  return getTaxRule(context, (await createRecord(context, taxRuleNoun, values)).id);
}

export function updateTaxRule(context: Context, id: number, patch: z.infer<typeof TaxRulePatch>): Promise<TaxRule> {
  return changeRecord(context, taxRuleNoun, id, async (before) => {
    await validateTaxRule(context, { ...before, ...(patch as Partial<Validated>) }, id);
    return { values: patch };
  });
}

type Taxed = { tax_province: Province | null; is_tax_exempt: boolean; tax_exempt_reason: string };

/** Why a client is charged no tax, or the rules that hold for it on a day. */
export type TaxFor = { exempt: string | null; province: Province; rules: readonly TaxRule[] };

/** What is taxed when something is sold to this client on this day. Quotes, invoices and expenses ask here. */
export async function getTaxFor({ tx }: Pick<Context, 'tx'>, client: Taxed | null, date: LocalDate): Promise<TaxFor> {
  const { home_province } = await getSection(tx, 'region');
  const province = taxProvince(client, home_province);
  if (client?.is_tax_exempt) return { exempt: client.tax_exempt_reason, province, rules: [] };
  return { exempt: null, province, rules: taxRulesOn(await rules.listInUse(tx, province), province, date) };
}
