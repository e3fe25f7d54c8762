import { isDeepStrictEqual } from 'node:util';
import { pairTaxTypes, type RemoteSettings } from '@dmse/domain/accounting-link/remote-settings';
import { z } from 'zod';
import { getSection } from '../../settings/setting/setting.service.ts';
import { callAccounting, type LinkParts } from './access.service.ts';
import * as links from './link.queries.ts';

const Accounts = z.array(
  z.object({
    AccountID: z.string(),
    Code: z.string().optional(),
    Name: z.string(),
    Description: z.string().default(''),
    Type: z.string(),
    Class: z.string().default(''),
    Status: z.string(),
    EnablePaymentsToAccount: z.boolean().default(false),
  }),
);
const TaxRates = z.array(
  z.object({
    Name: z.string(),
    TaxType: z.string(),
    Status: z.string(),
    TaxComponents: z.array(z.object({ Name: z.string(), Rate: z.number() })).default([]),
    CanApplyToExpenses: z.boolean().default(false),
    CanApplyToRevenue: z.boolean().default(false),
  }),
);
const Categories = z.array(
  z.object({
    Name: z.string(),
    Status: z.string(),
    Options: z.array(z.object({ Name: z.string(), Status: z.string().default('ACTIVE') })).default([]),
  }),
);
const Organisations = z.array(z.object({ Name: z.string(), PeriodLockDate: z.string().optional() }));

const isActive = ({ Status }: { Status: string }) => Status === 'ACTIVE';

/** The chart, the tax rates and the tracking of the organisation, as it is shown here and named in documents. Null: they were not given. */
async function fetchSettings(parts: LinkParts, tenant: string): Promise<RemoteSettings | null> {
  const list = async (name: string) => {
    const { status, json } = await callAccounting(parts, tenant, { method: 'GET', path: `/${name}` });
    return status === 200 ? (json as Record<string, unknown>)[name === 'Organisation' ? 'Organisations' : name] : null;
  };
  const given = { accounts: await list('Accounts'), rates: await list('TaxRates'), tracking: await list('TrackingCategories') };
  const organisations = await list('Organisation');
  if (!given.accounts || !given.rates || !given.tracking || !organisations) return null;
  const lock = Organisations.parse(organisations)[0]?.PeriodLockDate;
  const ticks = /\d{9,}/.exec(lock ?? '');
  return {
    accounts: Accounts.parse(given.accounts)
      .filter(isActive)
      .map(({ AccountID, Code, Name, Description, Type, Class, EnablePaymentsToAccount }) => ({
        ...{ code: Code || AccountID, name: Name, description: Description, is_bank: Type === 'BANK' },
        ...{ is_expense: Class === 'EXPENSE', takes_payments: EnablePaymentsToAccount },
      })),
    tax_types: TaxRates.parse(given.rates)
      .filter(isActive)
      .map(({ Name, TaxType, TaxComponents, CanApplyToExpenses, CanApplyToRevenue }) => ({
        ...{ code: TaxType, name: Name, can_apply_to_expenses: CanApplyToExpenses, can_apply_to_revenue: CanApplyToRevenue },
        components: TaxComponents.filter((one) => one.Rate > 0).map((one) => one.Name),
      })),
    tracking: Categories.parse(given.tracking)
      .filter(isActive)
      .map(({ Name, Options }) => ({ name: Name, options: Options.filter(isActive).map((option) => option.Name) })),
    lock_date: ticks ? new Date(Number(ticks[0])).toISOString().slice(0, 10) : (lock?.slice(0, 10) ?? null),
  };
}

const HOUR = 3_600_000;

/** Once an hour, or when somebody asked. */
export async function refreshSettings(parts: LinkParts, { tenant, settings_on, asked_on }: links.LinkRow): Promise<void> {
  const now = parts.now();
  const isOld = asked_on !== null || settings_on === null || Date.parse(now) - Date.parse(settings_on) > HOUR;
  if (!isOld) return;
  const settings = await fetchSettings(parts, tenant);
  if (!settings) return;
  await parts.db.write(async (tx) => {
    const held = await links.hold(tx);
    const own = (await getSection(tx, 'account_codes')).tax_types;
    const tax_types = pairTaxTypes(own, settings.tax_types, held.tax_types);
    // A form that shows other pairs must not write them over these.
    const version = isDeepStrictEqual(tax_types, held.tax_types) ? held.version : held.version + 1;
    await links.write(tx, { settings, settings_on: now, tax_types, version });
  });
}
