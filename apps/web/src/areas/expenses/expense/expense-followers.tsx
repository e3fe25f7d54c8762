import type { ExpenseSettings } from '@dmse/contract/expenses/expense';
import { amountsOf } from '@dmse/domain/expenses/expense-amounts';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FormValues } from '../../../parts/form/form-values.ts';

export type ExpenseFollowersProps = { settings: ExpenseSettings | undefined };

/**
 * What follows from what is typed, as the server would have it: the account and the tax type from the category, the tax from the total
 * and the rules of the day. What is typed afterwards stays.
 */
export function ExpenseFollowers({ settings }: ExpenseFollowersProps) {
  const { setValue, getValues } = useFormContext<FormValues>();
  const [category, gross, tax_type, date] = useWatch<FormValues>({ name: ['category', 'gross', 'tax_type', 'date'] });
  const lastCategory = useRef(category);
  const taxed = JSON.stringify([gross, tax_type, date]);
  const lastTaxed = useRef(getValues('tax') === undefined || getValues('tax') === null ? null : taxed);

  useEffect(() => {
    const chosen = settings?.categories.find(({ id }) => id === category);
    if (!chosen || lastCategory.current === category) return;
    lastCategory.current = category;
    setValue('account_code', chosen.account_code, { shouldDirty: true });
    setValue('tax_type', chosen.tax_type, { shouldDirty: true });
  }, [category, settings, setValue]);

  useEffect(() => {
    if (!settings || typeof gross !== 'number' || lastTaxed.current === taxed) return;
    lastTaxed.current = taxed;
    const rules = settings.tax_types.find(({ code }) => code === tax_type)?.rules ?? [];
    setValue('tax', amountsOf(gross, rules).tax, { shouldDirty: true, shouldValidate: true });
  }, [taxed, gross, tax_type, settings, setValue]);
  return null;
}
