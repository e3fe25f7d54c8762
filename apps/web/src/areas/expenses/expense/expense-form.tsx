import { createExpense, type Expense, ExpensePatch, getExpenseSettings, NewExpense, updateExpense } from '@dmse/contract/expenses/expense';
import { listJobs } from '@dmse/contract/jobs/job';
import { listTasks } from '@dmse/contract/work/task';
import { readDate } from '@dmse/domain/dates/read-date';
import { type ReactNode, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useCall } from '../../../api/use-call.ts';
import { DateField } from '../../../parts/date/date-field.tsx';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { NumberField } from '../../../parts/fields/number-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { PickerField } from '../../../parts/fields/picker-field.tsx';
import { SwitchField } from '../../../parts/fields/switch-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import type { FormValues } from '../../../parts/form/form-values.ts';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';
import { useCan } from '../../../session/self.ts';
import { ExpenseFollowers } from './expense-followers.tsx';
import { ReceiptsField } from './receipts-field.tsx';

const field = fieldNames(ExpensePatch);
const jobChoice = ({ id, num, desc }: { id: number; num: string; desc: string }): PickerChoice => ({ id, label: num, subtitle: desc });

const toValues = (expense: Expense): FormValues => ({
  ...expense,
  user: expense.user.id,
  category: expense.category?.id ?? null,
  job: expense.job?.id ?? null,
  task: expense.task?.id ?? null,
  receipts: expense.receipts.map(({ id }) => id),
});
const names = ({ job }: Expense) => ({ job: job ? [jobChoice(job)] : [] });

/** What is offered, with the tax rules of the day that is typed. */
function useChoices() {
  const today = useToday();
  const typed = useWatch<FormValues>({ name: 'date' });
  const reading = readDate(String(typed ?? ''), today);
  const date = 'value' in reading ? reading.value : today;
  const settings = useCall(getExpenseSettings, { date }, { keepOld: true }).data;
  return {
    settings,
    categories: (settings?.categories ?? []).map(({ id, name }) => ({ value: id, label: name })),
    taxTypes: (settings?.tax_types ?? []).map(({ code, name }) => ({ value: code, label: name })),
    accounts: (settings?.accounts ?? []).map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    paidFrom: (settings?.paid_from ?? []).flatMap(({ code, name }) => (code === null ? [] : [{ value: code, label: name }])),
  };
}

/** The task of the chosen job, for whoever may read jobs. */
function TaskField() {
  const job = useWatch<FormValues>({ name: 'job' }) as number | null;
  const mayRead = useCan('work.read');
  const tasks = useCall(listTasks, { job: job ?? 0, page_size: 200 }, { enabled: mayRead && job !== null });
  if (!mayRead || job === null) return null;
  const choices = (tasks.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <ChoiceField name={field.task} choices={choices} noneLabel="No task" />;
}

function BillingFields() {
  const seesAmounts = useCan('amounts.see');
  const [isBillable, asAgent] = useWatch<FormValues>({ name: ['is_billable', 'as_agent'] });
  return (
    <FormSection title="Job" explanation="What is billable is charged to the client of the job.">
      <PickerField name={field.job} endpoint={listJobs} toChoice={jobChoice} recentKey="job" />
      <TaskField />
      <SwitchField name={field.is_billable} />
      {isBillable ? <SwitchField name={field.as_agent} hint="Passed on as it was paid, tax included, without a markup." /> : null}
      {isBillable && !asAgent && seesAmounts ? (
        <NumberField name={field.markup_pct} hint="Left empty, the markup of the category’s disbursement type." />
      ) : null}
    </FormSection>
  );
}

function Fields({ receipts }: { receipts: Expense['receipts'] }) {
  const { settings, categories, taxTypes, accounts, paidFrom } = useChoices();
  return (
    <>
      <ExpenseFollowers settings={settings} />
      <FormSection title="Receipts">
        <ReceiptsField name={field.receipts} receipts={receipts} />
      </FormSection>
      <FormSection title="Expense">
        <LineField name={field.vendor} isRequired />
        <DateField name={field.date} isRequired />
        <ChoiceField name={field.category} choices={categories} isRequired />
        <MoneyField name={field.gross} isRequired hint="With tax; below zero for a refund." />
        <ChoiceField name={field.tax_type} choices={taxTypes} noneLabel="No tax" />
        <MoneyField name={field.tax} hint="Filled in by the rate of the day; the receipt may differ by a cent." />
        <ChoiceField
          name={field.paid_from}
          choices={paidFrom}
          noneLabel="Awaiting Payment"
          isNoneLast
          hint="Awaiting Payment: you paid, and get it back."
        />
        <ChoiceField name={field.account_code} choices={accounts} />
        <ParagraphField name={field.note} />
      </FormSection>
      <BillingFields />
    </>
  );
}

export type ExpenseFormProps = {
  expense: Expense;
  /** Above the fields, inside the form: what can be done depends on whether it is saved. */
  children?: ReactNode;
};

/** An expense's fields, as they are and as they may be changed. */
export function ExpenseForm({ expense, children }: ExpenseFormProps) {
  return (
    <RecordForm
      endpoint={updateExpense}
      input={{ id: expense.id }}
      schema={ExpensePatch}
      record={expense}
      toValues={toValues}
      names={names}
      isReadOnly={!expense.can_edit}
    >
      {children}
      <Fields receipts={expense.receipts} />
    </RecordForm>
  );
}

export type NewExpenseFormProps = { job: PickerChoice | null; onCreated: (expense: Expense) => void };

export function NewExpenseForm({ job, onCreated }: NewExpenseFormProps) {
  const today = useToday();
  const initial = useMemo(() => ({ date: today, paid_from: null, ...(job ? { job: job.id, is_billable: true } : {}) }), [today, job]);
  return (
    <RecordForm
      endpoint={createExpense}
      input={{}}
      schema={NewExpense}
      initial={initial}
      initialNames={job ? { job: [job] } : {}}
      toValues={toValues}
      names={names}
      onSaved={onCreated}
      saveLabel="Save expense"
      savedText="Saved the expense."
    >
      <Fields receipts={[]} />
    </RecordForm>
  );
}
