import { type AccountingLink, chooseOrganisation, linkFields } from '@dmse/contract/accounting/link';
import { labelOf } from '@dmse/contract/common/field';
import { useQueryClient } from '@tanstack/react-query';
import { invalidateArea } from '../../api/invalidate.ts';
import { DateField } from '../../parts/date/date-field.tsx';
import { useToday } from '../../parts/date/firm-zone.ts';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../parts/form/record-form.tsx';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { useCan } from '../../session/self.ts';
import { ConnectButton } from './connect-button.tsx';

const SCHEMA = chooseOrganisation.declaration.body;
const field = fieldNames(SCHEMA);

/** Signed in over there: which of its organisations are the firm's books, and from when documents go there. */
export function ChooseOrganisation({ link: { organisations } }: { link: AccountingLink }) {
  const today = useToday();
  const queries = useQueryClient();
  const mayChoose = useCan('accounting.write');
  if (organisations.length === 0)
    return (
      <EmptyState icon="apartment" title="There is no organisation to choose from." text="Connect again, and allow one over there.">
        <ConnectButton label="Connect again" />
      </EmptyState>
    );
  return (
    <RecordForm
      endpoint={chooseOrganisation}
      input={{}}
      schema={SCHEMA}
      initial={{ start_on: today, ...(organisations.length === 1 ? { id: organisations[0]?.id } : {}) }}
      toValues={() => ({})}
      isReadOnly={!mayChoose}
      saveLabel="Use this organisation"
      savedText="Connected."
      onSaved={() => void invalidateArea(queries, 'xero')}
    >
      <FormSection title="Organisation" explanation="The books that invoices and payments are sent to.">
        <ChoiceField
          name={field.id}
          label="Organisation"
          choices={organisations.map(({ id, name }) => ({ value: id, label: name }))}
          isRequired
        />
        <DateField
          name={field.start_on}
          label={labelOf(linkFields.start_on)}
          isRequired
          hint="What is dated before that day is not sent: it is in those books already, or not meant for them."
        />
      </FormSection>
    </RecordForm>
  );
}
