import { type ExpenseRow, expenseFields, getExpenseSettings, listExpenses } from '@dmse/contract/expenses/expense';
import { listEmployees } from '@dmse/contract/people/user';
import { APPROVAL_STATES, BILLING_STATES, REIMBURSEMENT_STATES } from '@dmse/domain/states/expense';
import Button from '@mui/material/Button';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { dateFilter } from '../../../parts/date/date-filter.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import type { ColumnOf, RowAction } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import type { Selection } from '../../../parts/search/search-view.ts';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { Can } from '../../../session/can.tsx';
import { useCan, useSelf, useUpdateSelf } from '../../../session/self.ts';
import { JobFilter } from '../../sites/field-run/job-filter.tsx';
import { ApprovalFact, BillingFact, ReimbursementFact, sayReimbursement } from './expense-facts.tsx';
import { useApproval } from './use-approval.tsx';

type Column = ColumnOf<typeof listExpenses>;
const VENDOR: Column = { id: 'vendor', title: expenseFields.vendor, text: (row) => row.vendor, unset: 'No vendor', order: 'vendor' };
const DATE: Column = { id: 'date', title: expenseFields.date, cell: (row) => <DateText value={row.date} />, order: 'date', width: 120 };
const PERSON: Column = { id: 'user', title: expenseFields.user, text: (row) => row.user.full_name, width: 140 };
const FOR_WHAT: readonly Column[] = [
  { id: 'category', title: expenseFields.category, text: (row) => row.category?.name, unset: '–', width: 136 },
  { id: 'job', title: expenseFields.job, text: (row) => row.job?.num, unset: '–', width: 88 },
  {
    id: 'gross',
    title: 'Total (CAD)',
    cell: (row) => <MoneyText cents={row.gross} dense />,
    order: 'gross',
    align: 'right',
    width: 108,
  },
];
/** Whoever approves looks for what has none. */
const RECEIPT: Column = {
  id: 'receipt_count',
  title: 'Receipt',
  text: ({ receipt_count: count }) => (count === 0 ? null : count === 1 ? 'Yes' : String(count)),
  unset: 'None',
  width: 80,
};
/** Three facts that do not depend on each other. */
const FACTS: readonly Column[] = [
  { id: 'approval', title: 'Approval', cell: (row) => <ApprovalFact approval={row.approval} />, order: 'approval', width: 116 },
  {
    id: 'reimbursement',
    title: 'Reimbursement',
    cell: (row) => <ReimbursementFact reimbursement={row.reimbursement} />,
    order: 'reimbursement',
    width: 130,
  },
  { id: 'billing', title: 'Billing', cell: (row) => <BillingFact billing={row.billing} />, width: 112 },
];

/** Which expenses: one's own, those that wait for this person, all that may be seen, or what is owed. */
export type ExpenseScope = 'mine' | 'approve' | 'all' | 'owed';

const same = (values: readonly string[], say = (value: string) => value) => values.map((value) => ({ value, label: say(value) }));
const APPROVALS: SearchFilter = { kind: 'multi', name: 'approval', label: 'Approval', choices: same(APPROVAL_STATES) };
const PAYMENTS: SearchFilter = {
  kind: 'multi',
  name: 'reimbursement',
  label: 'Reimbursement',
  choices: same(REIMBURSEMENT_STATES, sayReimbursement),
};
const BILLINGS: SearchFilter = { kind: 'multi', name: 'billing', label: 'Billing', choices: same(BILLING_STATES) };
const JOB: SearchFilter = {
  kind: 'own',
  name: 'job_num',
  label: 'Job',
  render: (value, onChange) => <JobFilter label="Job" value={value} onChange={onChange} />,
  describe: (value) => value,
};
const DAYS: readonly SearchFilter[] = [dateFilter('date_from', 'From'), dateFilter('date_to', 'To')];
/** Which of the facts each list can still be narrowed by; the others it decides itself. */
const FACT_FILTERS: Record<ExpenseScope, readonly SearchFilter[]> = {
  mine: [APPROVALS, PAYMENTS, BILLINGS],
  approve: [BILLINGS],
  all: [APPROVALS, PAYMENTS, BILLINGS],
  owed: [BILLINGS],
};

type Ref = { id: number; name: string };
const named = (refs: readonly Ref[]) => refs.map(({ id, name }) => ({ value: String(id), label: name }));

