import { createQuote, NewQuote, type Quote, QuotePatch, updateQuote } from '@dmse/contract/jobs/quote';
import { DateField } from '../../../parts/date/date-field.tsx';
import { CloseFormButton } from '../../../parts/form/close-form-button.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { type Beginning, beginWith, ProjectFields, projectNames, projectValues, withFee } from '../project/project-fields.tsx';

/** The state has its own control; it is no part of this form. */
const Fields = withFee(QuotePatch.omit({ state: true, lost_reason: true, lost_note: true, document: true, mail: true }));
const NewFields = withFee(NewQuote);
const field = fieldNames(Fields);

export type QuoteFormProps = { quote: Quote /** Saved, or given up. */; onClose: () => void };

export function QuoteForm({ quote, onClose }: QuoteFormProps) {
  return (
    <RecordForm
      endpoint={updateQuote}
      input={{ id: quote.id }}
      schema={Fields}
      record={quote}
      toValues={projectValues}
      names={projectNames}
      onSaved={onClose}
    >
      <CloseFormButton label="Back to details" onClose={onClose} />
      <ProjectFields>{quote.valid_until ? <DateField name={field.valid_until} /> : null}</ProjectFields>
    </RecordForm>
  );
}

export type NewQuoteFormProps = { beginning: Beginning; onCreated: (quote: Quote) => void };

export function NewQuoteForm({ beginning, onCreated }: NewQuoteFormProps) {
  return (
    <RecordForm
      endpoint={createQuote}
      input={{}}
      schema={NewFields}
      {...beginWith(beginning)}
      toValues={projectValues}
      names={projectNames}
      onSaved={onCreated}
      saveLabel="Create quote"
      savedText="Created the quote."
    >
      <ProjectFields />
    </RecordForm>
  );
}
