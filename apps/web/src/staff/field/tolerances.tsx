import { FieldTolerances } from '@dmse/contract/settings/field';
import { TOLERANCE_GROUPS } from '@dmse/domain/sites/tolerance-text';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import type { FieldName } from '../../parts/form/use-field.ts';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';
import { ToleranceField } from './tolerance-field.tsx';

const field: Readonly<Record<string, FieldName>> = fieldNames(FieldTolerances);

/** Everything the processing of a field run measures against. A run keeps the tolerances it was processed with in its report. */
export function TolerancesPage() {
  return (
    <>
      <PageHeader
        title="Tolerances"
        subtitle="What is warned about when a field run is processed. Each can be put back to the value it shipped with."
      />
      <SettingForm section="field_tolerances" schema={FieldTolerances}>
        {TOLERANCE_GROUPS.map(({ title, text, tolerances }) => (
          <FormSection key={title} title={title} explanation={text}>
            {Object.entries(tolerances).map(([name, words]) => (
              <ToleranceField key={name} name={field[name]!} words={words} />
            ))}
          </FormSection>
        ))}
      </SettingForm>
    </>
  );
}
