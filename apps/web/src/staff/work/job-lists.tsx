import { JobLists, NumberingFields } from '@dmse/contract/settings/office';
import Stack from '@mui/material/Stack';
import { LineField } from '../../parts/fields/line-field.tsx';
import { OrderedListField } from '../../parts/fields/ordered-list-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { WORD_LIST } from '../field/list-text.ts';
import { SettingForm } from '../setting-form.tsx';
import { RelevantFieldsField } from './relevant-fields-field.tsx';

const MERGED = { job_types: WORD_LIST, lost_reasons: WORD_LIST };
const [lists, numbers] = [fieldNames(JobLists), fieldNames(NumberingFields)];

/** What jobs, quotes and historical files choose from, and how they are numbered. */
export function JobListsPage() {
  return (
    <>
      <PageHeader title="Job types and numbers" subtitle="Jobs and quotes already made keep their types and numbers." />
      <Stack sx={{ gap: 6 }}>
        <SettingForm section="job_lists" schema={JobLists} lists={MERGED}>
          <FormSection title="Job types">
            <OrderedListField name={lists.job_types} itemLabel="Job type" />
          </FormSection>
          <FormSection title="Lost reasons" explanation="Asked for when a quote is rejected.">
            <OrderedListField name={lists.lost_reasons} itemLabel="Lost reason" />
          </FormSection>
          <FormSection title="Historical files" explanation="Which fields matter for the files of a firm that was taken over.">
            <RelevantFieldsField name={lists.historical_company_relevant_fields} />
          </FormSection>
        </SettingForm>
        <SettingForm section="numbering" schema={NumberingFields}>
          <FormSection
            title="Numbers"
            explanation="YY is the year, NNNN the number in that year. A new pattern holds for what is made from now on."
          >
            <LineField name={numbers.job} isRequired />
            <LineField name={numbers.quote} isRequired />
          </FormSection>
        </SettingForm>
      </Stack>
    </>
  );
}
