import { MemoTexts, QUOTE_TEXT_DETAILS, QuoteTexts } from '@dmse/contract/settings/office';
import Stack from '@mui/material/Stack';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { ParagraphField } from '../../parts/fields/paragraph-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';
import { RecordListField } from './record-list-field.tsx';

const [quote, memo] = [fieldNames(QuoteTexts), fieldNames(MemoTexts)];
const DETAILS = QUOTE_TEXT_DETAILS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));
const PARTS = [
  { key: 'name', label: 'Name', width: 200 },
  { key: 'title', label: 'Title', width: 240 },
  { key: 'text', label: 'Text', isLong: true },
];

/** The words the firm uses again and again. */
export function TextsPage() {
  return (
    <>
      <PageHeader title="Quote and memo texts" subtitle="Quotes already submitted keep the words they were sent with." />
      <Stack sx={{ gap: 6 }}>
        <SettingForm section="quote_texts" schema={QuoteTexts}>
          <FormSection title="Quotes">
            <ParagraphField name={quote.introduction} />
            <ParagraphField name={quote.terms} />
            <ParagraphField name={quote.acceptance} />
            <ParagraphField name={quote.introduction_fr} />
            <ParagraphField name={quote.terms_fr} />
            <ParagraphField name={quote.acceptance_fr} />
            <NumberField name={quote.valid_days} label="Valid for" unit="days" />
            <ChoiceField name={quote.detail} choices={DETAILS} isRequired />
          </FormSection>
        </SettingForm>
        <SettingForm section="memo_texts" schema={MemoTexts}>
          <FormSection title="Memos" explanation="Offered when a memo is written.">
            <RecordListField name={memo.snippets} itemLabel="text" parts={PARTS} />
          </FormSection>
        </SettingForm>
      </Stack>
    </>
  );
}
