import { createExpense, type Expense, ExpensePatch, getExpenseSettings, NewExpense, updateExpense } from '@dmse/contract/expenses/expense';
import { listJobs } from '@dmse/contract/jobs/job';
import { listTasks } from '@dmse/contract/work/task';
import { readDate } from '@dmse/domain/dates/read-date';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
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

type Choice = { value: string | number; label: string };

/** What the expense holds stays on offer, also when it is not any more, and while the list is loading. */
function withHeld(choices: readonly Choice[], held: Choice | null | undefined): readonly Choice[] {
  return !held || held.value === '' || choices.some(({ value }) => value === held.value) ? choices : [...choices, held];
}
const codeOf = (code: string | null | undefined): Choice | null => (code ? { value: code, label: code } : null);
const named = (one: { id: number; name: string } | null | undefined): Choice | null => (one ? { value: one.id, label: one.name } : null);

/** What is offered, with the tax rules of the day that is typed. */
function useChoices(expense: Expense | undefined) {
  const today = useToday();
  const typed = useWatch<FormValues>({ name: 'date' });
  const reading = readDate(String(typed ?? ''), today);
  const date = 'value' in reading ? reading.value : today;
  const settings = useCall(getExpenseSettings, { date }, { keepOld: true }).data;
  const { categories = [], tax_types = [], accounts = [], paid_from = [] } = settings ?? {};
  const payable = paid_from.flatMap(({ code, name }) => (code === null ? [] : [{ value: code, label: name }]));
  return {
    settings,
    categories: withHeld(
      categories.map(({ id, name }) => ({ value: id, label: name })),
      named(expense?.category),
    ),
    taxTypes: withHeld(
      tax_types.map(({ code, name }) => ({ value: code, label: name })),
      codeOf(expense?.tax_type),
    ),
    accounts: withHeld(
      accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
      codeOf(expense?.account_code),
    ),
    paidFrom: withHeld(payable, codeOf(expense?.paid_from)),
  };
}

/** The task of the chosen job, for whoever may read jobs. */
function TaskField({ held }: { held: Expense['task'] }) {
  const job = useWatch<FormValues>({ name: 'job' }) as number | null;
  const mayRead = useCan('work.read');
  const tasks = useCall(listTasks, { job: job ?? 0, page_size: 200 }, { enabled: mayRead && job !== null });
  if (!mayRead || job === null) return null;
  const own = (tasks.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const choices = tasks.data ? own : withHeld(own, named(held));
  return <ChoiceField name={field.task} choices={choices} noneLabel="No task" />;
}

function BillingFields({ expense }: { expense: Expense | undefined }) {
  const seesAmounts = useCan('amounts.see');
  const [isBillable, asAgent] = useWatch<FormValues>({ name: ['is_billable', 'as_agent'] });
  return (
    <FormSection title="Job" explanation="What is billable is charged to the client of the job.">
      <PickerField name={field.job} endpoint={listJobs} toChoice={jobChoice} recentKey="job" />
      <TaskField held={expense?.task ?? null} />
      <SwitchField name={field.is_billable} />
      {isBillable ? <SwitchField name={field.as_agent} hint="Passed on as it was paid, tax included, without a markup." /> : null}
      {isBillable && !asAgent && seesAmounts ? (
        <NumberField name={field.markup_pct} hint="Left empty, the markup of the category’s disbursement type." />
      ) : null}
    </FormSection>
  );
}

function Fields({ expense }: { expense?: Expense }) {
  const { settings, categories, taxTypes, accounts, paidFrom } = useChoices(expense);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <ExpenseFollowers settings={settings} />
      {/* First on a phone, where the camera is; beside the fields on a desk. */}
      <Box sx={{ gridColumn: { lg: 2 }, gridRow: { lg: 1 } }}>
        <FormSection title="Receipts">
          <ReceiptsField name={field.receipts} receipts={expense?.receipts ?? []} />
        </FormSection>
      </Box>
      <Stack sx={{ gap: 4, gridColumn: 1, minWidth: 0 }}>
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
        <BillingFields expense={expense} />
      </Stack>
    </Box>
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
      <Fields expense={expense} />
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
      <Fields />
    </RecordForm>
  );
}
