import { createJobRole, type JobRole, listJobRoles, updateJobRole } from '@dmse/contract/work/template';
import { useToday } from '../../parts/date/firm-zone.ts';
import { LineField } from '../../parts/fields/line-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { SwitchField } from '../../parts/fields/switch-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { formatCents } from '../../parts/text/money-text.tsx';
import type { StaffScreenProps } from '../pages.ts';
import { type ListColumn, ListPage } from '../work/list-page.tsx';
import { RatesField } from '../work/rates-field.tsx';

/** What an hour is charged today. */
function RateNow({ rates }: { rates: JobRole['rates'] }) {
  const today = useToday();
  const begun = rates.filter(({ valid_from }) => valid_from <= today).sort((a, b) => (a.valid_from < b.valid_from ? 1 : -1))[0];
  return begun ? `${formatCents(begun.charge_rate)} an hour` : 'None';
}

const field = fieldNames(updateJobRole.declaration.body);
const COLUMNS: readonly ListColumn<JobRole>[] = [
  { id: 'name', text: (row) => row.name },
  { id: 'rate', title: 'Charge rate now', cell: (row) => <RateNow rates={row.rates} />, align: 'right', width: 180 },
  { id: 'rates', text: (row) => String(row.rates.length), align: 'right', width: 90 },
  { id: 'is_active', text: (row) => (row.is_active ? 'Yes' : 'No'), width: 90 },
];

/** Job roles with what an hour of each is charged and costs, from which day on. */
export function JobRolesPage({ rest }: StaffScreenProps) {
  return (
    <ListPage
      rest={rest}
      path="job-roles"
      title="Job roles and rates"
      subtitle="Budgets take the rate in force on the day they are made. A rate agreed with a client or for a job goes before it."
      noun={['job role', 'job roles']}
      list={listJobRoles}
      create={createJobRole}
      update={updateJobRole}
      initial={{ position: 0, is_active: true, rates: [] }}
      columns={COLUMNS}
      nameOf={(row) => row.name}
    >
      <FormSection title="Role">
        <LineField name={field.name} isRequired />
        <LineField name={field.name_fr} hint="On the documents of clients who read French; without one, the name." />
        <NumberField name={field.position} hint="Lower comes first." />
        <SwitchField name={field.is_active} />
      </FormSection>
      <FormSection title="Rates" explanation="What is already budgeted keeps its rate.">
        <RatesField name={field.rates} />
      </FormSection>
    </ListPage>
  );
}
