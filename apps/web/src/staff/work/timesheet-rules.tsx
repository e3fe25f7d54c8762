import { sayTimerRounding, TimesheetRules } from '@dmse/contract/settings/time';
import { ENTRY_STEPS } from '@dmse/domain/time/entry-time';
import { TIMER_ROUNDINGS } from '@dmse/domain/time/timer';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';
import { PayrollColumnsField } from './payroll-columns-field.tsx';

const field = fieldNames(TimesheetRules);
const STEPS = ENTRY_STEPS.map((step) => ({ value: step, label: `${step} min` }));
const ROUNDINGS = TIMER_ROUNDINGS.map((value) => ({
  value,
  label: sayTimerRounding(value).replace(/^./, (letter) => letter.toUpperCase()),
}));

/** How time is entered, and what payroll is given of it. */
export function TimesheetRulesPage() {
  return (
    <>
      <PageHeader title="Timesheet rules" subtitle="They hold for what is entered and exported from now on." />
      <SettingForm section="timesheet" schema={TimesheetRules}>
        <FormSection title="Entering time">
          <ChoiceField name={field.entry_step} choices={STEPS} isRequired hint="Time off the step is refused, naming the nearest values." />
          <ChoiceField
            name={field.timer_rounding}
            choices={ROUNDINGS}
            isRequired
            hint="Once for the whole time, also over midnight; at least one step."
          />
        </FormSection>
        <FormSection title="Payroll export" explanation="The columns of the file, from left to right.">
          <PayrollColumnsField name={field.payroll_columns} />
        </FormSection>
      </SettingForm>
    </>
  );
}
