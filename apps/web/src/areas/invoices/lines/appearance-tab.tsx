import { type Invoice, InvoicePatch, updateInvoice } from '@dmse/contract/invoices/invoice';
import { LANGUAGES, sayLanguage } from '@dmse/domain/clients/party';
import { ROLL_UPS } from '@dmse/domain/invoices/roll-up';
import { isOpenInvoice } from '@dmse/domain/states/invoice';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { DateField } from '../../../parts/date/date-field.tsx';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { NumberField } from '../../../parts/fields/number-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { SwitchField } from '../../../parts/fields/switch-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { useInvoicePdf } from '../invoice/invoice-pdf.ts';
import { PdfPane } from '../invoice/pdf-pane.tsx';
import type { EditTabProps } from './lines-tab.tsx';

const field = fieldNames(InvoicePatch);
const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: sayLanguage(value) }));
const ROLL_UP_CHOICES = ROLL_UPS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

function toValues(invoice: Invoice) {
  return Object.fromEntries(Object.keys(InvoicePatch.shape).map((name) => [name, invoice[name as keyof typeof InvoicePatch.shape]]));
}

function Dirty({ onUnsaved }: Pick<EditTabProps, 'onUnsaved'>) {
  const { isDirty } = useFormState();
  useEffect(() => onUnsaved(isDirty), [isDirty, onUnsaved]);
  return null;
}

function ExemptReason() {
  const isExempt = useWatch({ name: 'is_tax_exempt' }) as boolean;
  return isExempt ? <LineField name={field.tax_exempt_reason} isRequired /> : null;
}

/** The Appearance tab: what stands on the document beside its lines, with the document beside it. */
export function AppearanceTab({ invoice, onUnsaved }: EditTabProps) {
  const pdf = useInvoicePdf(invoice, isOpenInvoice(invoice.state));
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        gap: 4,
        alignItems: 'start',
      }}
    >
      <RecordForm
        endpoint={updateInvoice}
        input={{ id: invoice.id }}
        schema={InvoicePatch}
        record={invoice}
        toValues={toValues}
        isReadOnly={!invoice.can_edit}
      >
        <Dirty onUnsaved={onUnsaved} />
        <FormSection title="Document" explanation="The day decides the tax and, with the terms, the due date.">
          <DateField name={field.date} isRequired />
          <NumberField name={field.terms_days} unit="days" />
          <LineField name={field.reference} />
          <ChoiceField name={field.language} choices={LANGUAGE_CHOICES} isRequired />
        </FormSection>
        <FormSection title="Client" explanation="As it stands on the document; the client’s record is not changed.">
          <LineField name={field.billing_name} isWide />
          <ParagraphField name={field.billing_address} rows={3} />
          <SwitchField name={field.is_tax_exempt} />
          <ExemptReason />
        </FormSection>
        <FormSection title="Appearance">
          <ChoiceField name={field.roll_up} choices={ROLL_UP_CHOICES} isRequired />
          <SwitchField name={field.has_annex} />
          <ParagraphField name={field.note} rows={3} />
        </FormSection>
      </RecordForm>
      <PdfPane pdf={pdf} />
    </Box>
  );
}