/** The facts in the first line, what the expense is about behind "Advanced Search"; people are those whose expenses one sees. */
function useFilters(scope: ExpenseScope): readonly SearchFilter[] {
  const self = useSelf();
  const isAdmin = useCan('expenses.admin');
  const settings = useCall(getExpenseSettings, {}).data;
  const everybody = useCall(listEmployees, { page_size: 200 }, { enabled: isAdmin && scope !== 'mine' }).data?.results;
  return useMemo(() => {
    const seen = (isAdmin ? everybody : [self, ...(settings?.supervises ?? [])]) ?? [];
    const people = named(seen.map(({ id, full_name }) => ({ id, name: full_name })));
    const about: SearchFilter[] = [
      JOB,
      ...(scope === 'mine' ? [] : [{ kind: 'single' as const, name: 'user', label: 'Person', anyLabel: 'Anybody', choices: people }]),
      { kind: 'multi', name: 'category', label: 'Category', choices: named(settings?.categories ?? []) },
      ...DAYS,
    ];
    return [...FACT_FILTERS[scope], ...about.map((filter) => ({ ...filter, isAdvanced: true }))];
  }, [scope, self, isAdmin, settings, everybody]);
}

const linkOf = (row: ExpenseRow) => `/expense/${row.id}`;
const titleOf = (row: ExpenseRow) => row.vendor || 'Expense';

const FIXED = {
  mine: { mine: true },
  approve: { to_approve: true },
  all: {},
  owed: { reimbursement: ['owed' as const], approval: ['APPROVED' as const] },
};
/** The facts that are the same in every row of the list. */
const DECIDED: Record<ExpenseScope, readonly string[]> = { mine: [], approve: ['approval'], all: [], owed: ['approval', 'reimbursement'] };
const EMPTY: Record<ExpenseScope, string> = {
  mine: 'Photograph the receipt and enter what you paid; your supervisor approves it.',
  approve: 'Nothing waits for your approval.',
  all: 'Nobody has entered an expense.',
  owed: 'Nothing that is approved is owed to anybody.',
};

export type ExpenseSearchProps = { scope: ExpenseScope; selection?: (selection: Selection<ExpenseRow>) => ReactNode };

/** A list of expenses, each with its three facts; whoever may approve does so in the row. */
export function ExpenseSearch({ scope, selection }: ExpenseSearchProps) {
  const { preferences } = useSelf();
  const updateSelf = useUpdateSelf();
  const { movesOf, approveMany, dialog } = useApproval();
  const columns = useMemo(() => {
    // What a list is made of stands in none of its rows.
    const facts = FACTS.filter(({ id }) => !DECIDED[scope].includes(id));
    return [VENDOR, DATE, ...(scope === 'mine' ? [] : [PERSON]), ...FOR_WHAT, RECEIPT, ...facts];
  }, [scope]);
  const filters = useFilters(scope);
  const approveSelected = ({ rows, clear }: Selection<ExpenseRow>) => (
    <Button size="small" variant="contained" onClick={() => void approveMany(rows).then(clear)}>
      Approve selected
    </Button>
  );
  const chosen = selection ?? (scope === 'mine' ? undefined : approveSelected);
  const rowActions = (row: ExpenseRow): RowAction[] =>
    movesOf(row).map(({ verb, icon, to, run }) => {
      const isMain = scope === 'approve' && to === 'APPROVED';
      return { label: verb, icon, run: () => void run(), isPrimary: isMain, isOnCard: isMain };
    });
  return (
    <>
      <SearchTable
        endpoint={listExpenses}
        label="Expenses"
        noun={['expense', 'expenses']}
        columns={columns}
        usualOrder="-date"
        filters={filters}
        fixed={FIXED[scope]}
        rowLink={linkOf}
        rowTitle={titleOf}
        rowActions={rowActions}
        actionsWidth={scope === 'approve' ? 150 : 56}
        pageSize={preferences.page_size}
        onPageSize={(page_size) => void updateSelf({ preferences: { page_size } })}
        {...(chosen ? { selection: chosen } : {})}
        tools={
          <Can do="expenses.own">
            <LinkButton to="/expense" variant="contained" startIcon={<Icon name="add" size={18} />}>
              Create Expense
            </LinkButton>
          </Can>
        }
        empty={{ text: EMPTY[scope] }}
      />
      {dialog}
    </>
  );
}
