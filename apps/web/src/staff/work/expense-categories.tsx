import { getAccountingSettings } from '@dmse/contract/expenses/accounting';
import {
  createExpenseCategory,
  type ExpenseCategory,
  listExpenseCategories,
  updateExpenseCategory,
} from '@dmse/contract/expenses/category';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { expenseAccounts, expenseTaxTypes } from '@dmse/domain/expenses/accounts';
import { useCall } from '../../api/use-call.ts';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { LineField } from '../../parts/fields/line-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import type { StaffScreenProps } from '../pages.ts';
import { type ListColumn, ListPage } from './list-page.tsx';

const field = fieldNames(updateExpenseCategory.declaration.body);
const COLUMNS: readonly ListColumn<ExpenseCategory>[] = [
  { id: 'name', text: (row) => row.name },
  { id: 'account_code', text: (row) => row.account_code, unset: '–', width: 140 },
  { id: 'tax_type', text: (row) => row.tax_type, unset: '–', width: 120 },
  { id: 'is_active', text: (row) => (row.is_active ? 'Yes' : 'No'), width: 90 },
];

/** What expenses are for: where they are booked and how they are taxed. */
export function ExpenseCategoriesPage({ rest }: StaffScreenProps) {
  const accounting = useCall(getAccountingSettings, {});
  const jobs = useCall(getJobSettings, {});
  const accounts = expenseAccounts(accounting.data?.accounts ?? []).map(({ code, name }) => ({
    value: code ?? '',
    label: `${code} ${name}`,
  }));
  const taxTypes = expenseTaxTypes(accounting.data?.tax_types ?? []).map(({ code, name }) => ({ value: code, label: name }));
  const types = (jobs.data?.disbursement_types ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ListPage
      rest={rest}
      path="expense-categories"
      title="Expense categories"
      subtitle="What expenses are for. Expenses already entered keep their account and tax."
      noun={['expense category', 'expense categories']}
      list={listExpenseCategories}
      create={createExpenseCategory}
      update={updateExpenseCategory}
      initial={{ position: 0, is_active: true }}
      columns={COLUMNS}
      nameOf={(row) => row.name}
    >
      <FormSection title="Expense category">
        <LineField name={field.name} isRequired />
        <ChoiceField name={field.account_code} choices={accounts} />
        <ChoiceField name={field.tax_type} choices={taxTypes} />
        <ChoiceField
          name={field.disbursement_type}
          choices={types}
          noneLabel="None"
          hint="On a job it counts against the budget of this type and takes its markup."
        />
        <NumberField name={field.position} hint="Lower comes first." />
        <SwitchField name={field.is_active} />
      </FormSection>
    </ListPage>
  );
}
