import { ClientRatesBody, getClientRates, type ClientRates as Rates, updateClientRates } from '@dmse/contract/clients/client';
import type { ClientId } from '@dmse/contract/common/fields';
import type { z } from 'zod';
import { useCall } from '../../../api/use-call.ts';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useCan } from '../../../session/self.ts';
import { AgreedRatesField } from './agreed-rates-field.tsx';
import { rateNames, rateValues } from './project-fields.tsx';

const field = fieldNames(ClientRatesBody);
const names = ({ rates }: Rates) => ({ rates: rateNames(rates) });
const toValues = ({ rates }: Rates) => ({ rates: rateValues(rates) });

export type ClientRatesProps = { client: z.infer<typeof ClientId> };

/** What an hour is charged on this client's jobs. Shown to whoever sees amounts, changed by whoever keeps the rates. */
export function ClientRates({ client }: ClientRatesProps) {
  const mayChange = useCan('clients.rates');
  const loaded = useCall(getClientRates, { id: client });
  if (loaded.isError)
    return <ErrorState title="The agreed rates could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return null;
  return (
    <RecordForm
      key={client}
      endpoint={updateClientRates}
      input={{ id: client }}
      schema={ClientRatesBody}
      record={loaded.data}
      toValues={toValues}
      names={names}
      isReadOnly={!mayChange}
      savedText="Saved the agreed rates."
    >
      <FormSection title="Rates" explanation="What an hour of a role is charged on this client’s jobs, unless a job has a rate of its own.">
        <AgreedRatesField
          name={field.rates}
          hint="They go before the firm’s from now on. What is already budgeted or entered keeps its rate."
        />
      </FormSection>
    </RecordForm>
  );
}
